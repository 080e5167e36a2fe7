import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { type ErasedCount, Unavailable } from '@museum/application'
import { anAuditEntry } from '@museum/testing'
import { CalendarDate, ConfirmationCode, Email, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { losingFirstTransaction } from '../../test/losing-first-transaction.ts'
import { statementsOf } from '../../test/statements-of.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import { rowOf } from '../tickets/ticket-rows.ts'
import { kyselyPurchaserDataRepository } from './kysely-purchaser-data-repository.ts'

describe.each(namedEngines)('the erasure of the data of many tickets on %s', (_, engine) => {
  let opened: OpenedDatabase
  const count = 2_500
  const filter = { before: CalendarDate('2030-05-18') }
  const entryOf = ({ tickets }: ErasedCount) => anAuditEntry({ before: null, after: { tickets } })
  beforeEach(async () => {
    opened = await aDatabase(engine)
    const rows = Array.from({ length: count }, (_row, n) =>
      rowOf(
        aGeneralTicket({
          ticketId: TicketId(exampleId(1_000 + n)),
          confirmationCode: ConfirmationCode(`code-${n}`),
          purchaser: { email: Email(`visitor${n}@example.org`) },
        }),
      ),
    )
    for (let start = 0; start < count; start += 500)
      await opened.database.transaction((tables) =>
        tables
          .insertInto('museum_ticket')
          .values(rows.slice(start, start + 500))
          .execute(),
      )
  })
  afterEach(() => opened.close())
  const audited = async () =>
    (await opened.audit.list({}, { page: 1, limit: 10 })).items.map(({ after }) => after?.['tickets'])

  it('changes at most 1,000 tickets with each transaction, in the order of their primary key, and has one audit entry', async () => {
    const progress: number[] = []
    const statements = await statementsOf(opened.database, async (database) => {
      const onProgress = (tickets: number) => progress.push(tickets)
      const erasure = await kyselyPurchaserDataRepository(database).erase(filter, entryOf, { onProgress })
      expect(erasure).toEqual({ tickets: count, reservations: 0, isOverwritten: true })
    })
    const updates = statements.filter(({ sql }) => /^update .museum_ticket. set .email/.test(sql))
    expect(updates).toHaveLength(progress.length)
    for (const [n, tickets] of progress.entries()) expect(tickets - (progress[n - 1] ?? 0)).toBeLessThanOrEqual(1_000)
    for (const { parameters } of updates) {
      const ticketIds = parameters.filter((value) => ArrayBuffer.isView(value)).slice(1) as Uint8Array[]
      expect(ticketIds.length).toBeGreaterThan(0)
      expect(ticketIds).toEqual(ticketIds.toSorted(Buffer.compare))
    }
    expect(await audited()).toEqual([count])
  })

  it('has the number of tickets so far in its audit entry when it is interrupted, and erases the others when it is repeated', async () => {
    let left = 3
    const transaction: MuseumDatabase['transaction'] = (work, kind) =>
      (left -= 1) < 0 ? Promise.reject(new Unavailable('gone')) : opened.database.transaction(work, kind)
    const interrupted = kyselyPurchaserDataRepository({ ...opened.database, transaction }).erase(filter, entryOf)
    await expect(interrupted).rejects.toThrow('gone')
    const remaining = await opened.database.kysely
      .selectFrom('museum_ticket')
      .select('email')
      .where('email', '!=', '')
      .execute()
    expect(remaining.length).toBeGreaterThan(0)
    expect(await audited()).toEqual([count - remaining.length])
    expect((await opened.purchaserData.erase(filter, entryOf)).tickets).toBe(remaining.length)
    expect(await audited()).toEqual([remaining.length, count - remaining.length])
  })

  it.each([true, false])(
    'counts each ticket once when a transaction was committed with an unknown outcome: %s',
    async (isCommitted) => {
      const { losing, isRun, end } = losingFirstTransaction(opened.database, opened.open(), engine)
      const erasing = kyselyPurchaserDataRepository(losing).erase(filter, entryOf)
      await isRun
      await end(isCommitted).catch(() => undefined)
      expect(await erasing).toEqual({ tickets: count, reservations: 0, isOverwritten: true })
      expect(await audited()).toEqual([count])
    },
  )
})
