import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { folderOfNode, installedFromRegistry } from '../../../tools/packages/installed-runtime.ts'
import { packedPackages, tarballsOf } from '../../../tools/packages/packed-packages.ts'
import { credentials, useMuseum } from '../test/start-museum.ts'
import { useUnreliableProxy } from '../test/unreliable-proxy.ts'

const run = promisify(execFile)
const document = readFileSync(new URL('../../../docs/admission-code.md', import.meta.url), 'utf8')
const { publicKey, vectors } = JSON.parse(/```json\n([^]*?)```/.exec(document)![1]!) as {
  publicKey: string
  vectors: readonly { code: string; ticketId: string }[]
}
const keys = [1, 255].map((kid) => ({ kty: 'OKP', crv: 'Ed25519', kid: String(kid), x: publicKey, use: 'sig' }))
const codes = [...vectors.map(({ code }) => code), vectors[0]!.code.replace(/.$/, 'A')]

/** The runtimes, each with the path of its program. */
const runtimes = [
  ...([20, 22, 24, 26] as const).map(
    (version) => [`Node ${version}`, async () => join(await folderOfNode(version), 'node')] as const,
  ),
  ['Bun', async () => join(await installedFromRegistry('bun@1.4.4'), 'node_modules/bun/bin/bun.exe')] as const,
]

const npmInstall = (folder: string, ...packages: readonly string[]) =>
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], { cwd: folder })

describe('the packed client, installed in an empty project', () => {
  const museum = useMuseum()
  const proxy = useUnreliableProxy(museum.origin)
  let project = ''
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'museum-client-'))
    await writeFile(join(project, 'package.json'), '{ "type": "module" }')
    await npmInstall(project, ...tarballsOf(await packedPackages(), '@museum/client'))
    await copyFile(fileURLToPath(new URL('../test/runtime-program.mjs', import.meta.url)), join(project, 'program.mjs'))
  }, 600_000)
  afterAll(() => rm(project, { recursive: true, force: true }))

  it.each(runtimes)(
    'buys one ticket when the response is lost, and verifies codes, on %s',
    async (_, program) => {
      proxy.next('response lost')
      const { username, password } = credentials
      const args = ['program.mjs', proxy.baseUrl(), username, password, JSON.stringify({ keys, codes })]
      const { stdout } = await run(await program(), args, { cwd: project })
      expect(JSON.parse(stdout)).toEqual({
        message: 'Museum general entry ticket purchased',
        isPng: 'PNG',
        dates: expect.arrayContaining(['2030-05-08', '2030-05-09', '2030-05-10']),
        problem: true,
        aborted: 'AbortError',
        tickets: [...vectors.map(({ ticketId }) => ticketId), null],
      })
      const purchases = proxy.requests().filter(({ method }) => method === 'POST')
      expect(purchases.map(({ headers }) => headers['idempotency-key'])).toEqual([
        expect.any(String),
        purchases[0]!.headers['idempotency-key'],
      ])
    },
    600_000,
  )
})
