import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { data, Evaluator, Lexer, Parser } from '@actions/expressions'
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'

/** The workflows as GitHub's own parser and evaluator see them. */

export const folder = join(import.meta.dirname, '../../docs/workflows')

/** The project's own, beside those that it gives to others. */
export const ownFolder = join(import.meta.dirname, '../../.github/workflows')

export const textOf = (file: string, from = folder): string => readFileSync(join(from, file), 'utf8')

type Template = Awaited<ReturnType<typeof convertWorkflowTemplate>>
export type Job = Template['jobs'][number] & { readonly type: 'job' }
export type RunStep = Extract<Job['steps'][number], { readonly run: unknown }>

export const read = async (file: string, from = folder) => {
  const { context, value } = parseWorkflow(
    { name: file, content: textOf(file, from) },
    new NoOperationTraceWriter(),
  )
  const errors = context.errors.getErrors().map(({ message }) => message)
  if (value === undefined) throw new Error(errors.join('\n'))
  const template = await convertWorkflowTemplate(context, value)
  const more = (template.errors ?? []).map(({ Message }) => Message)
  return { template, errors: [...errors, ...more], value: JSON.parse(JSON.stringify(value.toJSON())) }
}

export const jobOf = ({ jobs }: Template, id: string): Job => {
  const job = jobs.find((each) => each.id.value === id)
  if (job?.type !== 'job') throw new Error(`no job ${id}`)
  return job as Job
}

export const runStepOf = (job: Job, name: string): RunStep => {
  const step = job.steps.find((each) => each.name?.toString() === name)
  if (step === undefined || !('run' in step)) throw new Error(`no step ${name} with a run`)
  return step as RunStep
}

/** The contexts that an expression is evaluated in. */
export interface Contexts {
  readonly github: object
  readonly vars?: { readonly [name: string]: string }
  readonly inputs?: { readonly [name: string]: string }
  readonly secrets?: { readonly [name: string]: string }
}

export const evaluate = (expression: string, contexts: Contexts): data.ExpressionData => {
  const success = { name: 'success', minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(true) }
  const { tokens } = new Lexer(expression).lex()
  const names = ['github', 'vars', 'inputs', 'secrets']
  const parsed = new Parser(tokens, names, [success]).parse()
  const values = { vars: {}, inputs: {}, secrets: {}, ...contexts }
  const dictionary = JSON.parse(JSON.stringify(values), data.reviver) as data.Dictionary
  return new Evaluator(parsed, dictionary, new Map([['success', success]])).evaluate()
}

/** Whether a job runs. */
export const runs = (job: Job, contexts: Contexts): boolean => {
  const result = evaluate(String((job.if as unknown as { readonly expression: string }).expression), contexts)
  if (!(result instanceof data.BooleanData)) throw new Error('a guard is a boolean')
  return result.value
}

/** The environment that a step gets from its workflow. */
export const envOf = (step: RunStep, contexts: Contexts): { readonly [name: string]: string } => {
  const env: { [name: string]: string } = {}
  for (const { key, value } of step.env ?? []) {
    const token = value as unknown as { readonly expression?: string }
    env[key.toString()] =
      token.expression === undefined ? value.toString() : evaluate(token.expression, contexts).coerceString()
  }
  return env
}
