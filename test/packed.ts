import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** The package as its users have it: packed, and installed into a folder within `temp`, with other packages beside it. */
export const installPacked = (temp: string, ...beside: readonly string[]): string => {
  if (!existsSync(join(root, 'dist/index.js'))) throw new Error('dist/ is empty: `npm run build` first')
  const folder = join(temp, 'consumer')
  mkdirSync(folder)
  npm(root, 'pack', '--ignore-scripts', '--pack-destination', temp)
  const tarball = readdirSync(temp).find((name) => name.endsWith('.tgz'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true }')
  npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', `../${tarball}`, ...beside)
  return folder
}

function npm(cwd: string, ...args: readonly string[]): void {
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^npm_(?:lifecycle|package|config_local_prefix)/.test(name),
  )
  execFileSync('npm', args, { cwd, env: Object.fromEntries(environment), stdio: 'pipe' })
}
