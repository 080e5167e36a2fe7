import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { folderOfNode } from './packages/installed-runtime.ts'
import { packedPackages, tarballsOf } from './packages/packed-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'museum-examples-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs npm with a version of Node, and returns what it prints. */
const npm = async (cwd: string, args: readonly string[], node = dirname(process.execPath)) => {
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, JEST_WORKER_ID: ___, NODE_ENV: ____, ...environment } = process.env
  const env = { ...environment, PATH: `${node}:${process.env['PATH']}`, NO_COLOR: '1' }
  return (await promisify(execFile)('npm', args, { cwd, env })).stdout
}
const install = (cwd: string, ...packages: readonly string[]) =>
  npm(cwd, ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages])

describe.each([
  ['domain-in-tests', ['@museum/testing'], ['test', 'test:node', 'test:vitest', 'test:jest', 'typecheck']],
  [
    'kiosk',
    ['@museum/testing', '@museum/adapters-persistence', '@museum/adapters-signing', '@museum/adapters-system'],
    ['test', 'typecheck'],
  ],
])('examples/%s, installed by npm as its README says,', (name, packages, scripts) => {
  const project = join(folder, name)
  beforeAll(async () => {
    cpSync(join(root, 'examples', name), project, {
      recursive: true,
      filter: (path) => !/\/(node_modules|packages)$/.test(path),
    })
    await install(project, ...tarballsOf(await packedPackages(), ...packages))
  }, 600_000)

  it.each([22, 26] as const)('passes its tests on Node %d', async (version) => {
    const node = await folderOfNode(version)
    expect(await npm(project, ['exec', '--call', 'node --version'], node)).toMatch(new RegExp(`^v${version}\\.`))
    for (const script of scripts) await npm(project, ['run', '--silent', script], node)
  })
})
