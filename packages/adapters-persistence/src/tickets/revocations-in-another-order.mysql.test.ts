import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { sellAlone, aMuseum, anAuditEntry } from '@museum/testing'
import { CalendarDate, ConfirmationCode, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { engines } from '../../test/engines.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { kyselyTicketRepository } from './kysely-ticket-repository.ts'

const date = CalendarDate('2030-05-17')
const ticket = (n: number) =>
  aGeneralTicket({
    ticketId: TicketId(exampleId(1000 + n)),
    confirmationCode: ConfirmationCode(`ticket-code-${n}`),
    // On different dates, since cancellations for the same date wait for each other.
    ticketDate: CalendarDate.plusDays(date, n),
  })
const cancel = ({ tickets }: Pick<OpenedDatabase, 'tickets'>, n: number) =>
  tickets.cancel(
    ticket(n).ticketId,
    () => undefined,
    () => anAuditEntry(),
  )

let opened: OpenedDatabase
beforeEach(async () => {
  opened = await aDatabase(engines.find(({ isMysql }) => isMysql)!)
  for (const n of [1, 2]) await sellAlone(opened.tickets, ticket(n))
})
afterEach(() => opened.close())

/** A database whose transactions execute their statements, and commit when `commit` is called. */
const committingLater = (database: MuseumDatabase) => {
  const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const waiting: MuseumDatabase = {
    ...database,
    transaction: (work, kind) =>
      database.transaction(async (tables, isOutcomeUnknown) => {
        const outcome = await work(tables, isOutcomeUnknown)
        isWritten()
        await mayCommit
        return outcome
      }, kind),
  }
  return { waiting, written, commit }
}

it('a cancellation that commits after a later one is still listed with the cursor from the list that had the later one', async () => {
  const { getTicketRevocations } = aMuseum(opened)
  const { waiting, written, commit } = committingLater(opened.database)
  const first = cancel({ tickets: kyselyTicketRepository(waiting) }, 1)
  await written
  // Waits until the clock of the database has reached the next second.
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await cancel(opened, 2)
  const { tickets, cursor } = await getTicketRevocations(date)
  expect(tickets).toEqual([ticket(2).ticketId])
  commit()
  await first
  const later = await getTicketRevocations(date, cursor)
  expect(later.tickets).toEqual([ticket(1).ticketId, ticket(2).ticketId])
  const rows = await opened.database.kysely.selectFrom('ticket_cancellation').select('cancelled_at').execute()
  expect(new Set(rows.map(({ cancelled_at }) => cancelled_at)).size).toBe(2)
})
