import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Plugin, build } from 'esbuild'

const server = new URL('../../apps/server/', import.meta.url)

/** The programs that tests of the server start, by the names of their bundles. */
const programs = {
  museum: fileURLToPath(new URL('bin/museum.ts', server)),
  'command-runner': fileURLToPath(new URL('test/child-scripts/command-runner.ts', server)),
}

/** In a bundle, `import.meta.url` is the URL of the source: it leads to the files beside the source. */
const urlsOfSources: Plugin = {
  name: 'URLs of sources',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/(packages|apps)\/[^/]+\/(src|bin|test)\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!text.includes('import.meta.url')) return undefined
      return { loader: 'ts', contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)) }
    }),
}

/**
 * A package that is imported dynamically stays outside, and is loaded from its own files: of a CommonJS module in a
 * bundle, a dynamic import has no named exports. The canvas does too: it loads a binary module.
 */
const packagesAsTheyAre: Plugin = {
  name: 'packages as they are',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^[a-z@]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      const isOutside = path === '@napi-rs/canvas' || (kind === 'dynamic-import' && !path.startsWith('@museum/'))
      if (!isOutside || pluginData === packagesAsTheyAre) return undefined
      const { errors, path: file } = await resolve(path, { kind, importer, resolveDir, pluginData: packagesAsTheyAre })
      return { errors, path: pathToFileURL(file).href, external: true }
    }),
}

/**
 * In a bundle, hashing a password takes a thousandth of the time. With the usual cost, 0.2 s for each server
 * that makes its administrator and for each password that it verifies, this is half of what the processes of the tests
 * take. A hash is verified with the cost that it contains; the tests of `adapters-access` are about the usual one.
 */
const cheapPasswordHashes: Plugin = {
  name: 'cheap password hashes',
  setup: ({ onLoad, onEnd }) => {
    let isFound = false
    onLoad({ filter: /\/adapters-access\/src\/scrypt-cost\.ts$/ }, () => {
      isFound = true
      return { contents: 'export const scryptCost = { logCost: 5, blockSize: 8, parallelization: 3 }' }
    })
    onEnd(() => (isFound ? {} : { errors: [{ text: 'The module with the cost of a password hash is not found.' }] }))
  },
}

/**
 * Writes a bundle of each program, `museum.mjs` and `command-runner.mjs`, into the folder: the sources and the packages
 * that they import, in a few files. Such a process takes a third of the processor time until it has loaded its 1,200
 * modules.
 */
export const bundlePrograms = async (folder: string): Promise<void> => {
  // For the packages that are CommonJS modules.
  const require = `requireFrom(${JSON.stringify(pathToFileURL(programs.museum).href)})`
  await build({
    entryPoints: programs,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What the program imports when it needs it, the bundle does too.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: `node${process.versions.node}`,
    conditions: ['@museum/source'],
    keepNames: true,
    banner: { js: `import { createRequire as requireFrom } from 'node:module'\nconst require = ${require}` },
    plugins: [packagesAsTheyAre, cheapPasswordHashes, urlsOfSources],
    logLevel: 'warning',
  })
}
