import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { bytesOfUuid } from '@museum/database'
import {
  CalendarDate,
  ConfirmationCode,
  Instant,
  OrderId,
  Quantity,
  type Slot,
  TicketId,
  isRefusal,
} from '@museum/domain'
import { aReservation, aReservationSale, anAuditEntry } from '@museum/testing'
import { aSpecialEvent, exampleId } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { slotRowKey } from '../places/slot-rows.ts'
import { findWrongHeldPlaces } from './find-wrong-held-places.ts'

const event = aSpecialEvent()
const [first, second] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const idOf = (n: number) => OrderId(exampleId(7_000 + n))
const general: Slot = { offer: 'general', date: first, number: 0 }
const ofEvent: Slot = { offer: event.eventId, date: second, number: event.occurrences[0]!.number }
const nothing = { slots: [], reservations: [], withoutReservation: [] }

describe.each(namedEngines)('the places that reservations hold on %s', (_name, engine) => {
  let opened: OpenedDatabase
  let lastTicket = 0
  const sell = (n: number) =>
    opened.reservations.change(
      idOf(n),
      aReservationSale(() => {
        lastTicket += 1
        return { ticketId: TicketId(exampleId(lastTicket)), confirmationCode: ConfirmationCode(`code-${lastTicket}`) }
      }),
    )
  const find = () => findWrongHeldPlaces(opened.database)
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.specialEvents.add(event, anAuditEntry())
    for (const n of [1, 2, 3, 4]) {
      const items = [
        { ticketType: 'general' as const, ticketDate: first, quantity: Quantity(n) },
        { ticketType: 'event' as const, eventId: event.eventId, ticketDate: second, quantity: Quantity(1) },
      ]
      expect(isRefusal(await opened.reservations.add(...aReservation(idOf(n), { items })))).toBe(false)
    }
    await opened.reservations.change(idOf(3), () => ({ state: 'released' }))
    await sell(4)
  })
  afterEach(() => opened.close())

  it('are right while reservations are held, sold and released, also when their time or their date is over', async () => {
    expect(await find()).toEqual(nothing)
    const { kysely } = opened.database
    await kysely
      .updateTable('reservation')
      .set({ held_until: Instant(0) })
      .where('reservation_id', '=', bytesOfUuid(idOf(1)))
      .execute()
    await kysely
      .updateTable('held_place')
      .set({ expires_at: Instant(0) })
      .where('reservation_id', '=', bytesOfUuid(idOf(1)))
      .execute()
    expect(await opened.reservations.giveBackEnded()).toBe(true)
    expect(await find()).toEqual(nothing)
    await opened.specialEvents.remove(
      event.eventId,
      () => undefined,
      () => anAuditEntry(),
    )
    expect(await find()).toEqual(nothing)
  })

  it('are found where the count of a slot differs, or its row is missing', async () => {
    const { kysely } = opened.database
    await kysely.updateTable('slot').set({ held: 5 }).where('slot_date', '=', first).execute()
    await kysely.deleteFrom('slot').where('slot_date', '=', second).execute()
    const free: Slot = { offer: 'general', date: second, number: 0 }
    await kysely
      .insertInto('slot')
      .values({ ...slotRowKey(free), sold: 0, held: -1, changes: 0 })
      .execute()
    const { slots, ...others } = await find()
    expect(slots).toHaveLength(3)
    for (const wrong of [
      { slot: general, held: 5, reserved: 3 },
      { slot: free, held: -1, reserved: 0 },
      { slot: ofEvent, eventName: event.name, held: 0, reserved: 2 },
    ])
      expect(slots).toContainEqual(wrong)
    expect(others).toEqual({ reservations: [], withoutReservation: [] })
  })

  it('are found where a held reservation lacks places, though the counts agree', async () => {
    const { kysely } = opened.database
    await kysely
      .deleteFrom('held_place')
      .where('reservation_id', '=', bytesOfUuid(idOf(2)))
      .where('slot_date', '=', first)
      .execute()
    await kysely.updateTable('slot').set({ held: 1 }).where('slot_date', '=', first).execute()
    const { heldUntil } = (await opened.reservations.find(idOf(2)))!
    expect(await find()).toEqual({
      ...nothing,
      reservations: [{ reservationId: idOf(2), heldUntil, reserved: 3, held: 1 }],
    })
    await kysely
      .deleteFrom('held_place')
      .where('reservation_id', '=', bytesOfUuid(idOf(2)))
      .execute()
    expect((await find()).reservations).toMatchObject([{ reserved: 3, held: 0 }])
  })

  it('are found where their reservation is missing, sold or released', async () => {
    const { kysely } = opened.database
    const change = (state: 'sold' | 'released') =>
      kysely
        .updateTable('reservation')
        .set({ state })
        .where('reservation_id', '=', bytesOfUuid(idOf(1)))
        .execute()
    for (const state of ['sold', 'released'] as const) {
      await change(state)
      expect(await find()).toEqual({ ...nothing, withoutReservation: [idOf(1)] })
    }
    await kysely
      .deleteFrom('reservation')
      .where('reservation_id', '=', bytesOfUuid(idOf(1)))
      .execute()
    expect(await find()).toEqual({ ...nothing, withoutReservation: [idOf(1)] })
  })
})
