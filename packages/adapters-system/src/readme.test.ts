import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'

it('the example in README.md prints what README.md says', async () => {
  const packageFolder = fileURLToPath(new URL('..', import.meta.url))
  const readme = await readFile(`${packageFolder}/README.md`, 'utf8')
  const [, example] = /```ts\n([^]*?)```/.exec(readme)!
  const [, output] = /```text\n([^]*?)```/.exec(readme)!
  const args = ['--conditions=@museum/source', '--input-type=module-typescript', '--eval', example!]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: packageFolder })
  expect(stdout).toBe(output)
})
