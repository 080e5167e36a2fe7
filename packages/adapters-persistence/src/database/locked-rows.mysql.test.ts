import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aReservation, aReservationSale, aSale, anAuditEntry, anOrderCancellation } from '@museum/testing'
import {
  CalendarDate,
  ConfirmationCode,
  Email,
  EventDates,
  EventId,
  Instant,
  OrderId,
  Quantity,
  SpecialEvent,
  type Ticket,
  TicketId,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery, sql } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { slotRowOf } from '../../test/add-slot.ts'
import { mysql } from '../../test/engines.ts'
import { fillWithEvents } from '../../test/fill-with-events.ts'
import { bytesOfUuid } from '@museum/database'
import type { MuseumDatabase } from './museum-database.ts'
import type { MuseumTables } from './museum-tables.ts'
import { generalEntryId, slotKeyColumns } from '../places/slot-rows.ts'

const range = (length: number) => Array.from({ length }, (_, n) => n)
const day = (n: number) => CalendarDate.plusDays(CalendarDate('2030-05-17'), n)
const entryOf = () => anAuditEntry()
/** Numbers of rows in a table. */
const sizes = [3, 8, 70, 366]
/** For a table of this size, several selections of rows that leave some out. They are spread over the table. */
const selections = (size: number) =>
  [2, 5, 64].filter((count) => count < size).map((count) => range(count).map((n) => Math.floor((n * size) / count)))

const primaryKeys = {
  event_occurrence: ['event_id', 'event_date', 'number'],
  slot: slotKeyColumns,
  museum_ticket: ['ticket_id'],
  museum_order: ['order_id'],
  reservation: ['reservation_id'],
  held_place: ['reservation_id', ...slotKeyColumns],
} as const satisfies { readonly [Table in keyof MuseumTables]?: readonly (keyof MuseumTables[Table])[] }
type Table = keyof typeof primaryKeys
type Row = Readonly<Record<string, Uint8Array | string | number>>
const idBytes = (row: Row, column: string) => Buffer.from(row[column] as Uint8Array)
/** The slots of these events, and of general entry, on these days. */
const counters = ({
  events = [],
  days,
}: Readonly<{ events?: readonly SpecialEvent[]; days: readonly CalendarDate[] }>) => {
  const ids = events.map(({ eventId }) => bytesOfUuid(eventId))
  const isDay = (date: unknown) => days.some((each) => each === date)
  const isNamed = (id: Buffer) => [generalEntryId, ...ids].some((each) => id.equals(each))
  return { slot: (row: Row) => isDay(row['slot_date']) && isNamed(idBytes(row, 'offer_id')) }
}
/** Adds the slots of these events, and of general entry on these days, as sales do. */
const addSlots = ({ kysely }: MuseumDatabase, events: readonly SpecialEvent[], days: readonly CalendarDate[] = []) =>
  kysely
    .insertInto('slot')
    .values(
      [
        ...events.flatMap(({ eventId, occurrences }) =>
          occurrences.map(({ date, number }) => ({ offer: eventId, date, number })),
        ),
        ...days.map((date) => ({ offer: 'general' as const, date, number: 0 })),
      ].map((slot) => slotRowOf(slot)),
    )
    .execute()

describe('a transaction on MySQL does not wait for rows that it does not name, in a small table or a large one:', () => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(mysql)
  })
  afterEach(() => opened.close())

  /** Calls `work` while another session has locked all rows of these tables but those that are named. */
  const whileOthersAreLocked = async (
    isNamed: { readonly [Name in Table]?: (row: Row) => boolean },
    work: () => Promise<unknown>,
  ) => {
    await opened.database.kysely.executeQuery(CompiledQuery.raw(`analyze table ${Object.keys(primaryKeys).join(', ')}`))
    await opened.open().transaction(async (tables) => {
      let locked = 0
      for (const table of Object.keys(isNamed) as Table[]) {
        const keys = primaryKeys[table].map((column) => sql.ref(column))
        const { rows } = await sql<Row>`select ${sql.join(keys)} from ${sql.table(table)}`.execute(tables)
        for (const row of rows.filter((each) => !isNamed[table]!(each))) {
          const isRow = Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
          await sql`select 1 from ${sql.table(table)} where ${sql.join(isRow, sql` and `)} for update`.execute(tables)
          locked += 1
        }
      }
      expect(locked).toBeGreaterThan(0)
      await work()
    })
  }
  const eventWith = (n: number, dates: number) =>
    aSpecialEvent({ eventId: EventId(exampleId(n)), dates: EventDates(range(dates).map(day)) })
  let sold = 0
  const numbered = () => {
    sold += 1
    return { ticketId: TicketId(exampleId(1_000 + sold)), confirmationCode: ConfirmationCode(`ticket-code-${sold}`) }
  }
  const ticketTo = ({ eventId, name, location }: SpecialEvent, n: number, email = Email('visitor@example.org')) =>
    anEventTicket({ ...numbered(), ticketDate: day(n), event: { eventId, name, location }, purchaser: { email } })
  const generalOn = (ticketDate: CalendarDate) => aGeneralTicket({ ...numbered(), ticketDate })
  const sell = async (tickets: readonly Ticket[], orderId?: OrderId) => {
    const sale = aSale(tickets as readonly [Ticket], orderId && { order: { orderId } })
    expect(await opened.tickets.sell(...sale)).not.toHaveProperty('refusal')
  }

  it.each(sizes)('an order of several dates of an event with %i dates', async (size) => {
    const event = eventWith(1, size)
    await fillWithEvents(opened.database, mysql, [event])
    await addSlots(opened.database, [event])
    for (const dates of selections(size))
      await whileOthersAreLocked(counters({ events: [event], days: dates.map(day) }), () =>
        sell(dates.map((n) => ticketTo(event, n))),
      )
  })

  it.each(sizes)('an order of dates of several of %i events', async (size) => {
    const events = range(size).map((n) => eventWith(1 + n, 2))
    await fillWithEvents(opened.database, mysql, events)
    await addSlots(opened.database, events)
    for (const selected of selections(size).map((all) => all.map((n) => events[n]!)))
      await whileOthersAreLocked(counters({ events: selected, days: [day(1)] }), () =>
        sell(selected.map((event) => ticketTo(event, 1))),
      )
  })

  it.each(sizes)('an order of general entry on several of %i days', async (size) => {
    await addSlots(opened.database, [], range(size).map(day))
    for (const days of selections(size).map((all) => all.map(day)))
      await whileOthersAreLocked(counters({ days }), () => sell(days.map(generalOn)))
  })

  it.each(sizes)('an order of several dates of an event with %i dates, and of general entry on these', async (size) => {
    const event = eventWith(1, size)
    const events = [event, eventWith(2, size)]
    await fillWithEvents(opened.database, mysql, events)
    await addSlots(opened.database, events, range(size).map(day))
    for (const dates of selections(size))
      await whileOthersAreLocked(counters({ events: [event], days: dates.map(day) }), () =>
        sell(dates.flatMap((n) => [ticketTo(event, n), generalOn(day(n))])),
      )
  })

  it.each(sizes)('a cancellation of an order, and an erasure of its data, among %i tickets', async (size) => {
    const event = eventWith(1, 1)
    await fillWithEvents(opened.database, mysql, [event])
    const ofOrders = selections(size)
      .map(({ length }) => Math.min(length, 40))
      .filter((count, n, counts) => counts.slice(0, n).reduce((sum, each) => sum + each, count) < size)
    const orders = ofOrders.map((count, n) => {
      const email = Email(`visitor${n}@example.org`)
      return {
        orderId: OrderId(exampleId(9_000 + n)),
        email,
        tickets: range(count).map(() => ticketTo(event, 0, email)),
      }
    })
    for (const { orderId, tickets } of orders) await sell(tickets, orderId)
    for (const _ of range(size - ofOrders.reduce((sum, count) => sum + count, 0))) await sell([ticketTo(event, 0)])
    for (const { orderId, tickets, email } of orders) {
      // Stores the missing hashes of addresses, of all tickets.
      await opened.purchaserData.count({ email }, day(0))
      const ids = tickets.map(({ ticketId }) => bytesOfUuid(ticketId))
      await whileOthersAreLocked(
        {
          museum_ticket: (row) => ids.some((id) => idBytes(row, 'ticket_id').equals(id)),
          museum_order: (row) => idBytes(row, 'order_id').equals(bytesOfUuid(orderId)),
        },
        async () => {
          expect(await opened.orders.change(orderId, anOrderCancellation())).not.toHaveProperty('refusal')
          expect(await opened.purchaserData.erase({ email }, entryOf)).toMatchObject({ tickets: tickets.length })
        },
      )
    }
  })

  it.each(sizes.slice(1))('a change of an event with %i dates that removes some of them', async (size) => {
    for (const [n, removed] of selections(size).entries()) {
      const event = eventWith(1 + n, size)
      await fillWithEvents(opened.database, mysql, [event])
      await addSlots(opened.database, [event])
      const dates = EventDates(range(size).flatMap((each) => (removed.includes(each) ? [] : day(each))))
      await whileOthersAreLocked(
        {
          event_occurrence: (row) =>
            idBytes(row, 'event_id').equals(bytesOfUuid(event.eventId)) &&
            // The date after a removed one gets another date before it.
            removed.some((each) => row['event_date'] === day(each) || row['event_date'] === day(each + 1)),
          slot: (row) =>
            idBytes(row, 'offer_id').equals(bytesOfUuid(event.eventId)) &&
            removed.some((each) => row['slot_date'] === day(each)),
        },
        async () => {
          const changed = await opened.specialEvents.update(
            event.eventId,
            (current) => SpecialEvent.update(current, { dates }),
            entryOf,
          )
          expect(changed).toMatchObject({ revision: 2 })
        },
      )
    }
  })

  it.each(sizes)('a deletion of an event, and its restoration, among %i occurrences', async (size) => {
    const others = eventWith(3, Math.ceil(size / 2))
    const events = [eventWith(1, 1), eventWith(2, Math.floor(size / 2)), others]
    await fillWithEvents(opened.database, mysql, events)
    await addSlots(opened.database, events)
    await opened.specialEvents.update(
      events[1]!.eventId,
      (current) => SpecialEvent.update(current, { dates: EventDates([day(0), day(500)]) }),
      entryOf,
    )
    for (const { eventId } of [events[0]!, events[1]!]) {
      const isOf = (row: Row, column: string) => idBytes(row, column).equals(bytesOfUuid(eventId))
      const isOfEvent = (row: Row) => isOf(row, 'event_id')
      await whileOthersAreLocked({ event_occurrence: isOfEvent, slot: (row) => isOf(row, 'offer_id') }, async () =>
        expect(await opened.specialEvents.remove(eventId, () => undefined, entryOf)).not.toHaveProperty('refusal'),
      )
      await opened.specialEvents.update(
        others.eventId,
        (current) => SpecialEvent.update(current, { dates: EventDates([day(500 + current.revision)]) }),
        entryOf,
      )
      await whileOthersAreLocked(
        {
          event_occurrence: (row) => isOfEvent(row) && (row['event_date'] === day(0) || row['event_date'] === day(500)),
          // A restoration writes no slot.
          slot: () => false,
        },
        async () => expect(await opened.specialEvents.restore(eventId, entryOf)).toMatchObject({ isChanged: true }),
      )
    }
  })

  it.each(sizes)('a sale and a release of a reservation of several dates, among %i reservations', async (size) => {
    const event = eventWith(1, size)
    await fillWithEvents(opened.database, mysql, [event])
    const datesOf = (n: number) => [n, (n + 1) % size, (n + 7) % size].map(day)
    const idOf = (n: number) => OrderId(exampleId(9_000 + n))
    const reserve = async (n: number) => {
      const items = datesOf(n).map((ticketDate) => {
        const { eventId } = event
        return { ticketType: 'event' as const, eventId, ticketDate, quantity: Quantity(1) }
      })
      const made = await opened.reservations.add(...aReservation(idOf(n), { items }))
      expect(made).toMatchObject({ state: 'held' })
    }
    for (const n of range(size)) await reserve(n)
    for (const [n, state] of [
      [0, 'sold'],
      [size - 1, 'released'],
    ] as const) {
      const isOfReservation = (row: Row) => idBytes(row, 'reservation_id').equals(bytesOfUuid(idOf(n)))
      await whileOthersAreLocked(
        {
          ...counters({ events: [event], days: datesOf(n) }),
          reservation: isOfReservation,
          held_place: isOfReservation,
          event_occurrence: () => false,
        },
        async () =>
          expect(
            await opened.reservations.change(
              idOf(n),
              state === 'sold' ? aReservationSale(numbered) : () => ({ state }),
            ),
          ).toMatchObject({ state }),
      )
    }
    // The places of a reservation whose time is over are given back.
    const ended = bytesOfUuid(idOf(1))
    await opened.database.kysely
      .updateTable('held_place')
      .set({ expires_at: Instant(0) })
      .where('reservation_id', '=', ended)
      .execute()
    const isEnded = (row: Row) => idBytes(row, 'reservation_id').equals(ended)
    await whileOthersAreLocked(
      { ...counters({ events: [event], days: datesOf(1) }), reservation: () => false, held_place: isEnded },
      async () => {
        while (await opened.reservations.giveBackEnded());
      },
    )
    const { left } = await opened.database.kysely
      .selectFrom('held_place')
      .select(({ fn }) => fn.countAll<number | string>().as('left'))
      .executeTakeFirstOrThrow()
    expect(left).toBe(3 * (size - 3))
  })
})
