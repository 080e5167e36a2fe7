import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { ReservationFilter } from '@museum/application'
import {
  CalendarDate,
  Capacity,
  ConfirmationCode,
  Currency,
  Instant,
  OrderId,
  PaymentId,
  Quantity,
  Reservation,
  Slot,
  TicketId,
  isRefusal,
} from '@museum/domain'
import { aReservation, aReservationSale, aSale, anAuditEntry } from '@museum/testing'
import { aGeneralTicket, aPurchaseContext, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { bytesOfUuid } from '@museum/database'
import { CompiledQuery } from 'kysely'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { expectRangeOf } from '../../test/expect-range-of.ts'
import { statementsOf } from '../../test/statements-of.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { messageRecorder } from '../messages/record-messages.ts'
import { paymentRow } from '../payments/payment-rows.ts'
import { findWrongHeldPlaces } from '../maintenance/find-wrong-held-places.ts'
import { type HeldPlaces, heldPlacesStatements } from '../places/held-places.ts'
import { placesStatements } from '../places/places-statements.ts'
import { slotRowKey } from '../places/slot-rows.ts'
import { kyselyTicketRepository } from '../tickets/kysely-ticket-repository.ts'
import { kyselyReservationRepository } from './kysely-reservation-repository.ts'
import { heldPlacesOf, reservationRowOf } from './reservation-rows.ts'

const event = aSpecialEvent()
const { ticketDate } = aGeneralTicket()
const general: Slot = { offer: 'general', date: ticketDate, number: 0 }
const nextDay: Slot = { ...general, date: CalendarDate.plusDays(ticketDate, 1) }
const ofEvent: Slot = Slot.of(anEventTicket())
const item = { ticketType: 'general' as const, ticketDate, quantity: Quantity(1) }
const eventItem = { ...item, ticketType: 'event' as const, eventId: event.eventId }
const [minute, hour] = [60_000, 3_600_000]
const entryOf = () => anAuditEntry()
const idOf = (n: number) => OrderId(exampleId(100_000 + n))
let lastNumber = 0
const newIdentity = () => {
  lastNumber += 1
  return { ticketId: TicketId(exampleId(lastNumber)), confirmationCode: ConfirmationCode(`ticket-code-${lastNumber}`) }
}

describe.each(namedEngines)('with thousands of reservations on %s,', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.specialEvents.add(event, entryOf())
  })
  afterEach(() => opened.close())
  const limit = async (places: number) => {
    await opened.capacities.setForGeneralEntry(Capacity(places), entryOf)
    await opened.capacities.setForEvent(event.eventId, Capacity(places), entryOf)
  }
  let added = 0
  /** Stores reservations, each for one place of a slot, whose time is over one after the other from so many milliseconds on. */
  const add = async (count: number, from: number, slot = general) => {
    const { kysely, engine: databaseEngine } = opened.database
    const items = [{ ...(slot.offer === 'general' ? item : eventItem), ticketDate: slot.date }]
    for (let start = 0; start < count; start += 500) {
      const made = Array.from({ length: Math.min(500, count - start) }, (_row, n) => {
        const now = Instant(Date.now() + from + 10 * (start + n) - 15 * minute)
        const contexts = [aPurchaseContext({ event })]
        const reservationId = idOf((added += 1))
        return Reservation.hold(reservationId, { items }, contexts, { now, isOfShop: false }) as Reservation
      })
      await kysely.insertInto('reservation').values(made.map(reservationRowOf)).execute()
      await kysely.insertInto('held_place').values(made.flatMap(heldPlacesOf)).execute()
    }
    await kysely.executeQuery(placesStatements(kysely, databaseEngine).takePlaces([[slot, { sold: 0, held: count }]]))
  }
  /** Stores a returned payment for each of the first reservations. */
  const addReturned = (count: number) =>
    opened.database.kysely
      .insertInto('online_payment')
      .values(
        Array.from({ length: count }, (_row, n) =>
          paymentRow({
            paymentId: PaymentId(exampleId(n)),
            reservationId: idOf(n + 1),
            state: 'returned',
            amount: 1_200,
            currency: Currency('EUR'),
            openedAt: Instant(n),
            expiresAt: Instant(n),
            heldUntil: Instant(n),
            lines: [],
            returnUrl: 'https://museum.example',
          }),
        ),
      )
      .execute()
  const takenOf = (slot: Slot) =>
    opened.database.kysely
      .selectFrom('slot')
      .select(['sold', 'held'])
      .where(({ and }) => and(slotRowKey(slot)))
      .executeTakeFirst()
  const analyze = () =>
    opened.database.kysely.executeQuery(
      CompiledQuery.raw(engine.isMysql ? 'analyze table slot, reservation, held_place, online_payment' : 'analyze'),
    )
  const order = (orderId = idOf(900_000 + lastNumber)) =>
    aSale(
      [
        { ...aGeneralTicket(newIdentity()), orderId },
        { ...anEventTicket(newIdentity()), orderId },
      ],
      { order: { orderId } },
    )
  const sellOn = (database: MuseumDatabase) => {
    const { sell } = kyselyTicketRepository(database, messageRecorder(opened.database))
    return sell(...order())
  }
  /** The plan of a statement on SQLite. */
  const planOf = async ({ sql, parameters }: CompiledQuery) =>
    JSON.stringify(
      await opened.database.kysely.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters])),
    )
  const textsOf = async (work: (database: MuseumDatabase) => Promise<unknown>) =>
    // What is offered is read at once, in any order.
    (await statementsOf(opened.database, work)).map(({ sql }) => sql).toSorted()

  it('a sale makes the same statements as without them, which read nothing of them', async () => {
    for (const places of [undefined, 20_000]) {
      if (places !== undefined) await limit(places)
      expect(isRefusal(await sellOn(opened.database))).toBe(false)
      const texts = await textsOf(sellOn)
      if (added === 0) await add(10_000, hour)
      expect(await textsOf(sellOn)).toEqual(texts)
      expect(texts.join()).not.toMatch(/reservation|held_place/)
    }
    expect(await takenOf(general)).toEqual({ sold: 6, held: 10_000 })
  })

  it('a sale that is refused reads the ended ones of its slots in one more text, and of these only', async () => {
    await limit(10_000)
    expect(isRefusal(await sellOn(opened.database))).toBe(false)
    await add(9_999, hour)
    await add(2_000, -hour, nextDay)
    await analyze()
    const statements = await statementsOf(opened.database, async (database) =>
      expect(await sellOn(database)).toMatchObject({ refusal: 'sold-out' }),
    )
    const [ofEnded, ...others] = statements.filter(({ sql }) => /held_place/.test(sql))
    expect(others).toEqual([])
    await expectRangeOf(
      { index: 'held_place_by_slot', isCovering: false, isLocking: true },
      ofEnded!,
      opened.database,
      engine,
    )
    expect(await opened.database.kysely.executeQuery(ofEnded!)).toMatchObject({ rows: [] })
    if (!engine.isMysql) expect(await planOf(ofEnded!)).toContain('expires_at<?')
  })

  it('a sale takes the places of ended ones in each of its slots, though one of these has more than are read', async () => {
    await limit(1_200)
    await add(1_200, -hour)
    await add(1_200, -hour, ofEvent)
    expect(isRefusal(await sellOn(opened.database))).toBe(false)
    expect([await takenOf(general), await takenOf(ofEvent)]).toEqual([
      { sold: 1, held: 700 },
      { sold: 1, held: 700 },
    ])
    // Of the event, all are given back before.
    for (const _call of [1, 2, 3, 4]) expect(await opened.reservations.giveBackEnded()).toBe(true)
    expect(await opened.reservations.giveBackEnded()).toBe(false)
    expect([await takenOf(general), await takenOf(ofEvent)]).toEqual([
      { sold: 1, held: 0 },
      { sold: 1, held: 0 },
    ])
    expect(await findWrongHeldPlaces(opened.database)).toMatchObject({ slots: [] })
  })

  it('an ended one is sold again in two slots, of which one has many ended ones', async () => {
    await limit(1_200)
    await add(1_199, -hour)
    await add(1_199, -hour, ofEvent)
    const ended = idOf(800_000)
    const made = await opened.reservations.add(...aReservation(ended, { items: [item, eventItem] }))
    expect(made).toMatchObject({ state: 'held' })
    await opened.database.kysely.deleteFrom('held_place').where('reservation_id', '=', bytesOfUuid(ended)).execute()
    await opened.database.kysely
      .updateTable('reservation')
      .set({ held_until: Instant(0) })
      .where('reservation_id', '=', bytesOfUuid(ended))
      .execute()
    await opened.capacities.setForGeneralEntry(Capacity(1_200), entryOf)
    expect(await opened.reservations.change(ended, aReservationSale(newIdentity))).toMatchObject({ state: 'sold' })
  })

  it('the ended ones are found, and at most 500 are given back at a time, by ranges of indexes', async () => {
    await add(9_000, hour)
    await add(1_000, -hour)
    await analyze()
    const { kysely, engine: databaseEngine } = opened.database
    const { selectSlotOfEnded, selectEnded, deleteHeldPlaces } = heldPlacesStatements(kysely, databaseEngine)
    const ranges = async (index: string | RegExp, statement: CompiledQuery, isLocking = false) =>
      expectRangeOf({ index, isCovering: false, isLocking }, statement, opened.database, engine)
    await ranges('held_place_by_end', selectSlotOfEnded)
    await ranges('held_place_by_slot', selectEnded([general]))
    const { rows } = await kysely.executeQuery(selectEnded([general]))
    expect(rows).toHaveLength(500)
    const deletions = deleteHeldPlaces(rows as readonly HeldPlaces[])
    expect(deletions).toHaveLength(1)
    await ranges(engine.isMysql ? 'PRIMARY' : 'PRIMARY KEY', deletions[0]!, true)
    expect(await opened.reservations.giveBackEnded()).toBe(true)
    expect(await takenOf(general)).toEqual({ sold: 0, held: 9_500 })
  })

  it.each<[string, ReservationFilter]>([
    ['all', { state: 'held' }],
    ['those for a date', { state: 'held', date: ticketDate }],
    ['those with a label', { state: 'held', search: '7b' }],
    ['reservations of an address', { state: 'held', search: 'teacher@example.org' }],
  ])('the list of %s is read by a range of an index', async (_what, filter) => {
    await add(500, hour)
    await add(250, -hour)
    // The others are older, as most are.
    await add(6_000, -100 * hour)
    await addReturned(500)
    await analyze()
    const [page] = await statementsOf(opened.database, async (database) => {
      await kyselyReservationRepository(database, messageRecorder(opened.database)).list(filter, { page: 1, limit: 3 })
    })
    // A search compares all of the range.
    const isSorted = filter.search !== undefined
    await expectRangeOf({ index: 'reservation_by_end', isCovering: false, isSorted }, page!, opened.database, engine)
  })

  it('those that need attention are found, and all are counted, without reading all payments and refunds', async () => {
    await add(500, hour)
    await analyze()
    const statements = await statementsOf(opened.database, async (database) => {
      const { counts, list } = kyselyReservationRepository(database, messageRecorder(opened.database))
      expect(await counts()).toEqual({ held: 500, attention: 0, places: 500, sending: 0 })
      await list({ state: 'attention' }, { page: 1, limit: 3 })
    })
    if (engine.isMysql) return
    for (const statement of statements)
      expect(await planOf(statement)).not.toMatch(/SCAN (online_|held_place|reservation)/)
  })

  it('those that ended a day ago are found by ranges of indexes', async () => {
    await add(2_000, hour)
    await add(300, -25 * hour)
    await add(300, -200 * hour)
    while (await opened.reservations.giveBackEnded());
    await analyze()
    const statements = await statementsOf(opened.database, async (database) => {
      const { removeEnded } = kyselyReservationRepository(database, messageRecorder(opened.database))
      expect(await removeEnded()).toBe(300)
    })
    const reads = statements.filter(({ sql }) => sql.startsWith('select'))
    expect(reads).toHaveLength(2)
    for (const read of reads)
      await expectRangeOf({ index: 'reservation_by_end', isCovering: false }, read, opened.database, engine)
  })
})

describe.each(namedEngines)('reservations that are sold at the same time on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await opened.specialEvents.add(event, entryOf())
  })
  afterEach(() => opened.close())
  const reserve = async (n: number, ...items: readonly [typeof item, ...(typeof item)[]]) =>
    expect(isRefusal(await opened.reservations.add(...aReservation(idOf(n), { items })))).toBe(false)
  const range = (length: number) => Array.from({ length }, (_each, n) => n)
  const slotOf = async (slot: Slot) =>
    opened.database.kysely
      .selectFrom('slot')
      .select(['sold', 'held'])
      .where(({ and }) => and(slotRowKey(slot)))
      .executeTakeFirst()

  it.each([
    ['of the same slot', 0],
    ['of several slots', 1],
  ])('share transactions: %s', async (_which, step) => {
    for (const n of range(12))
      await reserve(n, { ...item, ticketDate: CalendarDate.plusDays(ticketDate, step * (n % 3)) })
    const statements = await statementsOf(opened.database, async (database) => {
      const { change } = kyselyReservationRepository(database, messageRecorder(opened.database))
      const outcomes = await Promise.all(range(12).map((n) => change(idOf(n), aReservationSale(newIdentity))))
      expect(outcomes).toEqual(range(12).map((n) => expect.objectContaining({ reservationId: idOf(n), state: 'sold' })))
    })
    expect(statements.filter(({ sql }) => sql === 'commit').length).toBeLessThanOrEqual(4)
    expect(await slotOf(general)).toEqual({ sold: step === 0 ? 12 : 4, held: 0 })
    for (const n of range(12)) expect((await opened.orders.find(idOf(n)))?.tickets).toHaveLength(1)
  })

  it('are each decided by themselves where one is sold twice, has given its places back, is refused, or does not exist', async () => {
    await opened.capacities.setForGeneralEntry(Capacity(4), entryOf)
    for (const n of range(4)) await reserve(n, item)
    // The places of this one are given back.
    await opened.reservations.change(idOf(3), () => ({ state: 'released' }))
    const { change } = kyselyReservationRepository(opened.database, messageRecorder(opened.database))
    const sell = aReservationSale(newIdentity)
    const refusal = { refusal: 'reservation-ended', because: 'refused' } as const
    const sellOnce = (n: number) =>
      change(idOf(n), (current, ...others) => (current.state === 'sold' ? undefined : sell(current, ...others)))
    const outcomes = await Promise.all([
      sellOnce(0),
      change(idOf(1), () => refusal),
      sellOnce(0),
      sellOnce(2),
      change(idOf(3), ({ state }, [offered]) => ({ refusal: state, because: String(offered!.places?.held) })),
      change(idOf(99), () => undefined),
      change(idOf(2), () => undefined),
    ])
    expect(outcomes).toMatchObject([
      { state: 'sold' },
      refusal,
      { state: 'sold' },
      { state: 'sold' },
      { refusal: 'released', because: expect.stringMatching(/^[123]$/) },
      { refusal: 'reservation-not-found' },
      { reservationId: idOf(2) },
    ])
    expect(await slotOf(general)).toEqual({ sold: 2, held: 1 })
  })

  it('are sold although the row of a slot is missing, as after the restoration of a backup', async () => {
    await reserve(0, item)
    await opened.database.kysely.deleteFrom('slot').execute()
    expect(await opened.reservations.change(idOf(0), aReservationSale(newIdentity))).toMatchObject({ state: 'sold' })
    expect(await slotOf(general)).toEqual({ sold: 1, held: -1 })
  })
})
