import { describe, expect, it } from '@jest/globals'
import { sellAlone } from '@museum/testing'
import { ConfirmationCode, Instant, isRefusal, Price, TicketId } from '@museum/domain'
import { aGeneralTicket } from '@museum/testing/examples'
import { aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { findWrongSums } from './find-wrong-sums.ts'

const day = 86_400_000
const from = Date.UTC(2020, 4, 1)
const periodOf = (n: number) => ({ from: Instant(from + n * day), end: Instant(from + (n + 1) * day) })

describe.each(namedEngines)('the stored sums of sales on %s', (_, engine) => {
  it('are compared with the tickets of each period, the latest first, as long as there is time', async () => {
    const { database, tickets, sales, close } = await aDatabase(engine)
    const sell = async (n: number, moment: number) => {
      const time = moment.toString(16).padStart(12, '0')
      const ticketId = TicketId(`${time.slice(0, 8)}-${time.slice(8)}-7000-8000-00000000000${n}`)
      const confirmationCode = ConfirmationCode(`ticket-sums-${n}-abcdefgh`)
      const ticket = aGeneralTicket({ ticketId, confirmationCode, price: Price(100 * n), soldAt: Instant(moment) })
      expect(isRefusal(await sellAlone(tickets, ticket))).toBe(false)
    }
    await sell(1, from)
    await sell(2, from + day - 1)
    await sell(3, from + day)
    for (const n of [0, 1, 2]) await sales.storeSums(periodOf(n), Instant(from + 10 * day))
    expect(await findWrongSums(database)).toEqual({ periods: 3, wrong: [] })
    expect(await findWrongSums(database, 0)).toEqual({ periods: 0, wrong: [] })
    await database.kysely
      .updateTable('museum_ticket')
      .set({ price: Price(301) })
      .where('price', '=', Price(300))
      .execute()
    expect(await findWrongSums(database)).toEqual({ periods: 3, wrong: [periodOf(1)] })
    await database.kysely.updateTable('museum_ticket').set({ sold_at: null }).where('price', '=', Price(100)).execute()
    expect(await findWrongSums(database)).toEqual({ periods: 3, wrong: [periodOf(1), periodOf(0)] })
    await close()
  })
})
