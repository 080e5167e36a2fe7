import { describe, expect, it } from '@jest/globals'
import { type Museum, Unavailable } from '@museum/application'
import { CalendarDate, Instant, isRefusal } from '@museum/domain'
import { aMuseum } from '@museum/testing'
import { anOrder } from '@museum/testing/examples'
import { aLog } from '../../test/a-log.ts'
import { startPurchaserDataExpiry } from './tasks.ts'

const noonOf = (date: string) => Instant(Date.parse(`${date}T12:00:00Z`))
const until = async (condition: () => boolean) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}

describe('the expiry of the data of purchasers', () => {
  it('erases the data of tickets once their date is more than that many days ago: at the start, and once on every later date', async () => {
    let [now, today] = [noonOf('2030-05-01'), CalendarDate('2030-05-01')]
    const museum = aMuseum({ now: () => now })
    const buy = async (date: string) => {
      const ticket = await museum.buyMuseumTickets(anOrder({ ticketDate: CalendarDate(date) }))
      if (isRefusal(ticket)) throw new Error(ticket.because)
      return ticket
    }
    const tickets = [await buy('2030-05-01'), await buy('2030-05-02'), await buy('2030-05-03'), await buy('2030-06-01')]
    const erased = async () => {
      const current = await Promise.all(tickets.map(({ ticketId }) => museum.getTicket(ticketId)))
      return current.map((ticket) => !('purchaser' in ticket))
    }
    const { log, lines } = aLog()
    const calls: string[] = []
    const expirePurchaserData: Museum['expirePurchaserData'] = (before, ...args) => {
      calls.push(before)
      return museum.expirePurchaserData(before, ...args)
    }
    const later = (date: string) => ([now, today] = [noonOf(date), CalendarDate(date)])
    later('2030-05-04')
    const expiry = startPurchaserDataExpiry({
      museum: { expirePurchaserData },
      retentionDays: 2,
      today: () => today,
      databaseToday: async () => today,
      log,
      interval: 5,
    })
    await until(() => lines.length === 1)
    expect(await erased()).toEqual([true, false, false, false])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(calls).toEqual(['2030-05-02'])
    later('2030-05-05')
    await until(() => lines.length === 2)
    expect(await erased()).toEqual([true, true, false, false])
    await expiry.stop()
    later('2030-05-09')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(calls).toEqual(['2030-05-02', '2030-05-03'])
    expect(lines).toMatchObject([
      { tickets: 1, before: '2030-05-02', level: 30 },
      { tickets: 1, before: '2030-05-03', level: 30 },
    ])
    const { items } = (await museum.listAuditEntries({ about: 'purchaser-data' }, { page: 1, limit: 9 })) as never
    expect(items).toMatchObject([{ actor: 'server' }, { actor: 'server' }])
  })

  it('logs a warning and is repeated when it fails or cannot overwrite erased data', async () => {
    const { log, lines } = aLog()
    const outcomes = [
      () => Promise.reject(new Unavailable('The database is unavailable')),
      async () => ({ tickets: 3, reservations: 0, isOverwritten: false }),
      async () => ({ tickets: 0, reservations: 2, isOverwritten: false }),
      async () => ({ tickets: 0, reservations: 0, isOverwritten: true }),
    ]
    let calls = 0
    const expiry = startPurchaserDataExpiry({
      museum: { expirePurchaserData: () => outcomes[calls++]!() },
      retentionDays: 0,
      today: () => CalendarDate('2030-05-04'),
      databaseToday: async () => CalendarDate('2030-05-04'),
      log,
      interval: 5,
    })
    await until(() => calls === 4)
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expiry.stop()
    expect(calls).toBe(4)
    expect(lines).toMatchObject([{ level: 40 }, { tickets: 3, level: 30 }, { reservations: 2, level: 30 }])
    expect(lines[1]).not.toHaveProperty('reservations')
  })

  it('is ended, also during a run, when the server stops', async () => {
    const { log, lines } = aLog()
    const calls: (() => boolean)[] = []
    const expiry = startPurchaserDataExpiry({
      museum: {
        expirePurchaserData: async (_before, _actor, { isAborted = () => false } = {}) => {
          calls.push(isAborted)
          await until(isAborted)
          return { tickets: 0, reservations: 0, isOverwritten: false }
        },
      },
      retentionDays: 0,
      today: () => CalendarDate('2030-05-04'),
      databaseToday: async () => CalendarDate('2030-05-04'),
      log,
      interval: 5,
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expiry.stop()
    expect([calls.length, lines]).toEqual([1, []])
  })
})
