import { defineConfig } from 'vitest/config'

// The tests that judge mutants of the decisions and the queue: pure ones, as each of them runs hundreds of times.
// Every property starts from one seed, so that the score is that of the tests and not of a draw.

export default defineConfig({
  test: {
    include: ['test/{decisions,queue}/*.test.ts', 'test/properties/{decisions,fold}.test.ts'],
    isolate: false,
    setupFiles: ['test/mutation-seed.ts'],
    testTimeout: 600_000,
  },
})
