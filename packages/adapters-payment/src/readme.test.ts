import { fileURLToPath } from 'node:url'
import { expect, it } from '@jest/globals'
import { runReadmeExample } from '../../../tools/run-readme-example.ts'

it('the example in README.md prints what README.md says', async () => {
  const { printed, documented } = await runReadmeExample(fileURLToPath(new URL('..', import.meta.url)))
  expect(printed).toBe(documented)
})
