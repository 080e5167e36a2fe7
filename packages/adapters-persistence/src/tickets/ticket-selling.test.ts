import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type SpecialEventRepository, Unavailable } from '@museum/application'
import {
  CalendarDate,
  ConfirmationCode,
  EventId,
  type EventTicket,
  TicketId,
  eventNotFound,
  refusedForThatDate,
} from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '@museum/domain/examples'
import { sql } from 'kysely'
import { freshDatabase, namedEngines } from '../databases.test-support.ts'
import type { MuseumDatabase } from '../museum-database.ts'
import { statementsOf } from '../plans.test-support.ts'
import { kyselySpecialEventRepository } from '../special-events/kysely-special-event-repository.ts'
import { bytesOfUuid } from '../uuid-column.ts'
import { kyselyTicketRepository } from './kysely-ticket-repository.ts'

const event = aSpecialEvent()
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(n)),
  confirmationCode: ConfirmationCode(`ticket-code-${n}`),
})

describe.each(namedEngines)('selling on %s', (_, engine) => {
  let home: Awaited<ReturnType<typeof freshDatabase>>
  beforeEach(async () => {
    home = await freshDatabase(engine)
    await home.specialEvents.add(event)
  })
  afterEach(() => home.close())

  it('makes sure of the event and stores the ticket in one statement', async () => {
    const statements = await statementsOf(home.database, (database) =>
      kyselyTicketRepository(database).add(anEventTicket()),
    )
    expect(statements).toHaveLength(1)
  })

  it.each([
    [
      'the deletion of its event',
      (specialEvents: SpecialEventRepository) => specialEvents.remove(event.eventId, () => undefined),
      eventNotFound(event.eventId),
    ],
    [
      'the removal of its date',
      (specialEvents: SpecialEventRepository) =>
        specialEvents.update(event.eventId, (current) => ({ ...current, dates: someDates('2031-01-01') })),
      refusedForThatDate(anEventTicket().ticketDate),
    ],
  ])('waits for %s, which is done but not yet for good', async (_what, cancel, refusal) => {
    const other = home.open()
    let sale: Promise<unknown> | undefined
    const sellingBeforeItEnds: typeof other = {
      ...other,
      transaction: (work) =>
        other.transaction(async (tables) => {
          const outcome = await work(tables)
          sale = home.tickets.add(anEventTicket())
          await new Promise((resolve) => setTimeout(resolve, 200))
          return outcome
        }),
    }
    await cancel(kyselySpecialEventRepository(sellingBeforeItEnds))
    expect(await sale).toEqual(refusal)
    expect(await home.tickets.find(anEventTicket().ticketId)).toBeUndefined()
  })

  it('stores what is bought at the same time with one commit', async () => {
    const together = [1, 2, 3, 4].map((n) => anEventTicket(numbered(n)))
    const general = [5, 6, 7, 8].map((n) => aGeneralTicket(numbered(n)))
    for (const tickets of [together, general]) {
      const statements = await statementsOf(home.database, async (database) => {
        const repository = kyselyTicketRepository(database)
        expect(await Promise.all(tickets.map((ticket) => repository.add(ticket)))).toEqual(tickets)
      })
      expect(statements.map(({ sql }) => sql.split(' ')[0])).toEqual(['insert'])
      expect(await Promise.all(tickets.map(({ ticketId }) => home.tickets.find(ticketId)))).toEqual(tickets)
    }
  })

  it('lets nobody pay for what is wrong with a ticket that is bought at the same time', async () => {
    await home.tickets.add(aGeneralTicket())
    const [one, two, three] = [1, 2, 3].map((n) => anEventTicket(numbered(n))) as [
      EventTicket,
      EventTicket,
      EventTicket,
    ]
    const { confirmationCode } = aGeneralTicket()
    const elsewhere = { ...three, event: { ...three.event, eventId: EventId(exampleId(999)) } }
    const outcomes = await Promise.all([
      home.tickets.add(one),
      home.tickets.add(elsewhere),
      home.tickets.add({ ...three, ticketDate: CalendarDate('2031-01-01') }),
      home.tickets.add(aGeneralTicket({ ...numbered(4), confirmationCode })),
      home.tickets.add(aGeneralTicket({ confirmationCode: numbered(5).confirmationCode })).catch(() => 'a defect'),
      home.tickets.add(two),
    ])
    expect(outcomes).toEqual([
      one,
      eventNotFound(elsewhere.event.eventId),
      refusedForThatDate(CalendarDate('2031-01-01')),
      expect.objectContaining({ refusal: 'confirmation-code-taken' }),
      'a defect',
      two,
    ])
    expect(await home.tickets.find(two.ticketId)).toEqual(two)
    expect(await home.tickets.find(three.ticketId)).toBeUndefined()
  })

  it.each([
    ['understands it', (database: MuseumDatabase) => database],
    [
      'takes it for a comment',
      (database: MuseumDatabase) => ({
        ...database,
        engine: { ...database.engine, inShareModeIfFree: { clause: sql``, isUnderstood: sql<number>`0` } },
      }),
    ],
  ])('waits, many at a time, for a deletion that is not yet for good, where the server %s', async (_what, seenBy) => {
    const tickets = kyselyTicketRepository(seenBy(home.database))
    const other = home.open()
    let sales: Promise<unknown>[] = []
    const sellingBeforeItEnds: typeof other = {
      ...other,
      transaction: (work) =>
        other.transaction(async (tables) => {
          const outcome = await work(tables)
          sales = [1, 2, 3].map((n) => tickets.add(anEventTicket(numbered(n))))
          await new Promise((resolve) => setTimeout(resolve, 200))
          return outcome
        }),
    }
    await kyselySpecialEventRepository(sellingBeforeItEnds).remove(event.eventId, () => undefined)
    expect(await Promise.all(sales)).toEqual([1, 2, 3].map(() => eventNotFound(event.eventId)))
  })

  if (engine.isMysql)
    it('does not make those wait who buy at the same time for another event, or for none', async () => {
      const another = { ...event, eventId: EventId(exampleId(77)) }
      await home.specialEvents.add(another)
      const waits = anEventTicket(numbered(1))
      const free = anEventTicket({ ...numbered(2), event: { ...waits.event, eventId: another.eventId } })
      const general = aGeneralTicket(numbered(3))
      let sale: Promise<unknown> | undefined
      await home.open().transaction(async (tables) => {
        const locked = tables.selectFrom('special_event').selectAll().where('event_id', '=', bytesOfUuid(event.eventId))
        await locked.forUpdate().execute()
        sale = home.tickets.add(waits)
        expect(await Promise.all([home.tickets.add(free), home.tickets.add(general)])).toEqual([free, general])
      })
      expect(await sale).toEqual(waits)
    })

  it('takes a ticketId that comes twice, with another code, for the defect that it is', async () => {
    for (const ticket of [aGeneralTicket(), anEventTicket()]) {
      await home.tickets.add(ticket)
      const twin = { ...ticket, confirmationCode: ConfirmationCode('ticket-other') }
      const outcome = await home.tickets.add(twin).catch((error: unknown) => ({ error }))
      expect(outcome).toHaveProperty('error')
      expect(outcome).not.toHaveProperty('error', expect.any(Unavailable))
      expect(await home.tickets.find(ticket.ticketId)).toEqual(ticket)
    }
  })
})
