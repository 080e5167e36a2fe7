import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { IdempotencyRecord } from '@museum/application'
import { sellAlone, anAuditEntry } from '@museum/testing'
import { Capacity, ConfirmationCode, EventId, TicketId } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { CompiledQuery } from 'kysely'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { type OwnServer, startOwnServer } from '../../../../tools/mysql-server/start-own-server.ts'

const [event, another] = [aSpecialEvent(), aSpecialEvent({ eventId: EventId(exampleId(2)) })]
const numbered = (n: number) => ({
  ticketId: TicketId(exampleId(1000 + n)),
  confirmationCode: ConfirmationCode(`ticket-${n}`),
})
const record = (idempotencyKey: string): IdempotencyRecord => ({
  username: 'admin',
  idempotencyKey,
  fingerprint: 'f',
  answer: '{}',
})

// On a server of its own: `flush tables with read lock` stops the writes of all its databases.
describe('while all tables are locked by flush tables with read lock,', () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer()
  })
  afterAll(() => server.stop())
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase({
      name: 'MySQL',
      isMysql: true,
      createDatabase: async () => ({ url: (await server.createDatabase()).url, drop: async () => undefined }),
    })
    await opened.specialEvents.add(event, anAuditEntry())
    await opened.capacities.setForEvent(event.eventId, Capacity(10), () => anAuditEntry())
  })
  afterEach(() => opened.close())

  const whileLocked = <T>(work: () => Promise<T>) =>
    opened
      .open()
      .kysely.connection()
      .execute(async (connection) => {
        await connection.executeQuery(CompiledQuery.raw('flush tables with read lock'))
        try {
          return await work()
        } finally {
          await connection.executeQuery(CompiledQuery.raw('unlock tables'))
        }
      })
  const requests = [
    () => sellAlone(opened.tickets, aGeneralTicket(numbered(1)), { record: record('general') }),
    () => sellAlone(opened.tickets, anEventTicket(numbered(2)), { record: record('limited') }),
    () => opened.specialEvents.add(another, anAuditEntry(), record('event')),
    () => opened.idempotencyRecords.findAfterPending('admin', 'none'),
  ]

  it('a request with a key waits until the tables are unlocked, and is not refused as in progress', async () => {
    // A transaction waits one second for a lock.
    const waiting = await whileLocked(async () => {
      const all = Promise.all(requests.map((send) => send()))
      await sleep(1_500)
      return { all }
    })
    expect(await waiting.all).toEqual([aGeneralTicket(numbered(1)), anEventTicket(numbered(2)), another, undefined])
  })

  it('a request with a key throws Unavailable within its time limit, and stores nothing', async () => {
    const startedAt = performance.now()
    const outcomes = await whileLocked(() =>
      Promise.all(requests.map((send) => send().catch((error: unknown) => error))),
    )
    expect(performance.now() - startedAt).toBeLessThan(8_000)
    // Not `OutcomeUnknown`.
    expect(outcomes).toEqual(requests.map(() => expect.objectContaining({ name: 'Unavailable' })))
    expect(await opened.tickets.find(numbered(1).ticketId)).toBeUndefined()
    expect(await opened.idempotencyRecords.find('admin', 'general')).toBeUndefined()
  })
})
