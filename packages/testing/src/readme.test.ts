import { describe, expect, it } from '@jest/globals'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
/** The examples that define tests. */
const examples = Array.from(readme.matchAll(/^```ts\n(.*?)^```$/gms), ([, code]) => code!).filter((code) =>
  code.includes("from 'node:test'"),
)
/** The parts that the examples leave to the reader. */
const given = `const openDirectory = async () => ({ users: inMemoryRepositories().users, close: async () => {} })`

describe('the tests in the README', () => {
  it('are one of a museum in memory and one of a repository', () => {
    expect(examples).toHaveLength(2)
  })

  it.each(examples.map((_, n) => n))('pass in node:test (%#)', async (n) => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--conditions=@museum/source',
        '--input-type=module-typescript',
        '--test-reporter=tap',
        '--eval',
        `${examples[n]}\n${given}`,
      ],
      { cwd: fileURLToPath(new URL('..', import.meta.url)), env },
    )
    expect(stdout).toMatch(/^# pass [1-9]/m)
    expect(stdout).toMatch(/^# fail 0$/m)
  })
})
