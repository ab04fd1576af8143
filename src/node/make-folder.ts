import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { syncFolder } from './append.js'

/** Makes a folder and those above it, where they are missing, so that they last. @internal */
export const makeFolder = (path: string): void => {
  const first = mkdirSync(path, { recursive: true })
  if (first === undefined) return
  for (let made = resolve(path); ; made = dirname(made)) {
    syncFolder(dirname(made))
    if (made === resolve(first)) return
  }
}
