import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type MuseumDatabase, kyselyRepositories, openDatabase } from '@museum/adapters-persistence'
import {
  ConfirmationCode,
  EntryTimes,
  EventDates,
  Instant,
  OrderId,
  Quantity,
  SpecialEvent,
  TicketId,
  TimeOfDay,
} from '@museum/domain'
import { aReservation, anAuditEntry, sellAlone } from '@museum/testing'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { engines } from '../../test/databases.ts'
import { checkHeldPlaces, checkSoldTickets } from './check-tickets.ts'
import { formatFindings } from './format-findings.ts'

const event = aSpecialEvent()
const ids = (n: number) => ({ ticketId: TicketId(exampleId(n)), confirmationCode: ConfirmationCode(`code-${n}`) })
const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex') as Uint8Array as never
const ofEvent = `the event ${event.name} (${event.eventId}) on ${anEventTicket().ticketDate}`
const ofGeneralEntry = `general entry on ${aGeneralTicket().ticketDate}`

describe.each(engines)('the advice on a wrong count of sold tickets, executed on %s,', (_, newDatabase) => {
  let database: MuseumDatabase
  let repositories: ReturnType<typeof kyselyRepositories>
  let remove: () => Promise<void>
  beforeEach(async () => {
    const temporary = await aTemporaryFolder()
    const { url, drop } = await newDatabase(temporary.folder)
    database = openDatabase(url)
    repositories = kyselyRepositories(database)
    remove = async () => {
      await database.close()
      await drop()
      await temporary.remove()
    }
    await repositories.specialEvents.add(event, anAuditEntry())
    for (const ticket of [anEventTicket(ids(1)), aGeneralTicket(ids(2)), aGeneralTicket(ids(3))])
      expect(await sellAlone(repositories.tickets, ticket)).toMatchObject({ state: 'valid' })
  })
  afterEach(() => remove())

  const slots = () =>
    database.kysely
      .selectFrom('slot')
      .selectAll()
      .orderBy('offer_id')
      .orderBy('number')
      .orderBy('slot_minute')
      .execute()
  const removeEvent = () =>
    repositories.specialEvents.remove(
      event.eventId,
      () => undefined,
      () => anAuditEntry(),
    )
  const dueRefunds = async () => {
    const { items } = await repositories.refunds.list({ state: 'due' }, { page: 1, limit: 9 }, () => true)
    return items.map(({ ticket }) => ticket.ticketId)
  }
  const seriousMessages = async () =>
    (await checkSoldTickets(database)).filter(({ level }) => level === 'serious').map(({ message }) => message)
  /** Executes the statements that the doctor prints. */
  const followAdvice = async (check = checkSoldTickets) => {
    const printed = formatFindings(await check(database))
    for (const [, sql] of printed.matchAll(/execute in the database: ([^;]+);/g))
      await database.kysely.executeQuery(CompiledQuery.raw(sql!))
  }

  it.each([
    ['differs', 7, (kysely: MuseumDatabase['kysely']) => kysely.updateTable('slot').set({ sold: 7 }).execute()],
    ['is missing', 0, (kysely: MuseumDatabase['kysely']) => kysely.deleteFrom('slot').execute()],
  ])('corrects a count that %s', async (what, sold, break_) => {
    await database.kysely.updateTable('slot').set({ held: 2, changes: 3 }).execute()
    const before = await slots()
    expect(before.map((slot) => slot.sold)).toEqual([2, 1])
    expect(await seriousMessages()).toEqual([])
    await break_(database.kysely)
    expect(await seriousMessages()).toEqual([
      `For ${ofGeneralEntry}, ${sold} tickets count as sold, but there are 2.`,
      `For ${ofEvent}, ${sold} tickets count as sold, but there are 1.`,
    ])
    await followAdvice()
    expect(await seriousMessages()).toEqual([])
    const others = what === 'is missing' ? { held: 0, changes: 0 } : {}
    expect(await slots()).toEqual(before.map((slot) => Object.assign(slot, others)))
  })

  /** Sells tickets for general entry, each for an entry time. */
  const sellFor = async (...entryTimes: readonly TimeOfDay[]) => {
    const { museumHours, tickets } = repositories
    const { ticketDate } = aGeneralTicket()
    const { revision } = await museumHours.schedule(ticketDate, ticketDate)
    const settings = { ...EntryTimes.none, rule: { every: 20, lastEntry: 60 } }
    await museumHours.replaceEntryTimes(settings, revision, anAuditEntry())
    for (const [n, entryTime] of entryTimes.entries())
      expect(await sellAlone(tickets, aGeneralTicket({ ...ids(4 + n), entryTime }))).toMatchObject({ entryTime })
  }

  it('names twenty slots, and says how many more there are', async () => {
    await sellFor(...Array.from({ length: 22 }, (_entryTime, n) => TimeOfDay.ofMinutes(9 * 60 + 20 * n)))
    expect(await checkSoldTickets(database)).toMatchObject([
      {
        level: 'ok',
        // Of which three are dates without entry times: two of the event, and one with tickets from before the rule.
        message:
          'The number of sold tickets is right for 25 slots: dates of general entry and events, or their entry times.',
      },
    ])
    await database.kysely.updateTable('slot').set({ sold: 7 }).where('slot_minute', '>=', 0).execute()
    const messages = await seriousMessages()
    expect([messages.length, messages.at(-1)]).toEqual([21, 'The number of sold tickets is wrong for 2 more slots.'])
  })

  it('corrects the counts of entry times', async () => {
    await sellFor(...['10:00', '10:00', '11:00'].map(TimeOfDay))
    const before = await slots()
    await database.kysely.updateTable('slot').set({ sold: 1 }).where('slot_minute', '=', 600).execute()
    await database.kysely.updateTable('slot').set({ sold: 2 }).where('slot_minute', '=', 660).execute()
    expect((await seriousMessages()).toSorted()).toEqual([
      `For ${ofGeneralEntry} at 10:00, 1 tickets count as sold, but there are 2.`,
      `For ${ofGeneralEntry} at 11:00, 2 tickets count as sold, but there are 1.`,
    ])
    await database.kysely.deleteFrom('slot').where('slot_minute', '=', 600).execute()
    await followAdvice()
    expect(await seriousMessages()).toEqual([])
    expect(await slots()).toEqual(before)
  })

  it('corrects the counts of a date that was removed and added again', async () => {
    const { ticketDate } = anEventTicket()
    const others = SpecialEvent.datesOf(event).filter((date) => date !== ticketDate)
    for (const dates of [others, [...others, ticketDate]])
      await repositories.specialEvents.update(
        event.eventId,
        (current) => SpecialEvent.update(current, { dates: EventDates(dates) }),
        () => anAuditEntry(),
      )
    for (const n of [4, 5])
      expect(
        await sellAlone(repositories.tickets, anEventTicket({ ...ids(n), occurrenceNumber: event.revision + 2 })),
      ).toMatchObject({ state: 'valid' })
    const before = await slots()
    await database.kysely.updateTable('slot').set({ sold: 0 }).where('slot_date', '=', ticketDate).execute()
    const ofRemoved = ofEvent.replace(ticketDate, `the removed date ${ticketDate}`)
    const messages = await seriousMessages()
    expect(messages.slice(1).toSorted()).toEqual([
      `For ${ofEvent}, 0 tickets count as sold, but there are 2.`,
      `For ${ofRemoved}, 0 tickets count as sold, but there are 1. Refunds that are due for them are not listed.`,
    ])
    await followAdvice()
    expect(await slots()).toEqual(before)
  })

  it.each(['before', 'after'])(
    'lists the refunds of a deleted event whose count was missing %s the deletion',
    async (when) => {
      if (when === 'before') await database.kysely.deleteFrom('slot').execute()
      await removeEvent()
      if (when === 'after') await database.kysely.deleteFrom('slot').execute()
      expect(await dueRefunds()).toEqual([])
      await followAdvice()
      expect(await dueRefunds()).toEqual([ids(1).ticketId])
      expect(await seriousMessages()).toEqual([])
    },
  )

  it('corrects the count of an event that the database lacks', async () => {
    await database.kysely.deleteFrom('slot').execute()
    await database.kysely.deleteFrom('special_event').execute()
    expect(await seriousMessages()).toContainEqual(expect.stringContaining(`For the event ${event.eventId} on `))
    await followAdvice()
    expect(await seriousMessages()).toEqual([])
  })

  describe('about held places', () => {
    const [held, other] = [OrderId(exampleId(7_001)), OrderId(exampleId(7_002))]
    const items = [
      { ticketType: 'general' as const, ticketDate: aGeneralTicket().ticketDate, quantity: Quantity(3) },
      {
        ticketType: 'event' as const,
        eventId: event.eventId,
        ticketDate: anEventTicket().ticketDate,
        quantity: Quantity(1),
      },
    ]
    const found = async () => (await checkHeldPlaces(database)).map(({ level, message }) => [level, message])
    beforeEach(async () => {
      for (const reservationId of [held, other])
        expect(await repositories.reservations.add(...aReservation(reservationId, { items }))).toMatchObject({
          state: 'held',
        })
    })

    it('corrects those of slots, also without a row, and keeps what is sold', async () => {
      expect(await found()).toEqual([])
      const before = await slots()
      await database.kysely.updateTable('slot').set({ held: 1 }).where('number', '=', 0).execute()
      await database.kysely.deleteFrom('slot').where('number', '!=', 0).execute()
      expect(await found()).toEqual([
        ['serious', `For ${ofGeneralEntry}, 1 places count as held, but reservations hold 6.`],
        ['serious', `For ${ofEvent}, 0 places count as held, but reservations hold 2.`],
      ])
      await followAdvice()
      await followAdvice(checkHeldPlaces)
      expect(await found()).toEqual([])
      expect(await slots()).toEqual(before)
    })

    it('gives back the places of a reservation that is missing', async () => {
      await database.kysely.deleteFrom('reservation').where('reservation_id', '=', bytesOf(held)).execute()
      expect(await found()).toEqual([['serious', expect.stringContaining(`The reservation ${held} holds places, but`)]])
      await followAdvice(checkHeldPlaces)
      expect(await found()).toHaveLength(2)
      await followAdvice(checkHeldPlaces)
      expect(await found()).toEqual([])
      expect((await slots()).map((slot) => slot.held)).toEqual([3, 1])
    })

    it('names a reservation that lacks places', async () => {
      await database.kysely.deleteFrom('held_place').where('reservation_id', '=', bytesOf(held)).execute()
      await followAdvice(checkHeldPlaces)
      expect(await found()).toEqual([
        ['serious', expect.stringMatching(`^The reservation ${held} is to hold 4 places until .*Z, but holds 0: `)],
      ])
    })

    it('names twenty of each, and says that there are more', async () => {
      await database.kysely.deleteFrom('reservation').execute()
      const rows = Array.from({ length: 21 }, (_row, n) => ({
        offer_id: bytesOf(event.eventId),
        slot_date: anEventTicket().ticketDate,
        number: 100 + n,
        slot_minute: -1,
        reservation_id: bytesOf(OrderId(exampleId(8_000 + n))),
        places: 1,
        expires_at: Instant(0),
      }))
      await database.kysely.insertInto('held_place').values(rows).execute()
      expect(await found()).toHaveLength(20 + 20 + 1)
    })
  })
})
