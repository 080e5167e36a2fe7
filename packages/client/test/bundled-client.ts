import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** The client, or another entry of it, in one minified file, as a bundler makes it for a page. `imports` are left to the page. */
export const bundledClient = async (entry = 'index.ts') => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`../src/${entry}`, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    write: false,
    metafile: true,
  })
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path))
  return { code: outputFiles[0]!.text, imports }
}
