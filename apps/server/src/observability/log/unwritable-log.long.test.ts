import { execFileSync, spawn } from 'node:child_process'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { findPortBelowEphemeralRange } from '../../../../../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { aTemporaryFolder } from '../../../test/a-temporary-folder.ts'
import { startCommand } from '../../../test/start-server.ts'

let folder: string
let cleanUps: (() => unknown)[]
beforeEach(async () => {
  const temporary = await aTemporaryFolder()
  folder = temporary.folder
  cleanUps = [temporary.remove]
})
afterEach(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

/** Starts a server with this file as its standard output, and resolves when it answers. */
const serverWritingTo = async (stdout: FileHandle) => {
  cleanUps.push(() => stdout.close())
  const port = await findPortBelowEphemeralRange()
  const environment = { MUSEUM_PORT: String(port), MUSEUM_ADMIN_PASSWORD: 'a password for the test' }
  const server = startCommand('serve', folder, { environment, stdout: stdout.fd })
  cleanUps.push(() => void server.child.kill('SIGKILL'))
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.status)
  while ((await get('/healthz').catch(() => 0)) !== 200) await new Promise((resolve) => setTimeout(resolve, 20))
  return { ...server, get }
}

const getMany = async (count: number, get: (path: string) => Promise<number>, path: string) => {
  const statuses = new Set<number>()
  for (let n = 0; n < count; n += 50)
    for (const status of await Promise.all(Array.from({ length: 50 }, () => get(path)))) statuses.add(status)
  return [...statuses]
}

describe('a server whose log cannot be written', () => {
  it('answers every request and stops on SIGTERM when the disk is full', async () => {
    const server = await serverWritingTo(await open('/dev/full', 'w'))
    expect(await getMany(500, server.get, '/healthz')).toEqual([200])
    server.child.kill('SIGTERM')
    expect(await server.exited).toEqual({ code: 0, signal: null })
  })

  it('answers every request while the pipe of the log is not read, and logs the number of lost lines once it is', async () => {
    const path = join(folder, 'log')
    execFileSync('mkfifo', [path])
    const server = await serverWritingTo(await open(path, 'r+'))
    // 500 characters of each path are logged: in total more than the pipe and the server can hold.
    expect(await getMany(7_500, server.get, `/${'x'.repeat(2_000)}`)).toEqual([404])

    const reader = spawn('cat', [path])
    cleanUps.push(() => void reader.kill())
    let text = ''
    const lostLines = () => /"lostLines":(\d+)/.exec(text)?.[1]
    for await (const chunk of reader.stdout) {
      text += String(chunk)
      if (lostLines() !== undefined) break
    }
    const logged = text.match(/"path":"\/x{499}"/g)!
    expect(logged.length).toBeGreaterThan(500)
    expect(logged.length + Number(lostLines())).toBeGreaterThanOrEqual(7_500)
    expect(text).not.toContain('x'.repeat(500))
  })

  it('stops on SIGTERM while the pipe of the log is not read', async () => {
    const path = join(folder, 'log')
    execFileSync('mkfifo', [path])
    const server = await serverWritingTo(await open(path, 'r+'))
    await getMany(1_000, server.get, `/${'x'.repeat(500)}`)
    server.child.kill('SIGTERM')
    expect(await server.exited).toEqual({ code: 0, signal: null })
  })
})
