/** Where the run reports are when nothing else is said (spec §2). @public */
export const DEFAULT_RUNS = 'contemplation/runs'

/** Where a report stands: the folder as given, without slashes at its end, one `/`, the file name (spec §2.4). @internal */
export const reportPath = (runs: string, file_name: string): string =>
  `${runs.replace(/\/+$/, '')}/${file_name}`
