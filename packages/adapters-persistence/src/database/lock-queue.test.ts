import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { OutcomeUnknown, Unavailable } from '@museum/application'
import { sellAlone, aNewScan, anAuditEntry, addScan } from '@museum/testing'
import { CalendarDate, Capacity, ConfirmationCode, TicketId } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId, someDates } from '@museum/testing/examples'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { kyselyAdmissionRepository } from '../admissions/kysely-admission-repository.ts'
import { kyselyTicketRepository } from '../tickets/kysely-ticket-repository.ts'
import { lockQueue } from '@museum/database'
import type { MuseumDatabase } from './museum-database.ts'

const dates = Array.from({ length: 12 }, (_, n) => CalendarDate(`2030-05-${10 + n}`))
const event = aSpecialEvent({ dates: someDates(...dates) })
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1000 + n)),
  confirmationCode: ConfirmationCode(`ticket-code-${n}`),
})
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const scanOf = (n: number, ticketId = numbered(0).ticketId) => aNewScan(n, { ticketId })

describe.each(namedEngines)('the lock queue on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())

  it('runs at most as many sales and scans at a time, counted together, as the engine permits', async () => {
    await opened.specialEvents.add(event, anAuditEntry())
    await opened.capacities.setForEvent(event.eventId, Capacity(10), () => anAuditEntry())
    const { maxConcurrentLockWaits } = opened.database.engine
    let running = 0
    const { promise: full, resolve: isFull } = Promise.withResolvers<void>()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const run = async () => {
      running += 1
      if (running === maxConcurrentLockWaits) isFull()
      await ended
      throw new Error('ended')
    }
    const database: MuseumDatabase = {
      ...opened.database,
      transaction: () => run(),
      // A group does not wait for locks.
      lockThenWrite: (_work, kind) => (kind === 'never' ? Promise.reject(new Error('locked')) : run()),
    }
    const [tickets, admissions] = [kyselyTicketRepository(database), kyselyAdmissionRepository(database)]
    const started: Promise<unknown>[] = []
    for (const [n, ticketDate] of dates.entries()) {
      started.push(sellAlone(tickets, anEventTicket({ ...numbered(n), ticketDate })))
      started.push(addScan(admissions, scanOf(n, numbered(n).ticketId)))
      // Makes the group fail, so that each ticket is sold alone and each scan is added alone.
      await pause(5)
    }
    const outcomes = Promise.allSettled(started)
    await full
    await pause(200)
    expect(running).toBe(maxConcurrentLockWaits)
    end()
    await outcomes
  })

  if (engine.isMysql)
    it('delays no sale and no scan of rows that are not locked while it is full', async () => {
      await sellAlone(opened.tickets, aGeneralTicket(numbered(0)))
      const { inQueue, isFull } = lockQueue(opened.database)
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      const waiting = Array.from({ length: opened.database.engine.maxConcurrentLockWaits }, (_, n) =>
        inQueue({ row: `another row ${n}` }, () => ended),
      )
      try {
        while (!isFull()) await pause(1)
        expect(await sellAlone(opened.tickets, aGeneralTicket(numbered(1)))).toMatchObject(numbered(1))
        expect(await addScan(kyselyAdmissionRepository(opened.database), scanOf(0))).toMatchObject({ isAdmitted: true })
        expect(isFull()).toBe(true)
      } finally {
        end()
      }
      await Promise.all(waiting)
      expect(isFull()).toBe(false)
    })

  it('does not run a scan after its time limit, which applies also outside of a request', async () => {
    let attempts = 0
    const database: MuseumDatabase = {
      ...opened.database,
      withDeadline: (milliseconds, work) => opened.database.withDeadline(Math.min(milliseconds, 200), work),
      lockThenWrite: async () => {
        attempts += 1
        // Longer than the time limit of the last scan, however slowly the scans are added.
        await pause(1_000)
        throw new Unavailable('The database is too busy')
      },
    }
    const admissions = kyselyAdmissionRepository(database)
    const added: Promise<unknown>[] = []
    for (const n of [1, 2, 3]) {
      added.push(addScan(admissions, scanOf(n)).catch((error: unknown) => error))
      // Makes the group fail, so that each scan is added alone.
      await pause(5)
    }
    const errors = await Promise.all(added)
    for (const error of errors) expect(error).toMatchObject({ name: 'Unavailable' })
    expect(attempts).toBe(1)
  })

  it('gives a scan an unknown outcome when it waits for a retry after the commit of its group until its deadline', async () => {
    await sellAlone(opened.tickets, aGeneralTicket(numbered(0)))
    const { database } = opened
    let attempts = 0
    const losing: MuseumDatabase = {
      ...database,
      lockThenWrite: (transaction, kind = 'never') =>
        database.write(async () => {
          attempts += 1
          const lost = Object.assign(new Error('lost'), { fatal: true, errcode: 10 })
          if (attempts > 1) {
            // Longer than the time limit of a scan.
            await pause(2_500)
            throw lost
          }
          await database.lockThenWrite(transaction)
          throw lost
        }, kind),
    }
    const admissions = kyselyAdmissionRepository(losing)
    const scans = [1, 2, 3, 4].map((n) => aNewScan(n, { ...numbered(0), reason: 'wrong-date' }))
    const errors = await Promise.all(
      scans.map((scan) => database.withDeadline(2_000, () => addScan(admissions, scan)).catch((error) => error)),
    )
    for (const error of errors) expect(error).toBeInstanceOf(OutcomeUnknown)
    expect((await opened.admissions.list({}, { page: 1, limit: 10 })).total).toBe(4)
  })
})
