import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'

/** The system's Chromium, or `null` where there is none. */
export const CHROMIUM =
  spawnSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).stdout.trim() || null

/** A browser with a profile of its own within `temp`, and without a network. */
export const openChromium = async (temp: string): Promise<BrowserContext> => {
  const context = await chromium.launchPersistentContext(join(temp, 'profile'), {
    executablePath: CHROMIUM ?? 'chromium',
    chromiumSandbox: false,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // A slow machine is no failing test.
  context.setDefaultTimeout(0)
  return context
}
