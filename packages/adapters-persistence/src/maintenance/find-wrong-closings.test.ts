import { describe, expect, it } from '@jest/globals'
import { aSale, anAuditEntry } from '@museum/testing'
import {
  CalendarDate,
  Closing,
  ClosingId,
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
const dateOf = (moment: number) => CalendarDate(new Date(moment).toISOString().slice(0, 10))
const periodOf = (date: CalendarDate) => ({
  date,
  from: Instant(Date.parse(`${date}T00:00:00Z`)),
  end: Instant(Date.parse(`${date}T00:00:00Z`) + day),
})
const drawer = Drawer.of(Till('Till 1'), 'anna')
const first = dateOf(start)

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
    /** Makes a closing at a moment of what was sold from a date on. */
    const closeAt = async (n: number, moment: number, firstDate: CalendarDate) => {
      const closingId = ClosingId(exampleId(n))
      const maker = { closingId, drawer, closedBy: 'anna', to: Instant(moment), currency: Currency('EUR') }
      const closed = await closings.add(
        { closingId, drawer },
        () => [...CalendarDate.between(firstDate, dateOf(moment))].map(periodOf),
        ({ latest, sales }) => ({
          ...Closing.of({ float: Price(0), counted: [] }, maker, latest, { firstDate, start: Instant(start), sales }),
          entry: anAuditEntry(),
        }),
      )
      if (isRefusal(closed)) throw new Error(closed.because)
      return closed
    }
    await sell(1, start)
    await closeAt(1, start + day / 2, first)
    // Counted by the next closing, which reads the day before again.
    await sell(2, start + day / 2 + 1)
    await sell(3, start + day)
    const second = await closeAt(2, start + 3 * day, first)
    await sell(4, start + 3 * day + 1)
    expect(await findWrongClosings(database, { dateOf, periodOf })).toEqual({ dates: 2, wrong: [] })
    expect(await findWrongClosings(database, { dateOf, periodOf }, 0)).toEqual({ dates: 0, wrong: [] })
    const { kysely } = database
    await kysely
      .updateTable('museum_ticket')
      .set({ price: Price(301) })
      .where('price', '=', Price(300))
      .execute()
    const wrong = [{ closing: second, date: CalendarDate.plusDays(first, 1) }]
    expect(await findWrongClosings(database, { dateOf, periodOf })).toEqual({ dates: 2, wrong })
    await close()
  })
})
