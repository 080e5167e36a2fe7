import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { openDatabase } from '@museum/adapters-persistence'
import { sql } from 'kysely'
import { aLog } from '../../test/a-log.ts'
import { newDatabase } from '../../test/databases.ts'
import { until } from '../../test/until.ts'
import { useServers } from '../../test/use-servers.ts'
import { startGivingBack } from './tasks.ts'

describe('giving back the places of reservations whose time is over', () => {
  it('goes on until there are none, at the start and after each interval, until the task is stopped', async () => {
    const { log, lines } = aLog()
    let [left, calls] = [3, 0]
    const giveBackEnded = async () => {
      calls += 1
      await sleep(1)
      left = Math.max(0, left - 1)
      return left > 0
    }
    const task = startGivingBack({ giveBackEnded }, log, 20)
    await until(async () => left === 0, 5)
    left = 2
    await until(async () => left === 0, 5)
    left = Number.POSITIVE_INFINITY
    await sleep(50)
    await task.stop()
    const before = calls
    await sleep(50)
    expect([calls, lines]).toEqual([before, []])
  })

  it('logs an error of the database once a minute, and goes on when it works again', async () => {
    const { log, lines } = aLog()
    let calls = 0
    const giveBackEnded = async () => {
      calls += 1
      if (calls < 4) throw new Error('no database')
      return false
    }
    const task = startGivingBack({ giveBackEnded }, log, 5)
    await until(async () => calls > 4, 5)
    await task.stop()
    expect(lines).toMatchObject([{ level: 40, msg: expect.stringContaining('could not be given back') }])
  })
})

describe('a server', () => {
  const { start, databaseUrl, after } = useServers(newDatabase)
  const settings = { MUSEUM_ADMIN_PASSWORD: 'a password for the test' }

  it('gives the places of a reservation back within seconds once its time is over, and removes it after a week', async () => {
    const server = await start(settings)
    const database = openDatabase(databaseUrl())
    after(() => database.close())
    const body = {
      items: [{ ticketType: 'general', ticketDate: '2040-05-17', quantity: 3 }],
      email: 'visitor@example.org',
    }
    const reserve = async () =>
      (await (await server.request('POST', '/reservations', body)).json()) as { reservationId: string }
    const taken = async () => {
      const answer = await server.request('GET', '/availability?startDate=2040-05-17&endDate=2040-05-17')
      return ((await answer.json()) as { generalEntry: { sold: number; held?: number } }[])[0]!.generalEntry
    }
    const [ended, held] = [await reserve(), await reserve()]
    expect(await taken()).toMatchObject({ sold: 0, held: 6 })
    /** Lets time pass for the first reservation. */
    const age = async (days: number) => {
      const earlier = (column: string) => sql<never>`${sql.ref(column)} - ${days * 86_400_000}`
      const id = Buffer.from(ended.reservationId.replaceAll('-', ''), 'hex') as never
      await database.kysely
        .updateTable('reservation')
        .set({ held_until: earlier('held_until') })
        .where('reservation_id', '=', id)
        .execute()
      await database.kysely
        .updateTable('held_place')
        .set({ expires_at: earlier('expires_at') })
        .where('reservation_id', '=', id)
        .execute()
    }
    await age(8)
    await until(async () => (await taken()).held === 3)
    expect(await (await server.request('GET', `/reservations/${ended.reservationId}`)).json()).toMatchObject({
      state: 'expired',
      email: 'visitor@example.org',
    })
    // The next start does not wait a minute.
    await start(settings)
    const status = async ({ reservationId }: typeof ended) =>
      (await server.request('GET', `/reservations/${reservationId}`)).status
    await until(async () => (await status(ended)) === 404)
    expect([await status(held), await taken()]).toMatchObject([200, { held: 3 }])
    expect(server.output.text).not.toContain('"level":40')
  })
})
