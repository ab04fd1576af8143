import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import acceptedCorpusAppend from '../../schemas/accepted-corpus-append.json' with { type: 'json' }
import audit from '../../schemas/audit.json' with { type: 'json' }
import candidate from '../../schemas/candidate.json' with { type: 'json' }
import check from '../../schemas/check.json' with { type: 'json' }
import created from '../../schemas/created.json' with { type: 'json' }
import decision from '../../schemas/decision.json' with { type: 'json' }
import decisions from '../../schemas/decisions.json' with { type: 'json' }
import digest from '../../schemas/digest.json' with { type: 'json' }
import ingest from '../../schemas/ingest.json' with { type: 'json' }
import init from '../../schemas/init.json' with { type: 'json' }
import learningArcReport from '../../schemas/learning-arc-report.json' with { type: 'json' }
import list from '../../schemas/list.json' with { type: 'json' }
import logLine from '../../schemas/log-line.json' with { type: 'json' }
import queue from '../../schemas/queue.json' with { type: 'json' }
import queueFullReport from '../../schemas/queue-full-report.json' with { type: 'json' }
import replay from '../../schemas/replay.json' with { type: 'json' }
import replayEvidence from '../../schemas/replay-evidence.json' with { type: 'json' }
import report from '../../schemas/report.json' with { type: 'json' }
import reports from '../../schemas/reports.json' with { type: 'json' }
import runReport from '../../schemas/run-report.json' with { type: 'json' }
import show from '../../schemas/show.json' with { type: 'json' }
import transition from '../../schemas/transition.json' with { type: 'json' }
import validate from '../../schemas/validate.json' with { type: 'json' }
import { bounded } from '../events/codec.js'

/**
 * The JSON Schemas of the documents that this library reads and prints, and a validator over them. Import this module
 * with `import()`, where it is needed: it brings ajv, which costs more to load than the rest of a command.
 */

const SCHEMAS = {
  'log-line': logLine,
  created,
  replay,
  transition,
  'accepted-corpus-append': acceptedCorpusAppend,
  'run-report': runReport,
  'learning-arc-report': learningArcReport,
  'queue-full-report': queueFullReport,
  candidate,
  'replay-evidence': replayEvidence,
  list,
  show,
  reports,
  validate,
  audit,
  check,
  digest,
  queue,
  decision,
  decisions,
  report,
  ingest,
  init,
} as const

/** The name of a schema: of its file in `schemas/`, and the end of its `$id`. */
export type SchemaName = keyof typeof SCHEMAS

/** Where a value departs from a schema: a JSON pointer, and what is wrong there. */
export interface SchemaFault {
  readonly pointer: string
  readonly message: string
}

/** The names of all schemas: of what is stored first, then of what is printed. */
export const schemaNames: readonly SchemaName[] = Object.freeze(Object.keys(SCHEMAS) as SchemaName[])

/** The schema of a name, as its file has it; `null` when there is none of that name. */
export const schemaNamed = (name: string): { readonly [keyword: string]: unknown } | null =>
  isSchemaName(name) ? SCHEMAS[name] : null

/**
 * The first place where a value departs from a schema, with a fault for each thing that would be right there; empty when it
 * conforms. Number and lengths are bounded, whatever the value holds.
 */
export const validateAgainst = (name: SchemaName, value: unknown): readonly SchemaFault[] => {
  const conforms = validatorOf(name)
  if (conforms(value)) return []
  const faults = (conforms.errors ?? []).filter(saysWhat).map(faultOf)
  return [...new Map(faults.map((fault) => [`${fault.pointer} ${fault.message}`, fault])).values()]
}

const isSchemaName = (name: string): name is SchemaName => Object.hasOwn(SCHEMAS, name)

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })

const validators = new Map<SchemaName, ValidateFunction>()

const validatorOf = (name: SchemaName): ValidateFunction => {
  const known = validators.get(name) ?? ajv.compile(SCHEMAS[name])
  validators.set(name, known)
  return known
}

/** A branch that failed says less than what failed in it, and `null` is never all that is allowed somewhere. */
const saysWhat = ({ keyword, params }: ErrorObject): boolean =>
  keyword !== 'if' && keyword !== 'anyOf' && !(keyword === 'type' && params.type === 'null')

const faultOf = ({
  instancePath,
  keyword,
  message = 'does not conform',
  params,
}: ErrorObject): SchemaFault => {
  switch (keyword) {
    case 'enum':
      return fault(
        instancePath,
        `must be one of ${(params.allowedValues as unknown[]).map(spelt).join(', ')}`,
      )
    case 'const':
      return fault(instancePath, `must be ${spelt(params.allowedValue)}`)
    case 'additionalProperties':
      return fault(instancePath, `must not have the member ${spelt(params.additionalProperty)}`)
    default:
      return fault(instancePath, message)
  }
}

const fault = (pointer: string, message: string): SchemaFault =>
  Object.freeze({ pointer: bounded(pointer, 200), message })

const spelt = (value: unknown): string => bounded(JSON.stringify(value), 80)
