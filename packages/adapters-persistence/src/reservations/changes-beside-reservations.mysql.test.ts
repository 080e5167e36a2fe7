import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aReservation, aReservationSale, anAuditEntry } from '@museum/testing'
import { exampleId } from '@museum/testing/examples'
import { CalendarDate, ConfirmationCode, Email, Instant, OrderId, Quantity, TicketId } from '@museum/domain'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { lockWait } from '../../test/count-lock-waits.ts'
import { mysql } from '../../test/engines.ts'
import { pausingAfter } from '../../test/pausing-after.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'

const reservationId = OrderId(exampleId(7_001))
const email = Email('teacher@example.org')
const items = [{ ticketType: 'general' as const, ticketDate: CalendarDate('2030-05-17'), quantity: Quantity(2) }]
const week = 7 * 24 * 60 * 60_000

describe('on MySQL, a reservation that is sold', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(mysql)
    expect(
      await opened.reservations.add(...aReservation(reservationId, { items, purchaser: { email } })),
    ).toMatchObject({
      state: 'held',
    })
  })
  afterEach(() => opened.close())
  let lastTicket = 0
  const newIdentity = () => {
    lastTicket += 1
    return {
      ticketId: TicketId(exampleId(lastTicket)),
      confirmationCode: ConfirmationCode(`ticket-code-${lastTicket}`),
    }
  }
  const sell = async ({ reservations }: Pick<OpenedDatabase, 'reservations'> = opened) =>
    expect(await reservations.change(reservationId, aReservationSale(newIdentity))).toMatchObject({ state: 'sold' })

  it('while ended ones are removed stays, with its order', async () => {
    await opened.database.kysely
      .updateTable('reservation')
      .set({ held_until: Instant(Date.now() - week - 60_000) })
      .execute()
    await opened.database.kysely
      .updateTable('held_place')
      .set({ expires_at: Instant(0) })
      .execute()
    while (await opened.reservations.giveBackEnded());
    const { tracer, paused, resume } = pausingAfter(/^select `reservation_id` from `reservation`.* limit/)
    const removing = kyselyRepositories(opened.open(opened.url, { tracer })).reservations.removeEnded()
    await paused
    await sell()
    resume()
    await removing
    expect(await opened.reservations.find(reservationId)).toMatchObject({ state: 'sold' })
    expect((await opened.orders.find(reservationId))?.tickets).toHaveLength(2)
  })

  it('while the data of its purchaser are erased has none afterwards, nor have its tickets', async () => {
    const { tracer, paused, resume } = pausingAfter(/for update/)
    const selling = sell(kyselyRepositories(opened.open(opened.url, { tracer })))
    await paused
    const erasing = opened.purchaserData.erase({ email }, () => anAuditEntry())
    await lockWait(opened.database)
    resume()
    await selling
    expect(await erasing).toMatchObject({ tickets: 2, reservations: 0 })
    const { tickets } = (await opened.orders.find(reservationId))!
    expect(tickets.map(({ purchaser }) => purchaser)).toEqual([undefined, undefined])
  })
})
