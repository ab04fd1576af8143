import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { SEVERITIES } from '../../src/log/log-problem.js'
import { schemaNamed, schemaNames, validateAgainst } from '../../src/node/schemas.js'

const folder = join(import.meta.dirname, '../../schemas')
const files = readdirSync(folder).filter((file) => file.endsWith('.json'))

type Schema = { readonly [keyword: string]: unknown }
const fileOf = (name: string): Schema => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))

describe('the schemas', () => {
  it('are the files of schemas/, under the same names', () => {
    expect([...schemaNames].sort()).toEqual(files.map((file) => file.replace('.json', '')).sort())
    for (const name of schemaNames) expect(schemaNamed(name)).toEqual(fileOf(name))
  })

  it('have no other names', () => {
    for (const name of ['', 'events', 'constructor', '__proto__', 'log-line.json', 'toString'])
      expect(schemaNamed(name)).toBeNull()
  })

  it.each(schemaNames)('%s says its dialect, its name, and what it is of', (name) => {
    const schema = fileOf(name)
    expect(Object.keys(schema).slice(0, 4)).toEqual(['$schema', '$id', 'title', 'description'])
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
    expect(schema.$id).toBe(`urn:hitl-queue:schema:${name}`)
  })

  it.each(schemaNames)('%s compiles alone, in strict mode', (name) => {
    const ajv = new Ajv2020({ strict: true, strictRequired: true, allowUnionTypes: true })
    expect(() => ajv.compile(fileOf(name))).not.toThrow()
  })

  it.each(schemaNames)(
    '%s refers to nothing outside of itself, and defines nothing that it does not use',
    (name) => {
      const text = JSON.stringify(fileOf(name))
      const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference ?? '')
      const defined = Object.keys((fileOf(name).$defs ?? {}) as object).map((def) => `#/$defs/${def}`)
      expect([...new Set(references)].sort()).toEqual(defined.sort())
    },
  )

  it.each(schemaNames)('%s describes every member that it names, unless a definition does', (name) => {
    expect(undescribed(fileOf(name), '')).toEqual([])
  })

  it('define the same thing under the same name', () => {
    const seen = new Map<string, unknown>()
    for (const name of schemaNames) {
      for (const [def, body] of Object.entries((fileOf(name).$defs ?? {}) as Schema)) {
        expect(body).toEqual(seen.get(def) ?? body)
        seen.set(def, body)
      }
    }
    expect(seen.size).toBeGreaterThan(10)
  })

  it.each([
    ['created', 'log-line', 'created'],
    ['replay', 'log-line', 'replay'],
    ['transition', 'log-line', 'transition'],
    ['accepted-corpus-append', 'log-line', 'acceptedCorpusAppend'],
    ['learning-arc-report', 'run-report', 'learningArcReport'],
    ['queue-full-report', 'run-report', 'queueFullReport'],
    ['replay-evidence', 'replay', 'replayEvidence'],
  ])('%s says what %s says of it', (name, whole, def) => {
    const { $schema, $id, title, $defs, ...body } = fileOf(name)
    expect(body).toEqual((fileOf(whole).$defs as Schema)[def])
  })

  it('stand in the table of the README, each once and no others', () => {
    const table = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| \[`([^`]+)`\]\(\1\.json\)/gm)
    expect([...table].map(([, name]) => name)).toEqual(schemaNames)
  })

  it('know every code of a problem of the log', () => {
    const { logProblem } = fileOf('list').$defs as {
      logProblem: { properties: { code: { enum: string[] } } }
    }
    expect(logProblem.properties.code.enum).toEqual(Object.keys(SEVERITIES))
  })
})

describe('validateAgainst', () => {
  it('names the place and what is wrong there', () => {
    const transition = { event: 'transition', proposal_id: 'a', to: 'done', note: 1 }
    expect(validateAgainst('log-line', transition)).toEqual([
      { pointer: '/to', message: 'must be one of "pending", "accepted", "rejected", "withdrawn"' },
    ])
    expect(validateAgainst('replay', { event: 'replay', proposal_id: 'a' })).toEqual([
      { pointer: '', message: `must have required property 'replay_evidence'` },
    ])
  })

  it('says of a member that may be null what else it may be', () => {
    const proposal = {
      proposal_id: 'a',
      proposed_chain: { subject: 's', intent: 'i', connective: 'c', object: 'o' },
      polarity: 'affirms',
      claim_domain: 'factual',
      evidence: [],
      source: [],
    }
    expect(validateAgainst('log-line', { event: 'created', proposal })).toEqual([
      { pointer: '/proposal/source', message: 'must be object' },
    ])
  })

  it('names one place of very many', () => {
    const regressed_metrics = Array.from({ length: 200_000 }, () => 1)
    const evidence = { baseline: {}, candidate: {}, regressed_metrics, replay_equivalent: true }
    expect(validateAgainst('replay-evidence', evidence)).toEqual([
      { pointer: '/regressed_metrics/0', message: 'must be string' },
    ])
  })

  it('is bounded in length, whatever stands in the value', () => {
    const long = 'x'.repeat(10_000)
    const [fault] = validateAgainst('digest', { digest: '0'.repeat(64), problems: [], [long]: 1 })
    expect(fault?.message.length).toBeLessThan(200)
    const evidence = {
      baseline: { [long]: 'x' },
      candidate: {},
      regressed_metrics: [],
      replay_equivalent: true,
    }
    const [deep] = validateAgainst('replay-evidence', evidence)
    expect(deep?.pointer.length).toBe(200)
  })

  it('is empty for a value that conforms', () => {
    expect(validateAgainst('digest', { digest: '0'.repeat(64), problems: [] })).toEqual([])
  })
})

/** The members below a schema, `$defs` too, that nothing says a word about. */
function undescribed(schema: unknown, at: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const properties = Object.entries((schema as { properties?: Schema }).properties ?? {})
  const silent = at.includes('/if')
    ? []
    : properties
        .filter(([, member]) => !['description', '$ref', 'const'].some((word) => word in (member as object)))
        .map(([key]) => `${at}/${key}`)
  return [
    ...silent,
    ...Object.entries(schema).flatMap(([keyword, inner]) => undescribed(inner, `${at}/${keyword}`)),
  ]
}
