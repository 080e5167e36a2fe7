import { readFile } from 'node:fs/promises'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Plugin, build } from 'esbuild'

const server = new URL('../../apps/server/', import.meta.url)

/** The programs that tests of the server start, by the names of their bundles. */
export const programs = {
  museum: fileURLToPath(new URL('bin/museum.ts', server)),
  'command-runner': fileURLToPath(new URL('test/child-scripts/command-runner.ts', server)),
}

/** Keeps `import.meta.url` the URL of the source in a bundle, so that it leads to the files beside the source. */
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
 * Leaves packages that are imported dynamically out of the bundle, since a dynamic import of a CommonJS module in a
 * bundle has no named exports. Leaves out the canvas, too, since it loads a binary module.
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

/** Replaces the cost of a password hash in a bundle by the cost in `cheap-scrypt-cost.ts`. */
const cheapPasswordHashes: Plugin = {
  name: 'cheap password hashes',
  setup: ({ onResolve, onEnd }) => {
    let isFound = false
    onResolve({ filter: /^\.\/scrypt-cost\.ts$/ }, () => {
      isFound = true
      return { path: fileURLToPath(new URL('cheap-scrypt-cost.ts', import.meta.url)) }
    })
    onEnd(() => (isFound ? {} : { errors: [{ text: 'The module with the cost of a password hash is not found.' }] }))
  },
}

/**
 * Writes a bundle of each program, `museum.mjs` and `command-runner.mjs`, into the folder: the sources and the packages
 * that they import, in a few files. A bundle takes a third of the processor time to load that the 1,200 modules take.
 */
export const bundlePrograms = async (folder: string): Promise<void> => {
  // For the packages that are CommonJS modules.
  const require = `requireFrom(${JSON.stringify(pathToFileURL(programs.museum).href)})`
  await build({
    entryPoints: programs,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Dynamic imports stay dynamic in the bundle.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: `node${process.versions.node}`,
    conditions: ['@museum/source'],
    banner: { js: `import { createRequire as requireFrom } from 'node:module'\nconst require = ${require}` },
    plugins: [packagesAsTheyAre, cheapPasswordHashes, urlsOfSources],
    logLevel: 'warning',
  })
}
