import { gzipSync } from 'node:zlib'
import { expect, it } from '@jest/globals'
import { bundledClient } from '../test/bundled-client.ts'

it('a bundle of the whole client has less than 6.6 kB compressed, as README.md says, and imports nothing', async () => {
  const { code, imports } = await bundledClient()
  expect(gzipSync(code).length).toBeLessThan(6600)
  expect(imports).toEqual([])
})
it('a bundle of the gate has less than 8 kB compressed, as README.md says, and imports nothing', async () => {
  const { code, imports } = await bundledClient('gate/index.ts')
  expect(gzipSync(code).length).toBeLessThan(8000)
  expect(imports).toEqual([])
})
