import type { Io } from './io.js'

/** How far a read has come. @internal */
export interface Progress {
  update(bytes: number, of: number): void
  stop(): void
}

/** A bar on stderr for a read that takes longer than a second on a terminal (spec §6). @internal */
export const watchProgress = async (io: Io): Promise<Progress> => {
  if (!io.errIsTerminal) return { update: () => {}, stop: () => {} }
  const { SingleBar } = (await import('cli-progress')).default
  const started = performance.now()
  let bar: InstanceType<typeof SingleBar> | null = null
  return {
    update: (bytes, of) => {
      if (bar === null && of > 0 && performance.now() - started > 1000) {
        bar = new SingleBar({
          format: 'reading {bar} {percentage}%',
          clearOnComplete: true,
          hideCursor: true,
        })
        bar.start(of, bytes)
      }
      bar?.update(bytes)
      // The read is synchronous, so the bar's own timer never comes to draw it.
      bar?.render?.()
    },
    stop: () => bar?.stop(),
  }
}
