import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // It imports JSON as Node 20 does not.
    server: { deps: { inline: [/@actions\/workflow-parser/] } },
    reporters: process.env.CI ? ['default', ['json', { outputFile: 'temp/vitest.json' }]] : ['default'],
    coverage: { include: ['src/**'] },
    // A slow machine is no failing test.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
