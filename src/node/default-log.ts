/** Where the log is when nothing else is said (spec §2). @public */
export const DEFAULT_LOG = 'teaching/proposals/proposals.jsonl'
