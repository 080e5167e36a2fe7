import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type IdempotencyRecord, Unavailable } from '@museum/application'
import { type Repositories, idempotencyRecordRepositoryContract } from '@museum/testing/contracts'
import { sellAlone, aMuseum, anActor, anAuditEntry } from '@museum/testing'
import { ConfirmationCode, type Ticket, TicketId } from '@museum/domain'
import { aGeneralTicket, aSpecialEvent, anEventTicket, anOrder, exampleId } from '@museum/testing/examples'
import { aDatabase, type OpenedDatabase } from '../../test/a-database.ts'
import { addSlot } from '../../test/add-slot.ts'
import { engines, namedEngines } from '../../test/engines.ts'
import { executeIn } from '../../test/execute-in.ts'
import { openAdaptersOn } from '../../test/open-adapters-on.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { kyselyRepositories } from '../kysely-repositories.ts'
import { kyselyTicketRepository } from '../tickets/kysely-ticket-repository.ts'

for (const engine of engines) idempotencyRecordRepositoryContract({ describe, it }, engine.name, openAdaptersOn(engine))

const record: IdempotencyRecord = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: '{}' }
const numbered = (n: number) =>
  aGeneralTicket({ ticketId: TicketId(exampleId(1000 + n)), confirmationCode: ConfirmationCode(`ticket-${n}`) })

describe.each(namedEngines)('with idempotency records on %s,', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    await addSlot(opened.database, numbered(1))
  })
  afterEach(() => opened.close())
  const isStored = async (idempotencyKey: string) =>
    (await opened.idempotencyRecords.find(record.username, idempotencyKey)) !== undefined

  it('removeExpired removes at most a thousand records, the oldest first', async () => {
    const { kysely } = opened.database
    const rows = Array.from({ length: 1_200 }, (_, n) => ({
      username: Buffer.from('admin'),
      idempotency_key: Buffer.from(String(n)),
      fingerprint: Buffer.from('f'),
      answer: '{}',
      recorded_at: 1_200 - n,
    }))
    await kysely.insertInto('idempotency_record').values(rows).execute()
    expect(await opened.idempotencyRecords.removeExpired()).toBe(1_000)
    expect([await isStored('200'), await isStored('199')]).toEqual([false, true])
    expect(await opened.idempotencyRecords.removeExpired()).toBe(200)
    expect(await opened.idempotencyRecords.removeExpired()).toBe(0)
  })

  /**
   * A database whose sales call `whilePending` when everything is written and nothing is committed yet. They commit if it
   * returns true, and roll back if it returns false.
   */
  const pausing = (whilePending: () => Promise<boolean>): MuseumDatabase => {
    const database = opened.open()
    return {
      ...database,
      lockThenWrite: (transaction, kind) =>
        database.transaction(async (tables) => {
          const outcome = await executeIn(tables, transaction)
          if (await whilePending()) return outcome
          throw new Unavailable('the transaction is rolled back')
        }, kind),
    }
  }
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

  it.each([
    ['is refused with request-in-progress when that commits', true],
    ['is stored when that is rolled back', false],
  ])('a second purchase with the same key waits for a pending one, and %s', async (_, isCommitted) => {
    const observer = opened.open()
    let second: Promise<unknown> | undefined
    const database = pausing(async () => {
      second = sellAlone(opened.tickets, numbered(2), { record })
      await pause(200)
      expect(await observer.kysely.selectFrom('museum_ticket').select('ticket_id').execute()).toEqual([])
      return isCommitted
    })
    const first = await sellAlone(kyselyTicketRepository(database), numbered(1), { record }).catch(
      (error: unknown) => error,
    )
    if (isCommitted) {
      expect(first).toEqual(numbered(1))
      expect(await second).toMatchObject({ refusal: 'request-in-progress' })
      expect(await opened.tickets.find(numbered(2).ticketId)).toBeUndefined()
    } else {
      expect(first).toBeInstanceOf(Unavailable)
      expect(await second).toEqual(numbered(2))
      expect(await opened.tickets.find(numbered(1).ticketId)).toBeUndefined()
    }
  })

  it.each([
    ['commits', true],
    ['is rolled back', false],
  ])('findAfterPending waits until a pending transaction with the key %s', async (_, isCommitted) => {
    let found: Promise<unknown> | undefined
    const database = pausing(async () => {
      expect(await opened.open().kysely.selectFrom('idempotency_record').selectAll().execute()).toEqual([])
      found = opened.idempotencyRecords.findAfterPending(record.username, record.idempotencyKey)
      await pause(200)
      return isCommitted
    })
    await sellAlone(kyselyTicketRepository(database), numbered(1), { record }).catch(() => undefined)
    expect(await found).toEqual(isCommitted ? record : undefined)
  })

  it('a purchase that would be refused because its event was deleted replays the response of a pending purchase with its key', async () => {
    const event = aSpecialEvent()
    await opened.specialEvents.add(event, anAuditEntry())
    await addSlot(opened.database, anEventTicket())
    const order = anOrder({ ticketType: 'event', eventId: event.eventId })
    const render = ({ ticketId }: Ticket) => `sold ${ticketId}`
    const once = { idempotencyKey: 'a', fingerprint: 'f', render }
    const buy = (repositories: Repositories, n: number) =>
      aMuseum({ ...repositories, newId: () => exampleId(n), randomInt: () => n }).buyMuseumTickets(order, {
        actor: anActor,
        once,
      })
    let [second, deletion]: Promise<unknown>[] = []
    const database = pausing(async () => {
      // The deletion waits for the purchase, which has locked the slot.
      deletion = opened.specialEvents.remove(
        event.eventId,
        () => undefined,
        () => anAuditEntry(),
      )
      second = buy(kyselyRepositories(opened.open()), 2)
      await pause(200)
      return true
    })
    expect(await buy(kyselyRepositories(database), 1)).toMatchObject({ replayed: false })
    expect(await second).toEqual({ response: `sold ${exampleId(1)}`, replayed: true })
    await deletion
  })

  if (engine.isMysql)
    it('a purchase and a lookup are refused with request-in-progress when they would wait more than a second for a pending purchase', async () => {
      let [second, found]: unknown[] = []
      const database = pausing(async () => {
        ;[second, found] = await Promise.all([
          sellAlone(opened.tickets, numbered(2), { record }),
          opened.idempotencyRecords.findAfterPending(record.username, record.idempotencyKey),
        ])
        return true
      })
      await sellAlone(kyselyTicketRepository(database), numbered(1), { record })
      for (const outcome of [second, found]) expect(outcome).toMatchObject({ refusal: 'request-in-progress' })
      expect(await opened.tickets.find(numbered(2).ticketId)).toBeUndefined()
    })
})
