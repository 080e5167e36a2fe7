import { type ClosingFilter, type ClosingRepository, IdempotencyRecord } from '@museum/application'
import type { ClosingId, Drawer } from '@museum/domain'
import { type Engine, bytesOfUuid, whenGiven } from '@museum/database'
import { type Kysely, type Transaction, sql } from 'kysely'
import { insertAuditEntry } from '../audit/kysely-audit-repository.ts'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems, pageOffset, pageWithCountedTotal, precedingItem } from '../database/pages.ts'
import { insertRecord } from '../idempotency/kysely-idempotency-record-repository.ts'
import {
  drawerKey,
  closingColumns,
  closingOf,
  closingRowOf,
  selectDrawerSales,
  selectLatestClosing,
} from './closing-rows.ts'

type Tables = Kysely<MuseumTables>

/** The closings, in SQL. */
export const kyselyClosingRepository = ({ query, transaction, engine }: MuseumDatabase): ClosingRepository => ({
  read: (drawer, periodsAfter) =>
    query(async (tables) => {
      const latest = await selectLatestClosing(tables, drawer)
      return { latest, sales: await selectDrawerSales(tables, drawer, periodsAfter(latest)) }
    }),
  add: ({ closingId, drawer, once }, periodsAfter, close) =>
    transaction(async (tables, isOutcomeUnknown) => {
      // The first statement, for which another closing waits: what it reads afterwards has this one.
      await writeDrawer(tables, engine, drawer)
      const stored = await findClosing(tables, closingId)
      if (stored !== undefined) return stored
      const latest = await selectLatestClosing(tables, drawer)
      const sales = await selectDrawerSales(tables, drawer, periodsAfter(latest))
      const { entry, renderAnswer, ...recorded } = close({ latest, sales })
      if (once !== undefined) {
        const record = { ...once, answer: renderAnswer!() }
        if (!(await insertRecord(tables, engine, record, isOutcomeUnknown))) return IdempotencyRecord.inProgress(once)
      }
      await insertAuditEntry(tables, entry)
      await tables.insertInto('closing').values(closingRowOf(recorded)).execute()
      return recorded.closing
    }, 'idempotent'),
  find: (closingId) => query((tables) => findClosing(tables, closingId)),
  list: (filter, request) =>
    query(async (tables) => {
      const rows = await matching(tables, filter)
        .$call(
          whenGiven(precedingItem(request), (closings, { to, closingId }) =>
            closings
              .where('closed_at', '<=', to)
              .where(({ or, eb }) => or([eb('closed_at', '<', to), eb('closing_id', '<', bytesOfUuid(closingId))])),
          ),
        )
        .orderBy('closed_at', 'desc')
        .orderBy('closing_id', 'desc')
        .limit(request.limit)
        .offset(pageOffset(request))
        .execute()
      return pageWithCountedTotal(rows.map(closingOf), request, () => countItems(tables, matching(tables, filter)))
    }),
})

/**
 * Writes the row of a drawer, so that no other transaction closes the drawer or corrects what it sold. The nodes of a multi-writer
 * cluster do not see each other's locks, but roll back one of two transactions that change the same row.
 */
export const writeDrawer = async (tables: Transaction<MuseumTables>, engine: Engine, drawer: Drawer): Promise<void> => {
  await tables
    .insertInto('drawer')
    .values({ drawer: drawerKey(drawer), changes: 1 })
    .modifyEnd(sql`${engine.onDuplicateKey} changes = drawer.changes + 1`)
    .execute()
}

const findClosing = async (tables: Tables, closingId: ClosingId) => {
  const row = await tables
    .selectFrom('closing')
    .select(closingColumns)
    .where('closing_id', '=', bytesOfUuid(closingId))
    .executeTakeFirst()
  return row && closingOf(row)
}

const matching = (tables: Tables, { closedBy, till }: ClosingFilter) =>
  tables
    .selectFrom('closing')
    .select(closingColumns)
    .$call(whenGiven(closedBy, (closings, given) => closings.where('closed_by', '=', Buffer.from(given))))
    .$call(whenGiven(till, (closings, given) => closings.where('drawer', '=', drawerKey({ till: given }))))
