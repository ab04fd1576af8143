/** Where the run reports are when nothing else is said (spec §2). @public */
export const DEFAULT_RUNS = 'contemplation/runs'
