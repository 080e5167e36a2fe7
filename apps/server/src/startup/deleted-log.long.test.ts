import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { printedBy } from '../../test/printed-by.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { until } from '../../test/until.ts'
import { useServers } from '../../test/use-servers.ts'

const { databaseUrl, folder, run, runProcess, start } = useServers(async (inFolder) => ({
  url: `sqlite:${inFolder}/data/museum.sqlite`,
  drop: async () => undefined,
}))
const path = () => join(folder(), 'data/museum.sqlite')
const settings = { MUSEUM_ADMIN_PASSWORD: 'a password for the test' }

/** Buys tickets one after another. Returns the status of each response, and the identifiers of the sold tickets. */
const buy = async (server: StartedServer, count: number) => {
  const [statuses, sold]: [number[], string[]] = [[], []]
  for (let n = 0; n < count; n += 1) {
    const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }
    const answer = await server.request('POST', '/tickets', order)
    const { ticketId } = (await answer.json()) as { ticketId: string }
    statuses.push(answer.status)
    if (answer.status === 201) sold.push(ticketId)
  }
  return { statuses: [...new Set(statuses)], sold }
}
const lostOf = async (server: StartedServer, sold: readonly string[]) => {
  const answers = await Promise.all(sold.map((ticketId) => server.request('GET', `/tickets/${ticketId}`)))
  return answers.filter(({ status }) => status !== 200).length
}
const readinessOf = async ({ origin }: StartedServer) => (await fetch(`${origin}/readyz`)).status

const deletions = [
  ['-wal', ['-wal']],
  ['-shm', ['-shm']],
  ['-wal and -shm', ['-wal', '-shm']],
] as const

describe.each(deletions)('when %s of the embedded database is deleted, a server', (_, suffixes) => {
  const deleteFiles = () => Promise.all(suffixes.map((suffix) => rm(path() + suffix)))

  it('sells nothing, is not ready, says so in its log, and has lost nothing when it is killed', async () => {
    const server = await start(settings)
    const before = await buy(server, 20)
    expect(await readinessOf(server)).toBe(200)
    await deleteFiles()
    const after = await buy(server, 3)
    expect(after.statuses).toEqual([503])
    await until(async () => (await readinessOf(server)) === 503)
    expect(server.output.text).toMatch(
      new RegExp(`"level":40.*${path()}${suffixes[0]}, which belongs to the database, was moved, deleted or replaced`),
    )
    await server.stop('SIGKILL')
    const again = await start(settings)
    expect(await lostOf(again, before.sold)).toBe(0)
    expect((await buy(again, 1)).statuses).toEqual([201])
  })

  it('keeps another server and commands from starting, which lose nothing when they start after its end', async () => {
    const server = await start(settings)
    const { sold } = await buy(server, 20)
    await deleteFiles()
    const sentence = expect.stringContaining(
      `has the database ${path()} open, but ${path()}${suffixes[0]} was deleted, moved or replaced`,
    )
    const files = await readdir(join(folder(), 'data'))
    expect(await printedBy('serve', folder(), databaseUrl())).toMatchObject({ code: 1, text: sentence })
    expect(await run('call listSpecialEvents')).toMatchObject({ code: 1, stderr: sentence })
    expect(await run('migrate')).toMatchObject({ code: 1, stderr: sentence })
    expect(await run('backup', {}, join(folder(), 'backup.sqlite'))).toMatchObject({ code: 1, stderr: sentence })
    const doctor = await run('doctor')
    expect(doctor.code).toBe(1)
    expect(doctor.stdout.replaceAll(/\s+/g, ' ')).toContain(
      `has the database ${path()} open, but ${path()}${suffixes[0]} was deleted`,
    )
    expect(await readdir(join(folder(), 'data'))).toEqual(files)

    await server.stop('SIGTERM')
    const again = await start(settings)
    expect(await lostOf(again, sold)).toBe(0)
    expect((await run('doctor')).stdout).not.toContain('was deleted')
  })
})

describe('a server on the embedded database', () => {
  it('sells nothing while -wal is renamed, and goes on when it is moved back', async () => {
    const server = await start(settings)
    const before = await buy(server, 5)
    await rename(`${path()}-wal`, `${path()}-wal.bak`)
    expect((await buy(server, 2)).statuses).toEqual([503])
    expect((await printedBy('serve', folder(), databaseUrl())).code).toBe(1)
    await rename(`${path()}-wal.bak`, `${path()}-wal`)
    const after = await buy(server, 2)
    expect(after.statuses).toEqual([201])
    await server.stop('SIGKILL')
    expect(await lostOf(await start(settings), [...before.sold, ...after.sold])).toBe(0)
  })

  it('loses nothing when -wal is deleted under two servers, whichever ends first', async () => {
    const servers = [await start(settings), await start(settings)] as const
    const sold = (await Promise.all(servers.map((server) => buy(server, 10)))).flatMap((bought) => bought.sold)
    await rm(`${path()}-wal`)
    for (const server of servers) expect((await buy(server, 2)).statuses).toEqual([503])
    for (const server of servers) await server.stop('SIGKILL')
    expect(await lostOf(await start(settings), sold)).toBe(0)
  })

  it('goes on while commands open and close the database, and after another server has ended', async () => {
    const server = await start(settings)
    const other = await start(settings)
    for (const command of ['call getSchedule', 'migrate', 'users list', 'doctor']) {
      expect([command, (await runProcess(command)).code]).toEqual([command, 0])
      expect((await buy(server, 2)).statuses).toEqual([201])
    }
    expect((await run('backup', {}, join(folder(), 'backup.sqlite'))).code).toBe(0)
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await (signal === 'SIGTERM' ? other : await start(settings)).stop(signal)
      expect((await buy(server, 2)).statuses).toEqual([201])
      // The database is probed once a second at most.
      await setTimeout(1_000)
      expect(await readinessOf(server)).toBe(200)
    }
    await server.stop('SIGTERM')
    expect(existsSync(`${path()}-wal`)).toBe(false)
    expect((await buy(await start(settings), 1)).statuses).toEqual([201])
    expect(server.output.text).not.toContain('was moved, deleted or replaced')
  })
})
