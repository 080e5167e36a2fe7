import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { anAuditEntry } from '@museum/application/in-memory'
import { CalendarDate, Capacity, ConfirmationCode, SpecialEvent, TicketId } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '@museum/domain/examples'
import { kyselyRepositories } from '../../kysely-repositories.ts'
import { type OwnServer, startOwnServer } from '../../../test/start-own-server.ts'
import { openDatabase } from '../../database/open-database.ts'
import { migrate } from '../../migrations/migrate.ts'
import { rowOf } from '../../tickets/ticket-row.ts'

let server: OwnServer
beforeAll(async () => {
  server = await startOwnServer()
})
afterAll(() => server.stop())

it('a user without the privilege to lock tables waits for older writes as long as they may take, and sells at once afterwards', async () => {
  const { name, url } = await server.createDatabase()
  const administrator = openDatabase(url)
  await migrate(administrator)
  await server.run(`create user 'limited'@'127.0.0.1' identified by 'secret'`)
  await server.run(`grant select, insert, update, delete on ${name}.* to 'limited'@'127.0.0.1'`)
  const limitedUrl = Object.assign(new URL(url), { username: 'limited', password: 'secret' }).href
  const database = openDatabase(limitedUrl)
  const { specialEvents, capacities, tickets } = kyselyRepositories(database)
  const event = aSpecialEvent()
  await specialEvents.add(event, anAuditEntry())
  let isCommitted = false
  const sale = administrator.kysely.transaction().execute(async (tables) => {
    await tables.insertInto('museum_ticket').values(rowOf(anEventTicket())).execute()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    isCommitted = true
  })
  await capacities.setForEvent(event.eventId, Capacity(3), () => anAuditEntry())
  expect(isCommitted).toBe(true)
  await sale
  expect(await capacities.soldForEvent(event.eventId)).toMatchObject({ dates: [{ sold: 1 }, { sold: 0 }] })

  // Tickets are sold when the setting has returned: on this server and another one, also for a date that is added later.
  const otherDatabase = openDatabase(limitedUrl)
  const other = kyselyRepositories(otherDatabase)
  const limit = (await specialEvents.find(event.eventId))!.limit
  const numbered = (n: number) => ({
    ticketId: TicketId(exampleId(n)),
    confirmationCode: ConfirmationCode(`ticket-code-${n}`),
  })
  const inTime = anEventTicket(numbered(1))
  expect(await tickets.add(inTime, limit)).toEqual(inTime)
  await specialEvents.update(
    event.eventId,
    (current) => SpecialEvent.update(current, { dates: someDates('2030-05-17', '2030-05-18', '2030-06-01') }),
    () => anAuditEntry(),
  )
  const added = await specialEvents.find(event.eventId)
  const occurrenceNumber = added!.occurrences.find(({ date }) => date === '2030-06-01')!.number
  const later = { ...anEventTicket(numbered(2)), ticketDate: CalendarDate('2030-06-01'), occurrenceNumber }
  expect(await other.tickets.add(later, limit)).toEqual(later)
  await capacities.setForGeneralEntry(Capacity(3), CalendarDate('2030-05-01'), () => anAuditEntry())
  const generalLimit = await other.capacities.generalEntryLimit()
  const general = [3, 4].map((n) => aGeneralTicket(numbered(n)))
  expect(await Promise.all(general.map((ticket) => other.tickets.add(ticket, generalLimit)))).toEqual(general)
  await Promise.all([administrator.close(), database.close(), otherDatabase.close()])
})
