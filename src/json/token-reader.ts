/** What `TokenReader.next` has come to: a token, or how the text ends. */
export type Token =
  | 'object'
  | 'array'
  | 'close'
  | 'key'
  | 'string'
  | 'number'
  | 'literal'
  | 'whole'
  | 'prefix'
  | 'broken'

const SPACE = 0x20
const QUOTE = 0x22
const PLUS = 0x2b
const COMMA = 0x2c
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const TILDE = 0x7e

/**
 * The one place that knows the grammar of JSON (RFC 8259, nothing more lenient), read token by token from a
 * text. It goes in one pass, without recursion and without a limit on depth; every reader of this folder is a
 * loop over it.
 *
 * `NaN`, `Infinity` and `-Infinity` are read as number tokens, because CPython's writer makes them: a log line that
 * holds one is a line with a number nobody can carry, not a damaged line.
 *
 * @internal
 */
export class TokenReader {
  /** Where the token begins. */
  start = 0
  /** Where the token ends; the next one is looked for from here. */
  end = 0
  /** How many containers are open, the one just opened included. */
  depth = 0
  /** Whether the string or key has no escape and only units from 0x20 to 0x7e: its raw text is canonical. */
  plain = false
  /** After `prefix` and `broken`: the first unit that fits no JSON text. */
  offset = 0

  private readonly text: string
  private readonly objects: boolean[] = []
  private inObject = false
  private awaits: 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or close' | 'end' = 'value'
  private expected = ''
  private escaped = false

  constructor(text: string) {
    this.text = text
  }

  next(): Token {
    const text = this.text
    for (;;) {
      let at = this.end
      let unit = text.charCodeAt(at)
      while (unit === SPACE || unit === 0x0a || unit === 0x0d || unit === 0x09) unit = text.charCodeAt(++at)
      this.start = at
      switch (this.awaits) {
        case ', or close':
          if (unit === COMMA) {
            this.end = at + 1
            this.awaits = this.inObject ? 'key' : 'value'
            continue
          }
          if (unit === (this.inObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return this.close()
          return this.stop(at, this.inObject ? '"," or "}"' : '"," or "]"')
        case ':':
          if (unit !== COLON) return this.stop(at, '":"')
          this.end = at + 1
          this.awaits = 'value'
          continue
        case 'key or }':
          if (unit === CLOSE_OBJECT) return this.close()
          if (unit !== QUOTE) return this.stop(at, 'a key or "}"')
          return this.key()
        case 'key':
          if (unit !== QUOTE) return this.stop(at, 'a key')
          return this.key()
        case 'value or ]':
          if (unit === CLOSE_ARRAY) return this.close()
          return this.value(unit, 'a value or "]"')
        case 'value':
          return this.value(unit, 'a value')
        case 'end':
          return at < text.length ? this.stop(at, 'the end of the text') : 'whole'
      }
    }
  }

  /** The text of the token as it stands. */
  raw(): string {
    return this.text.slice(this.start, this.end)
  }

  /** What the string token, or the key, says once its escapes are read. */
  string(): string {
    return this.escaped ? JSON.parse(this.raw()) : this.text.slice(this.start + 1, this.end - 1)
  }

  /** Why the text stops being JSON at `offset`. */
  message(): string {
    const unit = this.text.charCodeAt(this.offset)
    if (Number.isNaN(unit)) return `expected ${this.expected}, but the text ends`
    const found =
      unit > SPACE && unit <= TILDE
        ? `'${String.fromCharCode(unit)}'`
        : `U+${unit.toString(16).toUpperCase().padStart(4, '0')}`
    return `expected ${this.expected}, found ${found}`
  }

  private value(unit: number, expected: string): Token {
    switch (unit) {
      case OPEN_OBJECT:
        return this.open(true)
      case OPEN_ARRAY:
        return this.open(false)
      case QUOTE:
        return this.readString() ?? this.valueEnds('string')
      case 0x74:
        return this.readWord('true', this.start) ?? this.valueEnds('literal')
      case 0x66:
        return this.readWord('false', this.start) ?? this.valueEnds('literal')
      case 0x6e:
        return this.readWord('null', this.start) ?? this.valueEnds('literal')
      case 0x4e:
        return this.readWord('NaN', this.start) ?? this.valueEnds('number')
      case 0x49:
        return this.readWord('Infinity', this.start) ?? this.valueEnds('number')
      default:
        if (unit !== MINUS && !isDigit(unit)) return this.stop(this.start, expected)
        return this.readNumber() ?? this.valueEnds('number')
    }
  }

  private valueEnds(token: Token): Token {
    this.awaits = this.depth === 0 ? 'end' : ', or close'
    return token
  }

  private open(object: boolean): Token {
    this.objects.push(this.inObject)
    this.inObject = object
    this.depth++
    this.end = this.start + 1
    this.awaits = object ? 'key or }' : 'value or ]'
    return object ? 'object' : 'array'
  }

  private close(): Token {
    this.inObject = this.objects.pop() as boolean
    this.depth--
    this.end = this.start + 1
    return this.valueEnds('close')
  }

  private key(): Token {
    const stopped = this.readString()
    if (stopped !== null) return stopped
    this.awaits = ':'
    return 'key'
  }

  private readString(): Token | null {
    const text = this.text
    let at = this.start + 1
    let printable = true
    this.escaped = false
    for (;;) {
      const unit = text.charCodeAt(at)
      if (unit === QUOTE) break
      if (unit === BACKSLASH) {
        this.escaped = true
        const named = text.charCodeAt(at + 1)
        if (named === 0x75) {
          for (let hex = at + 2; hex < at + 6; hex++) {
            if (!isHexDigit(text.charCodeAt(hex))) return this.stop(hex, 'a hexadecimal digit')
          }
          at += 6
        } else {
          if (!isEscape(named)) return this.stop(at + 1, 'one of " \\ / b f n r t u')
          at += 2
        }
      } else if (unit >= SPACE) {
        if (unit > TILDE) printable = false
        at++
      } else {
        return this.stop(
          at,
          at < text.length ? 'an escape in place of a control character' : 'the end of a string',
        )
      }
    }
    this.end = at + 1
    this.plain = printable && !this.escaped
    return null
  }

  private readNumber(): Token | null {
    const text = this.text
    let at = this.start
    if (text.charCodeAt(at) === MINUS) at++
    const first = text.charCodeAt(at)
    if (first === 0x49) return this.readWord('Infinity', at)
    if (!isDigit(first)) return this.stop(at, 'a digit')
    at = first === ZERO ? at + 1 : this.afterDigits(at)
    if (text.charCodeAt(at) === DOT) {
      at++
      if (!isDigit(text.charCodeAt(at))) return this.stop(at, 'a digit')
      at = this.afterDigits(at)
    }
    const exponent = text.charCodeAt(at)
    if (exponent === 0x65 || exponent === 0x45) {
      at++
      const sign = text.charCodeAt(at)
      if (sign === PLUS || sign === MINUS) at++
      if (!isDigit(text.charCodeAt(at))) return this.stop(at, 'a digit')
      at = this.afterDigits(at)
    }
    this.end = at
    return null
  }

  private afterDigits(from: number): number {
    let at = from
    while (isDigit(this.text.charCodeAt(at))) at++
    return at
  }

  private readWord(word: string, from: number): Token | null {
    for (let index = 0; index < word.length; index++) {
      if (this.text.charCodeAt(from + index) !== word.charCodeAt(index)) return this.stop(from + index, word)
    }
    this.end = from + word.length
    return null
  }

  private stop(offset: number, expected: string): Token {
    this.offset = offset
    this.expected = expected
    return offset < this.text.length ? 'broken' : 'prefix'
  }
}

// Past the end of the text charCodeAt gives NaN, which is none of these.
const isDigit = (unit: number): boolean => unit >= ZERO && unit <= NINE

const isHexDigit = (unit: number): boolean =>
  isDigit(unit) || (unit >= 0x61 && unit <= 0x66) || (unit >= 0x41 && unit <= 0x46)

const isEscape = (unit: number): boolean =>
  !Number.isNaN(unit) && '"\\/bfnrt'.includes(String.fromCharCode(unit))
