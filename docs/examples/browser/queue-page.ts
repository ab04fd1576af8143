// The queue of a log that is dropped on a page: read, folded and shown by this browser alone.
// What this page has to know of the log is in the first half; the second half is the page.

import {
  createLogReader,
  deriveQueue,
  type LogProblem,
  MAX_LINE_BYTES,
  type ProposalEvent,
  type QueueItem,
  type QueueState,
  queueDigest,
  type ReportProblem,
  type RunReport,
  readReport,
  replay,
  STATES,
  type Transition,
} from '@core/hitl-queue'

interface Log {
  readonly name: string
  readonly queue: QueueState
  readonly lines: number
  /** The first of them: a file that is no log at all has one for each of its lines. */
  readonly problems: readonly LogProblem[]
  readonly problemCount: number
}

interface Report {
  readonly report: RunReport | null
  readonly problems: readonly ReportProblem[]
}

const MOST_PROBLEMS = 200

/** A log in pieces, as the file gives them: one of gigabytes is never in memory as a whole. `null` if it cannot be read. */
const readLogFile = async (file: File): Promise<Log | null> => {
  const reader = createLogReader({ duplicateKeys: true })
  const events: ProposalEvent[] = []
  const problems: LogProblem[] = []
  let problemCount = 0
  const take = (read: ReturnType<typeof reader.push>): number => {
    for (const { event } of read.entries) events.push(event)
    problemCount += read.problems.length
    problems.push(...read.problems.slice(0, MOST_PROBLEMS - problems.length))
    return read.lines
  }
  say(`Reading ${file.name}.`)
  const chunks = file.stream().getReader()
  for (let bytes = 0; ; ) {
    const piece = await chunks.read().catch(() => null)
    if (piece === null) return null
    const { done, value } = piece
    if (done) break
    take(reader.push(value))
    bytes += value.length
    progress.value = bytes / file.size
  }
  const lines = take(reader.end())
  return { name: file.name, queue: replay(events), lines, problems, problemCount }
}

const readReportFile = async (file: File): Promise<Report | null> => {
  const bytes = await file.arrayBuffer().catch(() => null)
  return bytes === null ? null : readReport(new Uint8Array(bytes), { file_name: file.name })
}

/**
 * Text of the files as a page may have it. Control characters, and marks that turn or hide the text around them, are
 * spelled out; and there is an end to it.
 */
const printable = (text: string): string => {
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
  return shown.replace(
    /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

const MOST_CHARACTERS = 1000

const chainInWords = ({ proposed_chain: { subject, connective, object, intent } }: QueueItem): string =>
  `${subject} ${connective} ${object} (${intent})`

const replayInWords = ({ replay_evidence: evidence }: QueueItem): string => {
  if (evidence === null) return 'not measured'
  return evidence.replay_equivalent ? 'ok' : `regressed in ${evidence.regressed_metrics.join(', ')}`
}

const decisionInWords = ({ to, note, actor, ratifier_kind, review_date }: Transition): string =>
  [
    to,
    review_date ? `on ${review_date}` : '',
    actor ? `by ${actor}` : '',
    ratifier_kind ? `(${ratifier_kind})` : '',
    note ? `– ${note}` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`

// The page.

const byId = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E

const drop = byId('drop')
const progress = byId<HTMLProgressElement>('progress')
const answer = byId('answer')
const files = byId<HTMLInputElement>('files')
const copy = byId<HTMLButtonElement>('copy')
const state = byId<HTMLSelectElement>('state')
const more = byId<HTMLButtonElement>('more')

/** An element with what is in it. A text goes into the page here, and nowhere else: as text, and printable. */
const element = (name: string, className: string, ...content: readonly (Node | string)[]): HTMLElement => {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...content.map((part) => (typeof part === 'string' ? printable(part) : part)))
  return made
}

const say = (text: string): void => byId('status').replaceChildren(printable(text))

let log: Log | null = null
const reports = new Map<string, Report>()

const take = async (given: readonly File[]): Promise<void> => {
  const [first, ...others] = given.filter(({ name }) => !name.endsWith('.json'))
  if (others.length > 0) return say(`One log at a time, please: these are ${others.length + 1}.`)
  for (const file of given) {
    if (file !== first && file.size > MAX_LINE_BYTES)
      return say(`${file.name} is too long for a run report. The name of a log ends in .jsonl.`)
    const read = file === first ? await readLogFile(file) : await readReportFile(file)
    if (read === null)
      return say(`${file.name} could not be read. It may have changed since, or be a folder: drop its files.`)
    if ('queue' in read) log = read
    else reports.set(file.name, read)
  }
  if (log !== null) show(log)
  else say(`${count(reports.size, 'run report')} read. Now the log.`)
}

let items: readonly QueueItem[] = []

const show = ({ name, queue, lines, problems, problemCount }: Log): void => {
  const read = [...reports.values()].flatMap(({ report }) => report ?? [])
  const ofReports = [...reports.values()].flatMap((report) => report.problems)
  items = deriveQueue(queue, read)
  byId('digest').textContent = queueDigest(queue, read)

  const beyond = problemCount - problems.length
  byId('problems').hidden = problemCount + ofReports.length === 0
  byId('problem-list').replaceChildren(
    ...problems.map((problem) => problemView(`line ${problem.line}`, problem)),
    ...(beyond > 0 ? [element('li', '', `… and ${count(beyond, 'more problem')} in the log`)] : []),
    ...ofReports.map((problem) => problemView(problem.file_name, problem)),
  )
  listItems()
  answer.hidden = false
  say(
    `${name}: ${count(lines, 'line')}, ${count(items.length, 'proposal')}, ${queue.pendingCount} pending; ` +
      `${count(read.length, 'run report')}; ${count(problemCount + ofReports.length, 'problem')}.`,
  )
}

const problemView = (place: string, { code, severity, message }: LogProblem | ReportProblem): HTMLElement =>
  element(
    'li',
    '',
    element('span', 'place', place),
    ' ',
    element('span', `severity ${severity}`, severity),
    ' ',
    element('code', 'code', code),
    element('p', 'message', message),
  )

const itemView = (item: QueueItem): HTMLElement => {
  const { proposal_id, state, source_kind, source_id, contemplation_report_path, review_history } = item
  const fact = (name: string, value: string, className = ''): HTMLElement =>
    element('div', '', element('dt', '', name), element('dd', className, value))
  const facts = [
    fact('replay', replayInWords(item), item.replay_evidence?.replay_equivalent === false ? 'regressed' : ''),
    ...(state === 'pending' ? [fact('age', `${count(item.age_proposals, 'proposal')} came after it`)] : []),
    ...(source_kind === null ? [] : [fact('source', `${source_kind} ${source_id ?? ''}`)]),
    ...(contemplation_report_path === null ? [] : [fact('report', contemplation_report_path)]),
  ]
  const decisions = review_history.map((transition) => element('li', '', decisionInWords(transition)))
  const history = element(
    'details',
    '',
    element('summary', '', count(decisions.length, 'decision')),
    element('ol', '', ...decisions),
  )
  return element(
    'li',
    'item',
    element('span', `state ${state}`, state),
    element('h3', 'chain', chainInWords(item)),
    element('code', 'id', proposal_id),
    element('dl', 'facts', ...facts),
    ...(decisions.length > 0 ? [history] : []),
  )
}

const ITEMS_AT_ONCE = 200

const listItems = (): void => {
  byId('items').replaceChildren()
  listMore()
}

const listMore = (): void => {
  const wanted = state.value === 'all' ? items : items.filter((item) => item.state === state.value)
  const list = byId('items')
  const next = list.children.length
  list.append(...wanted.slice(next, next + ITEMS_AT_ONCE).map(itemView))
  more.hidden = list.children.length === wanted.length
}

state.append(...STATES.map((name) => new Option(name)))
state.addEventListener('change', listItems)
more.addEventListener('click', listMore)

// Where the page comes from a plain http address there is no clipboard: then the digest is there to be selected.
copy.hidden = navigator.clipboard === undefined
copy.addEventListener('click', async () => {
  await navigator.clipboard.writeText(byId('digest').textContent ?? '')
  say('The digest is copied.')
})

// One after the other, so that what was dropped last is what is shown.
let work = Promise.resolve()
let waiting = 0
const busy = (more: number): void => {
  waiting += more
  progress.hidden = waiting === 0
  answer.setAttribute('aria-busy', String(waiting > 0))
}
const takeNext = (given: FileList): void => {
  const list = [...given]
  busy(1)
  const next = (): Promise<void> => take(list).finally(() => busy(-1))
  work = work.then(next, next)
}

files.addEventListener('change', () => {
  if (files.files !== null) takeNext(files.files)
})
// The same file may be chosen again, when it has grown.
files.addEventListener('click', () => {
  files.value = ''
})
document.addEventListener('dragover', (event) => {
  event.preventDefault()
  drop.classList.add('over')
})
document.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) drop.classList.remove('over')
})
document.addEventListener('drop', (event) => {
  event.preventDefault()
  drop.classList.remove('over')
  if (event.dataTransfer === null) return
  files.files = event.dataTransfer.files
  takeNext(event.dataTransfer.files)
})
