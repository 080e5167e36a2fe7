import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { availabilityOfGeneralEntry, sellAlone, anAuditEntry } from '@museum/testing'
import { CalendarDate, Capacity, EventId, TicketId } from '@museum/domain'
import { aGeneralTicket, anEventTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type EmptyDatabase, namedEngines } from '../../test/engines.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { type MuseumDatabase, openDatabase } from '../database/museum-database.ts'
import { migrationsOn } from './index.ts'
import { migrate } from './migrate.ts'

const bytes = (id: string) => `x'${id.replaceAll('-', '')}'`
const [eventId, deletedEventId] = [exampleId(1), exampleId(2)]

describe.each(namedEngines)('a database of the version before migration 2026-12-11-capacity, on %s,', (_, engine) => {
  let created: EmptyDatabase
  let database: MuseumDatabase
  const run = (statement: string) => database.kysely.executeQuery(CompiledQuery.raw(statement))
  /** Adds a ticket as that version did, or as earlier ones did, whose general tickets have an occurrence number. */
  const sell = (n: number, event: string | null, state: string, occurrenceNumber: number | null) =>
    run(
      `insert into museum_ticket (ticket_id, ticket_type, event_id, event_name, event_location, ticket_date, email, phone,
         confirmation_code, price, currency, state, occurrence_number, sold_at, sold_by, signing_key)
       values (${bytes(exampleId(200 + n))}, '${event === null ? 'general' : 'event'}', ${event === null ? 'null' : bytes(event)},
         null, null, '2030-05-17', 'visitor@example.org', null, 'code-${n}', 1990, 'EUR', '${state}',
         ${occurrenceNumber}, 1893456000000, null, null)`,
    )
  beforeEach(async () => {
    created = await engine.createDatabase()
    database = openDatabase(created.url)
    const provider = { getMigrations: async () => migrationsOn(database.engine) }
    const { error } = await new Migrator({ db: database.kysely, provider }).migrateTo('2026-12-09-roles-and-audit')
    if (error !== undefined) throw error
    await run(
      `insert into special_event (event_id, name, location, event_description, price, revision)
       values (${bytes(eventId)}, 'Night at the Museum', 'Main Hall', '', 1990, 1)`,
    )
    await run(
      `insert into special_event_occurrence (event_id, event_date, previous_date, occurrence_number)
       values (${bytes(eventId)}, '2030-05-17', null, 1)`,
    )
    await run(
      `insert into removed_special_event (event_id, name, location, event_description, price, revision, removed_at)
       values (${bytes(deletedEventId)}, 'Night', 'Hall', '', 1990, 2, 1790000000)`,
    )
    await run(
      `insert into removed_special_event_occurrence (event_id, event_date, occurrence_number, removed_in_revision, removed_at)
       values (${bytes(deletedEventId)}, '2030-05-17', 1, 2, 1790000000)`,
    )
    await sell(1, eventId, 'valid', 1)
    await sell(2, eventId, 'cancelled', 1)
    await sell(3, null, 'valid', 1)
    await sell(4, null, 'valid', null)
    await sell(5, deletedEventId, 'valid', 1)
  })
  afterEach(async () => {
    await database.close()
    await created.drop()
  })

  it('has, after the migrations, no capacities, and sells as before', async () => {
    expect(await migrate(database)).toContain('2026-12-11-capacity')
    const { capacities, specialEvents, tickets } = kyselyRepositories(database)
    expect(await capacities.generalEntryCapacity()).toBeNull()
    expect(await specialEvents.find(EventId(eventId))).not.toHaveProperty('capacity')
    for (const ticket of [anEventTicket(), aGeneralTicket()]) expect(await sellAlone(tickets, ticket)).toEqual(ticket)
    expect(await tickets.find(TicketId(exampleId(203)))).toMatchObject({ state: 'valid' })
  })

  it('has, after the migrations, tickets that are counted, also those of a restored event', async () => {
    await migrate(database)
    const { capacities, specialEvents } = kyselyRepositories(database)
    await capacities.setForEvent(EventId(eventId), Capacity(7), () => anAuditEntry())
    const date = CalendarDate('2030-05-17')
    const places = (sold: number) => [{ date, capacity: 7, sold, available: 7 - sold }]
    expect(await capacities.availabilityOfEvent(EventId(eventId))).toEqual(places(1))
    await capacities.setForGeneralEntry(Capacity(7), () => anAuditEntry())
    expect(await availabilityOfGeneralEntry(capacities, [date])).toEqual(places(2))
    await specialEvents.restore(EventId(deletedEventId), () => anAuditEntry())
    await capacities.setForEvent(EventId(deletedEventId), Capacity(7), () => anAuditEntry())
    expect(await capacities.availabilityOfEvent(EventId(deletedEventId))).toEqual(places(1))
  })
})
