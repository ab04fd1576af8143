import { audited, damaged, fixtures } from '../../src/testing/index.js'
import * as lines from '../../src/testing/lines.js'

/** Logs that are easy to read wrongly, by the name of the golden file that pins their view. */
export const awkwardLogs = (): ReadonlyMap<string, string | Uint8Array> => {
  const logs = new Map<string, string | Uint8Array>(Object.entries(AWKWARD))
  for (const [name, { log }] of Object.entries(fixtures)) logs.set(`sound-${kebab(name)}`, log())
  for (const [name, { log }] of Object.entries(audited)) logs.set(`audited-${kebab(name)}`, log())
  for (const [name, { log }] of Object.entries(damaged)) logs.set(`damaged-${kebab(name)}`, log())
  return logs
}

const kebab = (name: string): string =>
  name.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const log = (...all: readonly string[]): string => all.map((line) => `${line}\n`).join('')

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : part)))

const created = (id: string, more = '', chainMore = ''): string =>
  `{"event":"created","proposal":{"claim_domain":"factual","evidence":[],"polarity":"affirms","proposal_id":${id},"proposed_chain":{"connective":"c","intent":"i","object":"o","subject":"s"${chainMore}}${more}}}`

const transition = (id: string, to: string, more = ''): string =>
  `{"event":"transition","proposal_id":${id},"to":"${to}"${more}}`

const replay = (id: string, baseline = '{}', more = ''): string =>
  `{"event":"replay","proposal_id":${id},"replay_evidence":{"baseline":${baseline},"candidate":{},"regressed_metrics":[],"replay_equivalent":true${more}}}`

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

const utf16 = (text: string, littleEndian: boolean): Uint8Array => {
  const units = Buffer.from(`\ufeff${text}`, 'utf16le')
  return Uint8Array.from(littleEndian ? units : units.swap16())
}

const AWKWARD: { readonly [name: string]: string | Uint8Array } = {
  'two-faults-bytes-before-nul': bytes(created('"a"'), '\n', [0xff, 0], '\n', created('"b"'), '\n'),
  'two-faults-nul-before-conflict': log(created('"a"'), '<<<<<<< a\0', created('"b"')),
  'two-faults-nul-before-fragment': log(created('"a"'), '{"event":"tran\0', created('"b"')),
  'two-faults-object-before-number': log('[NaN]', 'NaN', deep(1000)),
  'two-faults-event-before-id': log(
    transition('""', 'nowhere'),
    transition('7', 'nowhere'),
    created('""', ',"source":3'),
  ),
  'two-faults-event-before-number': log(
    transition('"a"', 'nowhere', ',"n":NaN'),
    transition('"a"', 'nowhere', ',"n":1e999'),
  ),
  'two-faults-id-before-number': log(
    transition('""', 'accepted', ',"n":NaN'),
    transition('null', 'accepted', ',"n":1e999'),
  ),
  'two-faults-number-before-depth': log(
    created('"a"'),
    transition('"a"', 'accepted', `,"d":${deep(900)},"n":1e999`),
    transition('"a"', 'accepted', `,"d":${deep(900)},"n":NaN`),
  ),
  'two-faults-number-before-unknown': log('{"event":"other","n":NaN}', '{"event":"other","n":-1e999}'),
  'two-faults-depth-before-unknown': log(`{"event":"other","d":${deep(900)}}`),
  'two-faults-unknown-before-duplicate': log('{"event":"other","a":1,"a":2}'),
  'two-faults-duplicate-before-newline': `${created('"a"')}\n${transition('"a"', 'rejected', ',"to":"accepted"')}`,
  'two-faults-duplicate-before-crlf': `${created('"a"', ',"x":1,"x":2')}\r\n${created('"b"')}\r\n`,
  'two-faults-depth-before-duplicate': log(
    created('"a"'),
    transition('"a"', 'accepted', `,"to":"rejected","d":${deep(900)}`),
  ),
  'last-line-unknown': '{"event":"other"}',
  'last-line-not-an-object': '[]',
  'last-line-invalid': transition('"a"', 'nowhere'),
  'last-line-corrupt': `${created('"a"')}}`,
  'last-line-a-cut-array': `${created('"a"')}\n[1,`,
  'last-line-blank': `${created('"a"')}\n \t\r`,
  'last-line-newline-is-cr': `${created('"a"')}\r`,
  'last-line-conflict-marker': `${created('"a"')}\n>>>>>>> topic`,
  'bom-alone': '\ufeff',
  'bom-before-blank': '\ufeff\n',
  'bom-and-crlf': `\ufeff${created('"a"')}\r\n${created('"b"')}\r\n`,
  'bom-before-corrupt': `\ufeff{]\n${created('"b"')}\n`,
  'bom-inside': log(created('"a"'), `\ufeff${created('"b"')}`, '\ufeff', created('"c"')),
  'bom-cut': bytes([0xef, 0xbb]),
  'crlf-from-the-third-line': `${created('"a"')}\n${created('"b"')}\n${created('"c"')}\r\n${created('"d"')}\n${created('"e"')}\r\n`,
  'crlf-behind-fragment': `${created('"a"').slice(0, 40)}\r\n${created('"b"')}\r\n`,
  'crlf-behind-blank': `\r\n${created('"b"')}\n`,
  'cr-between-tokens': log(created('"a"').replaceAll(',', ',\r'), transition('"a"', 'accepted')),
  'blank-lines': log('', created('"a"'), ' ', '\t', '\r', ' \t\r', created('"b"'), ''),
  'blank-for-others': log('\u00a0', '\u0085', '\u2028', '\v', '\f', '\u001c', created('"a"')),
  'separators-in-strings': log(
    created('"a\u2028\u2029\u0085b"', ',"operator_note":"\ufeff\u00a0\u0085"', ',"\u2028":"\u0085\ufeff"'),
    transition('"a\u2028\u2029\u0085b"', 'accepted', ',"note":"\u2028\u0085\ufeff"'),
  ),
  'separators-between-tokens': log(
    created('"a"').replace(',', ',\u2028'),
    created('"b"').replace(',', ',\u00a0'),
  ),
  'conflict-whole': log(
    created('"a"'),
    '<<<<<<< HEAD',
    transition('"a"', 'accepted'),
    '||||||| 1234567',
    '=======',
    transition('"a"', 'rejected'),
    '>>>>>>> topic',
  ),
  'conflict-not-quite': log('<<<<<<', '<<<<<<<<', '=======x', '=======', '>>>>>>>\r'),
  'fragments-closed-off': log(
    created('"a"'),
    '{',
    '{"',
    '{"event',
    '{"event":"tran\\',
    '{"event":"\\u00',
    '{"event":tru',
    '{"event":-',
    '{"event":1e',
    '{"event":[{}',
    ' {"event":1 ',
    created('"b"'),
  ),
  'fragments-not-of-an-object': log('[', '"', 't', '-', ',', '}'),
  'fragment-closed-inside-character': bytes('{"note":"', [0xf0, 0x9f, 0x98], '\n', created('"b"'), '\n'),
  'fragment-closed-behind-wrong-character': bytes('{"note":"', [0x98, 0x9f], '\n', created('"b"'), '\n'),
  'fragment-glued-to-event': log(
    created('"a"'),
    `${created('"b"').slice(0, 50)}${created('"c"')}`,
    created('"d"'),
  ),
  'torn-in-two-byte-character': bytes(created('"a"'), '\n{"note":"', [0xc3]),
  'torn-in-three-byte-character': bytes(created('"a"'), '\n{"note":"', [0xe2, 0x80]),
  'torn-in-four-byte-character': bytes(created('"a"'), '\n{"note":"', [0xf0, 0x9f, 0x98]),
  'torn-in-key': bytes(created('"a"'), '\n{"', [0xf0]),
  'torn-at-brace': `${created('"a"')}\n{`,
  'torn-in-only-line': created('"a"').slice(0, 60),
  'torn-in-number': `${created('"a"')}\n{"n":-`,
  'torn-behind-number': `${created('"a"')}\n{"n":12`,
  'torn-in-infinity': `${created('"a"')}\n{"n":-Infin`,
  'names-that-objects-have': log(
    created(
      '"__proto__"',
      ',"__proto__":{"polluted":1}',
      ',"__proto__":{"x":1.0},"constructor":null,"10":2,"9":3',
    ),
    created('"constructor"', ',"toString":1'),
    created('"10"'),
    created('"hasOwnProperty"'),
    created('"9"'),
    replay(
      '"__proto__"',
      '{"__proto__":1.0,"constructor":0.5,"10":2.0,"9":1e-07}',
      ',"__proto__":{"y":1},"valueOf":2',
    ),
    transition('"constructor"', 'rejected', ',"__proto__":{"to":"accepted"},"constructor":1,"10":[]'),
    transition('"10"', 'withdrawn'),
    transition('"__proto__"', 'accepted'),
    transition('"toString"', 'accepted'),
  ),
  'names-of-metrics-refused': log(
    created('"a"'),
    replay('"a"', '{"__proto__":"1"}'),
    replay('"a"', '{"constructor":null}'),
  ),
  numbers: log(
    created(
      '"a"',
      '',
      ',"n":[1.0,1,-0.0,-0,1e-07,1E2,0.00001,1e16,1e22,123456789012345678901234567890,9007199254740993.0]',
    ),
    created('"b"', '', `,"n":${'7'.repeat(4300)}`),
    created('"c"', '', `,"n":${'7'.repeat(4301)}`),
    created('"d"', '', ',"n":1e-400'),
    replay(
      '"a"',
      '{"a":1,"b":1.0,"c":-0.0,"d":1e-07,"e":1e16,"f":123456789012345678901234567890}',
      ',"n":[1,1.0]',
    ),
    transition('"a"', 'accepted', ',"n":[1,1.0,123456789012345678901234567890]'),
  ),
  surrogates: log(
    created('"\\ud83d\\ude00"', '', ',"\\ud83d\\ude00":1,"\\uffff":2'),
    created('"\\ud83d"'),
    created('"\\ude00"'),
    created('"\u{1f600}x"'),
    transition('"\u{1f600}"', 'accepted'),
    transition('"\\ude00"', 'rejected'),
  ),
  'surrogate-raw-in-text': log(
    created('"a"'),
    created('"\ud83d"'),
    created('"\ude00\ud83d"'),
    created('"b"'),
  ),
  'foreign-order': log(
    transition('"a"', 'accepted'),
    replay('"a"'),
    created('"a"'),
    created('"b"'),
    created('"a"', ',"review_state":"accepted"', ',"repeated":true'),
    transition('"b"', 'accepted'),
    transition('"b"', 'rejected', ',"note":"again"'),
    transition('"a"', 'accepted'),
    transition('"b"', 'pending'),
    transition('"b"', 'accepted'),
    created('"c"'),
  ),
  'evidence-in-created': log(
    created(
      '"a"',
      ',"replay_evidence":{"baseline":{"m":1},"candidate":{"m":1.0},"regressed_metrics":[],"replay_equivalent":true}',
    ),
    created(
      '"b"',
      ',"replay_evidence":{"baseline":{"m":1},"candidate":{"m":0},"regressed_metrics":["m"],"replay_equivalent":false}',
    ),
    replay('"b"', '{"m":2}'),
    created('"c"', ',"replay_evidence":null'),
  ),
  'evidence-of-wrong-shape': log(
    created('"a"', ',"replay_evidence":{}'),
    replay('"a"', '{"m":"1"}'),
    replay('"a"', '[]'),
    '{"event":"replay","proposal_id":"a","replay_evidence":null}',
  ),
  sources: log(
    created('"a"', ',"source":null'),
    created('"b"', ',"source":{"kind":"operator","source_id":"","emitted_at_revision":""}'),
    created(
      '"c"',
      ',"source":{"kind":"of a later version","source_id":" ","emitted_at_revision":"x","more":1}',
    ),
    created('"d"', ',"source":{"kind":"operator"}'),
    created('"e"', ',"source":"operator"'),
  ),
  'proposal-spelling': log(
    created('"a"').replace('"created"', '"proposal"'),
    created('"a"'),
    created('"b"', ',"source":3').replace('"created"', '"proposal"'),
    created('""').replace('"created"', '"proposal"'),
    transition('"a"', 'accepted'),
  ),
  'event-name-of-wrong-shape': log(
    '{}',
    '{"event":null}',
    '{"event":["created"]}',
    '{"event":"Created"}',
    '{"event":""}',
  ),
  'event-name-twice': log(
    created('"a"'),
    '{"event":"other","event":"transition","proposal_id":"a","to":"accepted"}',
  ),
  'duplicate-key-escaped': log(created('"a"'), transition('"a"', 'rejected', ',"t\\u006f":"accepted"')),
  'duplicate-key-deep': log(created('"a"', '', ',"x":[{"y":{"z":1,"z":2}}]')),
  'utf-16-le': utf16(log(created('"a"'), created('"b"')), true),
  'utf-16-be': utf16(log(created('"a"'), created('"b"')), false),
  'utf-16-without-mark': Uint8Array.from(Buffer.from(log(created('"a"')), 'utf16le')),
  'latin-1': bytes(
    created('"a"'),
    '\n{"event":"transition","note":"caf',
    [0xe9],
    '","proposal_id":"a","to":"accepted"}\n',
    created('"b"'),
    '\n',
  ),
  'wrong-bytes-at-the-end': bytes(
    created('"a"').slice(0, -1),
    [0xe9],
    '\n',
    created('"b"'),
    '\n{"n":',
    [0xc3],
  ),
  'overlong-and-surrogate-bytes': bytes(
    '{"a":"',
    [0xc0, 0xaf],
    '"}\n{"a":"',
    [0xed, 0xa0, 0x80],
    '"}\n',
    created('"b"'),
    '\n',
  ),
  'with-everything': log(
    lines.RAIN_CREATED,
    lines.WIND_CREATED,
    lines.RAIN_REPLAY,
    lines.RAIN_ACCEPTED,
    lines.WIND_ROLLED_BACK,
  ),
}
