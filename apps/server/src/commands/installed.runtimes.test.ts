import { execFile } from 'node:child_process'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { folderOfNode } from '../../../../tools/packages/installed-runtime.ts'
import { packedPackages, tarballsOf } from '../../../../tools/packages/packed-packages.ts'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { basicAuth, environmentOf, startProgram } from '../../test/start-server.ts'

const run = promisify(execFile)
const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
  engines: { node: string }
}

describe('the packed server, installed with npm install --global', () => {
  let museum = ''
  let packages = ''
  const folders: Awaited<ReturnType<typeof aTemporaryFolder>>[] = []
  const aFolder = async () => {
    const folder = await aTemporaryFolder()
    folders.push(folder)
    return folder.folder
  }
  /** The environment of a command that runs on a version of Node. */
  const withNode = async (version: 22 | 24 | 26) => ({
    PATH: `${await folderOfNode(version)}:${process.env['PATH']}`,
  })
  beforeAll(async () => {
    const prefix = await aFolder()
    const tarballs = tarballsOf(await packedPackages(), '@museum/server')
    const args = [
      '--global',
      '--prefix',
      prefix,
      '--engine-strict',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      ...tarballs,
    ]
    await run('npm', ['install', ...args], { env: environmentOf(await withNode(26)) })
    museum = join(prefix, 'bin/museum')
    packages = join(prefix, 'lib/node_modules')
  }, 600_000)
  afterAll(() => Promise.all(folders.map(({ remove }) => remove())))

  it('has the command museum', async () => {
    const { stdout } = await run(museum, ['--version'], { env: environmentOf(await withNode(26)) })
    expect(stdout.trim()).toBe(manifest.version)
    const help = await run(museum, ['help', 'users'], { env: environmentOf(await withNode(26)) })
    expect(help.stdout).toContain('museum users add')
  })

  it('depends on one package with an install script, as README.md says', async () => {
    const withScripts = new Set<string>()
    for await (const path of glob('**/package.json', { cwd: packages })) {
      const manifest = JSON.parse(await readFile(join(packages, path), 'utf8')) as {
        name?: string
        scripts?: Readonly<Record<string, string>>
      }
      const names = Object.keys(manifest.scripts ?? {})
      if (['preinstall', 'install', 'postinstall'].some((name) => names.includes(name))) withScripts.add(manifest.name!)
    }
    expect([...withScripts]).toEqual(['@scarf/scarf'])
  })

  it('serves the API, its reference and the image of a ticket, and stops at SIGTERM', async () => {
    const folder = await aFolder()
    const password = 'a password of the administrator'
    const environment = { ...(await withNode(26)), MUSEUM_PORT: '0', MUSEUM_ADMIN_PASSWORD: password }
    const server = startProgram([museum, 'serve'], folder, { environment })
    try {
      const [, origin] = await server.waitForOutput(/"address":"(http:\/\/127\.0\.0\.1:\d+)\/v1\.1"/)
      const headers = { Authorization: basicAuth('admin', password), 'Content-Type': 'application/json' }
      const hours = await fetch(`${origin}/v1.1/museum-hours?limit=1`, { headers })
      const [{ date: ticketDate }] = (await hours.json()) as [{ date: string }]
      const body = JSON.stringify({ ticketType: 'general', ticketDate, email: 'visitor@example.org' })
      const sale = await fetch(`${origin}/v1.1/tickets`, { method: 'POST', headers, body })
      expect(sale.status).toBe(201)
      const { ticketId } = (await sale.json()) as { ticketId: string }
      const image = await fetch(`${origin}/v1.1/tickets/${ticketId}/qr`, { headers })
      expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
      const page = await fetch(`${origin}/docs`)
      const [, script] = /<script[^>]* src="([^"]+)"/.exec(await page.text())!
      expect([page.status, (await fetch(new URL(script!, page.url))).status]).toEqual([200, 200])
      server.child.kill('SIGTERM')
      expect(await server.exited).toEqual({ code: 0, signal: null })
    } finally {
      server.child.kill('SIGKILL')
    }
  }, 600_000)

  it.each([22, 24] as const)('says which Node it needs when it is started with Node %i', async (version) => {
    const environment = environmentOf(await withNode(version))
    const oldest = /^>=(\d+)\.0\.0$/.exec(manifest.engines.node)?.[1]
    await expect(run(museum, ['--version'], { env: environment })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(`^museum needs Node ${oldest} or later; this is Node ${version}\\.\\d+\\.\\d+\\.\\n$`),
      ),
    })
  })
})
