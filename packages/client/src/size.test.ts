import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from '@jest/globals'

const source = (file: string) => fileURLToPath(new URL(file, import.meta.url))

it('a bundle of the whole client has less than 10 kB compressed, and imports nothing', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [source('index.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    write: false,
    metafile: true,
  })
  expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThan(10_000)
  expect(Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external))).toEqual(
    [],
  )
})
