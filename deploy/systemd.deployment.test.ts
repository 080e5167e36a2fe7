import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { program } from '../apps/server/test/programs.ts'
import { startProgram } from '../apps/server/test/start-server.ts'
import { findPortBelowEphemeralRange } from '../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { findProgram } from './find-program.ts'

const units = ['museum.socket', 'museum@.service', 'museum-backup.service', 'museum-backup.timer']
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'museum-units-'))
  for (const unit of units) {
    const text = await readFile(new URL(unit, import.meta.url), 'utf8')
    // systemd checks that the program exists.
    await writeFile(join(folder, unit), text.replaceAll('/opt/museum/current/node', process.execPath))
  }
})
afterAll(() => rm(folder, { recursive: true }))

/** Has systemd read `museum-backup.service` with the command for MySQL, as docs/install.md installs it. */
const addMysqlBackup = async () => {
  await mkdir(join(folder, 'museum-backup.service.d'))
  const text = await readFile(new URL('museum-backup-mysql.conf', import.meta.url), 'utf8')
  await writeFile(join(folder, 'museum-backup.service.d/mysql.conf'), text)
}

const analyze = (...args: readonly string[]) =>
  promisify(execFile)(findProgram('systemd-analyze', 'systemd'), args, { cwd: folder })

it('systemd understands each line of the units', async () => {
  const { stdout, stderr } = await analyze('verify', ...units.map((unit) => join(folder, unit)))
  // A line that systemd does not understand is a warning.
  expect(stdout + stderr).toBe('')
})

it.each([
  ['museum@.service', 1.5],
  ['museum-backup.service', 2.5],
])('the exposure of %s, as systemd rates it from 0 to 10, is at most %f', async (unit, limit) => {
  const { stdout } = await analyze('security', '--offline=true', '--no-pager', join(folder, unit))
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout)!
  expect(Number(exposure)).toBeLessThanOrEqual(limit)
})

it('systemd understands each line of the backup of MySQL, which replaces that of the embedded database', async () => {
  await addMysqlBackup()
  try {
    const { stdout, stderr } = await analyze('verify', join(folder, 'museum-backup.service'))
    expect(stdout + stderr).toBe('')
  } finally {
    await rm(join(folder, 'museum-backup.service.d'), { recursive: true })
  }
})

it('the server listens at the socket that systemd-socket-activate passes to it, and answers the connection that started it', async () => {
  const port = await findPortBelowEphemeralRange()
  const words = [process.execPath, '--conditions=@museum/source', program, 'serve']
  const activate = [findProgram('systemd-socket-activate', 'systemd'), `--listen=127.0.0.1:${port}`]
  const server = startProgram([...activate, `--setenv=MUSEUM_PORT=${port}`, ...words], folder)
  try {
    await waitUntilListening(server)
    const response = await fetch(`http://127.0.0.1:${port}/readyz`)
    expect(await response.json()).toEqual({ status: 'ready', writes: true })
    await server.waitForOutput(/"socket":"inherited","msg":"the server is listening"/)
    server.child.kill('SIGTERM')
    expect(await server.exited).toEqual({ code: 0, signal: null })
  } finally {
    server.child.kill('SIGKILL')
  }
})

/** `systemd-socket-activate` says so on its standard error. */
const waitUntilListening = async ({ child, output }: ReturnType<typeof startProgram>) => {
  while (!output.text.includes('Listening on')) await once(child.stderr!, 'data')
}
