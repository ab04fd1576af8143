import { describe, it } from 'vitest'
import { assertLaw, type LawName, laws } from '../../src/testing/index.js'

/** What a law is asked for by name elsewhere. */
const ALSO: { readonly [name in LawName]?: string } = {
  'any interleaving that keeps each proposal and the order of creation gives the same bytes':
    'ADR-0161 acceptance criterion 1: ',
}

describe('the laws that are shipped', () => {
  it.each(laws().map((law) => [`${ALSO[law.name] ?? ''}${law.name}`, law] as const))('%s', (_, law) =>
    assertLaw(law, { numRuns: 200 }),
  )
})
