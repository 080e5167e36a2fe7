import { describe, expect, it } from '@jest/globals'
import { aSale, anAuditEntry } from '@museum/testing'
import {
  Closing,
  ClosingId,
  type ClosingPeriod,
  ConfirmationCode,
  Currency,
  Drawer,
  Instant,
  OrderId,
  PaymentMethod,
  Price,
  TicketId,
  Till,
  isRefusal,
} from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { findWrongClosings } from './find-wrong-closings.ts'

const day = 86_400_000
const start = Date.UTC(2020, 4, 1)
/** The n-th day from the first one on. */
const dayOf = (n: number): ClosingPeriod => ({ from: Instant(start + n * day), end: Instant(start + (n + 1) * day) })
const drawer = Drawer.of(Till('Till 1'), 'anna')

describe.each(namedEngines)('the sums of closings on %s', (_, engine) => {
  it('are compared with the sales of each date that no later closing reads, as long as there is time', async () => {
    const { database, tickets, closings, close } = await aDatabase(engine)
    const order = { payment: { method: PaymentMethod('cash') }, till: Till('Till 1') }
    const sell = async (n: number, moment: number) => {
      const idOf = (kind: number) => {
        const time = moment.toString(16).padStart(12, '0')
        return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-0000000000${kind}${n}`
      }
      const orderId = OrderId(idOf(1))
      const ticket = aGeneralTicket({
        ticketId: TicketId(idOf(2)),
        confirmationCode: ConfirmationCode(`ticket-closing-${n}-abcdefgh`),
        price: Price(100 * n),
        soldAt: Instant(moment),
        soldBy: 'anna',
        orderId,
      })
      expect(isRefusal(await tickets.sell(...aSale(ticket, { order: { ...order, orderId } })))).toBe(false)
    }
    /** Makes a closing at a moment of what was sold on these days. */
    const closeAt = async (n: number, moment: number, ...days: readonly number[]) => {
      const closingId = ClosingId(exampleId(n))
      const maker = { closingId, drawer, closedBy: 'anna', to: Instant(moment), currency: Currency('EUR') }
      const periods = days.map(dayOf)
      const closed = await closings.add(
        { closingId, drawer },
        () => periods,
        ({ latest, sales }) => ({
          ...Closing.of({ float: Price(0), counted: [] }, maker, latest, periods, sales),
          entry: anAuditEntry(),
        }),
      )
      if (isRefusal(closed)) throw new Error(closed.because)
      return closed
    }
    await sell(1, start)
    await closeAt(1, start + day / 2, 0)
    // Counted by the next closing, which reads the day again.
    await sell(2, start + day / 2 + 1)
    await sell(3, start + day)
    const second = await closeAt(2, start + 3 * day, 0, 1, 2, 3)
    await sell(4, start + 3 * day + 1)
    expect(await findWrongClosings(database)).toEqual({ wrong: [], areAllCompared: true })
    expect(await findWrongClosings(database, 0)).toEqual({ wrong: [], areAllCompared: false })
    const { kysely } = database
    await kysely
      .updateTable('museum_ticket')
      .set({ price: Price(301) })
      .where('price', '=', Price(300))
      .execute()
    const wrong = [{ closing: second, period: dayOf(1) }]
    expect(await findWrongClosings(database)).toEqual({ wrong, areAllCompared: true })
    await close()
  })
})
