import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { installPackedPackages } from './packages/install-packed-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Copies an example to an empty folder outside of the workspace, and installs the packed packages there. */
const copyExample = async (name: string, packages: readonly string[], tools: readonly string[]) => {
  const folder = mkdtempSync(join(tmpdir(), `museum-${name}-`))
  folders.push(folder)
  cpSync(join(root, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !/\/(node_modules|packages)$/.test(path),
  })
  await installPackedPackages(folder, packages, tools)
  return folder
}

/** Runs a script of the example's package.json with the workspace's Node, and returns what it prints. Fails when it fails. */
const runScript = async (folder: string, script: string) => {
  // Test runners mark the processes that they start, and Node its test processes.
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, JEST_WORKER_ID: ___, NODE_ENV: ____, ...environment } = process.env
  const env = { ...environment, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`, NO_COLOR: '1' }
  const run = promisify(execFile)('npm', ['run', '--silent', script], { cwd: folder, env })
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`npm run ${script} failed:\n${error.stdout}\n${error.stderr}`)
  })
  return stdout + stderr
}

describe('examples/domain-in-tests, on packed packages,', () => {
  let folder = ''
  beforeAll(async () => {
    const tools = ['@jest/globals', '@types/node', 'jest', 'typescript', 'vitest']
    folder = await copyExample('domain-in-tests', ['@museum/testing'], tools)
  }, 600_000)

  it('passes its tests', async () => {
    expect(await runScript(folder, 'test')).toMatch(/^ℹ fail 0$/m)
  })

  it('compiles', async () => {
    expect(await runScript(folder, 'typecheck')).toBe('')
  })

  it.each([
    ['node', 'node-test.mjs', 'node:test', /^ℹ pass (\d+)$/m],
    ['vitest', 'vitest.mjs', 'vitest', /Tests +(\d+) passed/],
    ['jest', 'jest.mjs', '@jest/globals', /Tests: +(\d+) passed/],
  ])('runs contracts in the test runner: npm run test:%s', async (runner, file, module, passed) => {
    const countPassed = async () => Number(passed.exec(await runScript(folder, `test:${runner}`))?.[1])
    expect(await countPassed()).toBe(14)
    const contract = join(folder, 'runners', file)
    const text = readFileSync(contract, 'utf8')
    writeFileSync(contract, everyRepositoryContract(module))
    expect(await countPassed()).toBeGreaterThan(150)
    writeFileSync(contract, text)
  })

  it.each(['node', 'vitest', 'jest'])('fails for a repository with a fault: npm run test:%s', async (runner) => {
    const repository = join(folder, 'src/sqlite-user-repository.mjs')
    const text = readFileSync(repository, 'utf8')
    const faulty = text.replace('order by username', 'order by username desc')
    expect(faulty).not.toBe(text)
    writeFileSync(repository, faulty)
    const run = runScript(folder, `test:${runner}`)
    await expect(run.finally(() => writeFileSync(repository, text))).rejects.toThrow(
      "to equal [ { username: 'Admin', …(3) }, …(5) ]",
    )
  })
})

/** A test file that runs the contracts of all repositories in memory. */
const everyRepositoryContract = (runner: string) => `
import { describe, it } from '${runner}'
import * as contracts from '@museum/testing/contracts'
import { inMemoryRepositories } from '@museum/testing'

const open = async () => {
  let milliseconds = Date.now()
  const repositories = inMemoryRepositories(() => milliseconds)
  return { one: repositories, other: repositories, age: async (seconds) => (milliseconds += seconds * 1_000) }
}
for (const [name, contract] of Object.entries(contracts))
  if (/^(ticket(List|Cancellation)|messageRecording|mailDelivery)|Repository/.test(name))
    contract({ describe, it }, 'memory', open)
`

describe('examples/kiosk, on packed packages,', () => {
  let folder = ''
  beforeAll(async () => {
    const packages = ['application', 'testing', 'adapters-persistence', 'adapters-signing', 'adapters-system']
    const tools = ['@napi-rs/canvas', '@types/node', '@types/qrcode', 'jsqr', 'kysely', 'qrcode', 'typescript']
    folder = await copyExample(
      'kiosk',
      packages.map((name) => `@museum/${name}`),
      tools,
    )
  }, 600_000)

  it('passes its tests', async () => {
    expect(await runScript(folder, 'test')).toMatch(/^ℹ fail 0$/m)
  })

  it('compiles', async () => {
    expect(await runScript(folder, 'typecheck')).toBe('')
  })
})
