/** Canonical JSON text for people: two spaces a level, as CPython's `indent=2`. Keys, numbers and escapes stay as they are. @internal */
export const indented = (canonical: string): string => {
  let depth = 0
  const line = (): string => `\n${'  '.repeat(depth)}`
  return canonical.replace(TOKENS, (token) => {
    switch (token) {
      case '{':
      case '[':
        depth += 1
        return token + line()
      case '}':
      case ']':
        depth -= 1
        return line() + token
      case ',':
        return token + line()
      case ':':
        return ': '
      default:
        return token
    }
  })
}

const TOKENS = /"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]/g
