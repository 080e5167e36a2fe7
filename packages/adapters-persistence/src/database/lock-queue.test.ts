import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { OutcomeUnknown, Unavailable } from '@museum/application'
import { aNewScan, anAuditEntry } from '@museum/application/in-memory'
import { AdmissionId, CalendarDate, Capacity, ConfirmationCode, TicketId } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '@museum/domain/examples'
import { CompiledQuery } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { kyselyAdmissionRepository } from '../admissions/kysely-admission-repository.ts'
import { kyselyTicketRepository } from '../tickets/kysely-ticket-repository.ts'
import type { MuseumDatabase } from './museum-database.ts'

const dates = Array.from({ length: 12 }, (_, n) => CalendarDate(`2030-05-${10 + n}`))
const event = aSpecialEvent({ dates: someDates(...dates) })
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1000 + n)),
  confirmationCode: ConfirmationCode(`ticket-code-${n}`),
})
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
/** A scan that is not stored in a group. */
const replacing = (n: number, ticketId = numbered(0).ticketId) =>
  aNewScan(n, { ticketId, isOffline: true, replaces: AdmissionId(exampleId(99)) })

describe.each(namedEngines)('the lock queue on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())

  it('runs limited sales and scans together as often at a time as the engine permits', async () => {
    await opened.specialEvents.add(event, anAuditEntry())
    await opened.capacities.setForEvent(event.eventId, Capacity(10), () => anAuditEntry())
    const { limit } = (await opened.specialEvents.find(event.eventId))!
    const { maxConcurrentLockWaits } = opened.database.engine
    let running = 0
    const { promise: full, resolve: isFull } = Promise.withResolvers<void>()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const database: MuseumDatabase = {
      ...opened.database,
      transaction: async () => {
        running += 1
        if (running === maxConcurrentLockWaits) isFull()
        await ended
        throw new Error('ended')
      },
    }
    const [tickets, admissions] = [kyselyTicketRepository(database), kyselyAdmissionRepository(database)]
    const outcomes = Promise.allSettled(
      dates.flatMap((ticketDate, n) => [
        tickets.add(anEventTicket({ ...numbered(n), ticketDate }), limit),
        admissions.add(replacing(n, numbered(n).ticketId)),
      ]),
    )
    await full
    await pause(200)
    expect(running).toBe(maxConcurrentLockWaits)
    end()
    await outcomes
  })

  it('does not run a scan after its time limit, which it has also without a request', async () => {
    let attempts = 0
    const database: MuseumDatabase = {
      ...opened.database,
      withDeadline: (milliseconds, work) => opened.database.withDeadline(Math.min(milliseconds, 200), work),
      transaction: async () => {
        attempts += 1
        await pause(300)
        throw new Unavailable('The database is too busy')
      },
    }
    const admissions = kyselyAdmissionRepository(database)
    const errors = await Promise.all([1, 2, 3].map((n) => admissions.add(replacing(n)).catch((error) => error)))
    for (const error of errors) expect(error).toMatchObject({ name: 'Unavailable' })
    expect(attempts).toBe(1)
  })

  it('gives a scan an unknown outcome when it waits for a retry after the commit of its group until its deadline', async () => {
    await opened.tickets.add(aGeneralTicket(numbered(0)))
    const { database } = opened
    let attempts = 0
    const losing: MuseumDatabase = {
      ...database,
      transaction: (work, kind) =>
        database.transaction(async (tables, isOutcomeUnknown) => {
          attempts += 1
          const lost = Object.assign(new Error('lost'), { fatal: true, errcode: 10 })
          if (attempts > 1) {
            // Longer than the deadline of a scan.
            await pause(500)
            throw lost
          }
          await work(tables, isOutcomeUnknown)
          await tables.executeQuery(CompiledQuery.raw('commit'))
          await tables.executeQuery(CompiledQuery.raw('begin'))
          throw lost
        }, kind),
    }
    const admissions = kyselyAdmissionRepository(losing)
    const scans = [1, 2, 3, 4].map((n) => aNewScan(n, { ...numbered(0), reason: 'wrong-date' }))
    const errors = await Promise.all(
      scans.map((scan) => database.withDeadline(400, () => admissions.add(scan)).catch((error) => error)),
    )
    for (const error of errors) expect(error).toBeInstanceOf(OutcomeUnknown)
    expect((await opened.admissions.list({}, { page: 1, limit: 10 })).total).toBe(4)
  })
})
