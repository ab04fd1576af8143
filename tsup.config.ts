import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { defineConfig, type Options } from 'tsup'

const fpTs = dirname(createRequire(import.meta.url).resolve('fp-ts/package.json'))

/**
 * `fp-ts/lib/*.js` is the one spelling that Node's ESM resolves, and it is CommonJS. io-ts' own modules import
 * `fp-ts/es6/*`: mapping ours to the same files leaves one copy of fp-ts, from which unused parts are dropped.
 */
const oneFpTs: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'one-fp-ts',
  setup(build) {
    build.onResolve({ filter: /^fp-ts\/lib\// }, ({ path }) => ({
      path: join(fpTs, 'es6', path.slice('fp-ts/lib/'.length)),
      sideEffects: false,
    }))
  },
}

/**
 * commander and the reading of revisions name `node:child_process` at their top, and few commands start a process: loading
 * it is a tenth of what `node -e 0` takes.
 */
const processesLater: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'processes-later',
  setup(build) {
    build.onResolve({ filter: /^node:child_process$/ }, ({ path, namespace }) =>
      namespace === 'later' ? { path, external: true } : { path, namespace: 'later' },
    )
    build.onLoad({ filter: /^/, namespace: 'later' }, ({ path }) => ({
      contents: ['spawn', 'spawnSync']
        .map((name) => `exports.${name} = (...args) => require('${path}').${name}(...args)`)
        .join('\n'),
    }))
  },
}

/** `import text from './file?raw'` is the text of a file, as in vite. */
const rawText: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'raw-text',
  setup(build) {
    build.onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.slice(0, -'?raw'.length)),
      namespace: 'raw-text',
    }))
    build.onLoad({ filter: /./, namespace: 'raw-text' }, ({ path }) => ({
      contents: readFileSync(path, 'utf8'),
      loader: 'text',
    }))
  },
}

const entries = {
  index: 'src/index.ts',
  node: 'src/node/index.ts',
  cli: 'src/cli/index.ts',
  testing: 'src/testing/index.ts',
}

const shared: Options = {
  target: 'es2022',
  platform: 'node',
  // The entries of one format share their chunks, so that each module exists once in a program.
  splitting: true,
  // tsup would write `test` for `node:test`.
  removeNodeProtocol: false,
  noExternal: [/^io-ts/, /^fp-ts/, /^@noble\/hashes/, /^diff$/],
  esbuildPlugins: [oneFpTs, rawText],
  esbuildOptions(options) {
    options.mainFields = ['module', 'main']
    options.legalComments = 'none'
  },
  // tsup sets baseUrl, which TypeScript 6 reports as deprecated. Codecs are internal, so the types name no io-ts.
  dts: { entry: entries, compilerOptions: { ignoreDeprecations: '6.0', stripInternal: true } },
  // The two builds run at once: `npm run build` has emptied dist before.
  clean: false,
}

export default defineConfig([
  { ...shared, format: 'esm', entry: entries },
  { ...shared, format: 'cjs', entry: entries },
  // The program is for starting: CommonJS, which Node loads faster than its modules, in few small files with what they need
  // of other packages. ajv alone stays outside, as only `validate` loads it.
  {
    ...shared,
    format: 'cjs',
    entry: { bin: 'src/bin.ts' },
    // What tsup splits CommonJS with breaks the fields of minified classes: so esbuild writes those as older syntax.
    target: 'es2021',
    dts: false,
    minify: true,
    noExternal: [/^(?!ajv)/],
    esbuildPlugins: [oneFpTs, rawText, processesLater],
    // It would write these two itself, and `return"a"??b` without the space behind the keyword, as one unknown name.
    esbuildOptions(options) {
      shared.esbuildOptions?.(options, { format: 'cjs' })
      options.supported = { ...options.supported, 'nullish-coalescing': false, 'optional-chain': false }
    },
  },
])
