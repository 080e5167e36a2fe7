import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type IdempotencyRecord, Unavailable } from '@museum/application'
import { idempotencyRecordRepositoryContract } from '@museum/application/contracts'
import { ConfirmationCode, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/domain/examples'
import { engines, freshDatabase, openAdaptersOn, namedEngines } from '../databases.test-support.ts'
import { kyselyTicketRepository } from '../tickets/kysely-ticket-repository.ts'

for (const engine of engines) idempotencyRecordRepositoryContract(engine.name, openAdaptersOn(engine))

const record: IdempotencyRecord = { username: 'admin', idempotencyKey: 'a', fingerprint: 'f', answer: '{}' }
const numbered = (n: number) =>
  aGeneralTicket({ ticketId: TicketId(exampleId(1000 + n)), confirmationCode: ConfirmationCode(`ticket-${n}`) })

describe.each(namedEngines)('idempotency records on %s', (_, engine) => {
  let home: Awaited<ReturnType<typeof freshDatabase>>
  beforeEach(async () => {
    home = await freshDatabase(engine)
  })
  afterEach(() => home.close())
  const isKept = async (idempotencyKey: string) =>
    (await home.idempotencyRecords.find(record.username, idempotencyKey)) !== undefined

  it('are removed a thousand at a time, the oldest first', async () => {
    const { kysely } = home.database
    const rows = Array.from({ length: 1_200 }, (_, n) => ({
      username: Buffer.from('admin'),
      idempotency_key: Buffer.from(String(n)),
      fingerprint: Buffer.from('f'),
      answer: '{}',
      recorded_at: 1_200 - n,
    }))
    await kysely.insertInto('idempotency_record').values(rows).execute()
    expect(await home.idempotencyRecords.removeExpired()).toBe(1_000)
    expect([await isKept('200'), await isKept('199')]).toEqual([false, true])
    expect(await home.idempotencyRecords.removeExpired()).toBe(200)
    expect(await home.idempotencyRecords.removeExpired()).toBe(0)
  })

  it('hold a twin up until it is known how the first one ended', async () => {
    const [other, onlooker] = [home.open(), home.open()]
    let twin: Promise<unknown> | undefined
    const twinBeforeItEnds: typeof other = {
      ...other,
      transaction: (work, kind) =>
        other.transaction(async (tables) => {
          const outcome = await work(tables)
          twin = home.tickets.addWithRecord(numbered(2), record).catch((error: unknown) => error)
          await new Promise((resolve) => setTimeout(resolve, 200))
          expect(await onlooker.kysely.selectFrom('museum_ticket').select('ticket_id').execute()).toEqual([])
          return outcome
        }, kind),
    }
    expect(await kyselyTicketRepository(twinBeforeItEnds).addWithRecord(numbered(1), record)).toEqual(numbered(1))
    expect(await twin).toMatchObject({ refusal: 'request-in-progress' })
    expect(await home.tickets.find(numbered(2).ticketId)).toBeUndefined()
  })

  it('let a twin take effect when the first one comes to nothing', async () => {
    const other = home.open()
    let twin: Promise<unknown> | undefined
    const failsAtTheEnd: typeof other = {
      ...other,
      transaction: (work, kind) =>
        other.transaction(async (tables) => {
          await work(tables)
          twin = home.tickets.addWithRecord(numbered(2), record)
          await new Promise((resolve) => setTimeout(resolve, 200))
          throw new Unavailable('it went away')
        }, kind),
    }
    const first = kyselyTicketRepository(failsAtTheEnd).addWithRecord(numbered(1), record)
    await expect(first).rejects.toThrow(Unavailable)
    expect(await twin).toEqual(numbered(2))
    expect(await home.tickets.find(numbered(1).ticketId)).toBeUndefined()
  })

  if (engine.isMysql)
    it('refuse a twin whom the first one keeps waiting for longer than a second', async () => {
      await home.open().transaction(async (tables) => {
        const keep = {
          ...home.database,
          transaction: (work: (mine: typeof tables) => Promise<unknown>) => work(tables),
        }
        await kyselyTicketRepository(keep as typeof home.database).addWithRecord(numbered(1), record)
        expect(await home.tickets.addWithRecord(numbered(2), record)).toMatchObject({ refusal: 'request-in-progress' })
      })
      expect(await home.tickets.find(numbered(2).ticketId)).toBeUndefined()
    })
})
