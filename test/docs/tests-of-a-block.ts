/** Stands for vitest in a block of the documentation that has tests: keeps them, to be run as part of the block. */
const tests: { readonly name: string; readonly run: () => unknown }[] = []

/** What a block imports. @public */
export const it = (name: string, run: () => unknown): void => {
  tests.push({ name, run })
}

/** Runs what the last block has left. One that has tests has left some. */
export const runTests = async (expected: boolean): Promise<void> => {
  const left = tests.splice(0)
  if (expected !== left.length > 0) throw new Error(`The block has left ${left.length} tests.`)
  for (const { name, run } of left) {
    try {
      await run()
    } catch (cause) {
      throw new Error(`${name} does not hold`, { cause })
    }
  }
}
