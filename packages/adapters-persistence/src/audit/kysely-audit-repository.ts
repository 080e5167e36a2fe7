import type {
  AuditEntry,
  AuditFilter,
  AuditRepository,
  AuditedValues,
  NewAuditEntry,
  ListRequest,
} from '@museum/application'
import type { CompiledQuery, Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { whenGiven } from '@museum/database'
import type { MuseumDatabase } from '../database/museum-database.ts'
import type { MuseumTables } from '../database/museum-tables.ts'
import { countItems, pageOffset, pageWithCountedTotal, precedingItem } from '../database/pages.ts'

/** The audit log, in SQL. */
export const kyselyAuditRepository = ({ query }: MuseumDatabase): AuditRepository => ({
  list: (filter, request) =>
    query(async (tables) => {
      const rows = await selectPage(tables, filter, request).execute()
      const count = () => countItems(tables, matching(tables, filter).select('made_at'))
      return pageWithCountedTotal(rows.map(entryOf), request, count)
    }),
})

/** The entries are found in an index, and only those of the page are read from the table. */
const selectPage = (tables: Kysely<MuseumTables>, filter: AuditFilter, request: ListRequest<AuditEntry>) => {
  const after = precedingItem(request)
  return tables
    .selectFrom(
      matching(tables, filter)
        .select('audit_id')
        .$call(
          whenGiven(after, (all, last) =>
            all
              .where('made_at', '<=', last.at)
              .where(({ eb, or }) => or([eb('made_at', '<', last.at), eb('audit_id', '<', last.auditId)])),
          ),
        )
        .orderBy('made_at', 'desc')
        .orderBy('audit_id', 'desc')
        .limit(request.limit)
        .offset(pageOffset(request))
        .as('listed'),
    )
    .innerJoin('audit_entry', 'audit_entry.audit_id', 'listed.audit_id')
    .selectAll('audit_entry')
    .orderBy('audit_entry.made_at', 'desc')
    .orderBy('audit_entry.audit_id', 'desc')
}

const matching = (tables: Kysely<MuseumTables>, { since, until, about = {}, actors }: AuditFilter) =>
  tables
    .selectFrom('audit_entry')
    .$call(whenGiven(since, (all, given) => all.where('made_at', '>=', given)))
    .$call(whenGiven(until, (all, given) => all.where('made_at', '<', given)))
    .$call(whenGiven(about.kind, (all, given) => all.where('subject_kind', '=', given)))
    .$call(whenGiven(about.id, (all, given) => all.where('subject_id', '=', Buffer.from(given))))
    .$call(
      whenGiven(
        actors?.map((actor) => Buffer.from(actor)),
        (all, given) => all.where('actor', 'in', given),
      ),
    )

export const rowOf = (entry: NewAuditEntry): Insertable<MuseumTables['audit_entry']> => ({
  made_at: entry.at,
  actor: Buffer.from(entry.actor),
  operation: entry.operation,
  subject_kind: entry.subject.kind,
  subject_id: Buffer.from(entry.subject.id),
  values_before: textOf(entry.before),
  values_after: textOf(entry.after),
})

/** Turns a row into an entry. The values are not validated again: a row that an older version stored stays readable. */
const entryOf = (row: Selectable<MuseumTables['audit_entry']>): AuditEntry => ({
  auditId: row.audit_id,
  at: row.made_at,
  actor: Buffer.from(row.actor).toString(),
  operation: row.operation,
  subject: { kind: row.subject_kind, id: Buffer.from(row.subject_id).toString() },
  before: valuesOf(row.values_before),
  after: valuesOf(row.values_after),
})

const textOf = (values: AuditedValues | null) => (values === null ? null : JSON.stringify(values))
const valuesOf = (text: string | null) => (text === null ? null : (JSON.parse(text) as AuditedValues))

/**
 * Inserts an audit entry, and returns its `audit_id`. It must be called in the transaction of the change, while the changed
 * thing is locked, so that later changes of the thing have higher `audit_id`s.
 */
export const insertAuditEntry = async (tables: Transaction<MuseumTables>, entry: NewAuditEntry): Promise<number> => {
  const { insertId } = await tables.executeQuery(compileAuditEntries(tables, [entry]))
  return Number(insertId)
}

/** The statement that inserts entries, of which there must be one. */
export const compileAuditEntries = (tables: Kysely<MuseumTables>, entries: readonly NewAuditEntry[]): CompiledQuery =>
  tables.insertInto('audit_entry').values(entries.map(rowOf)).compile()

/** Replaces the values after the change, of an entry whose change continues in this transaction. */
export const replaceValuesAfter = async (
  tables: Transaction<MuseumTables>,
  auditId: number,
  entry: NewAuditEntry,
): Promise<void> => {
  await updateValuesAfter(tables, auditId, textOf(entry.after))
}

const updateValuesAfter = (tables: Transaction<MuseumTables>, auditId: number, values_after: string | null) =>
  tables.updateTable('audit_entry').set({ values_after }).where('audit_id', '=', auditId).execute()

/** Removes the reasons and notes from the entries about cancellations and payments of these tickets, orders and reservations. */
export const eraseAuditedReasons = async (tables: Transaction<MuseumTables>, ids: readonly string[]): Promise<void> => {
  // MySQL has no empty list.
  if (ids.length === 0) return
  const subjectIds = ids.map((id) => Buffer.from(id))
  const rows = await tables
    .selectFrom('audit_entry')
    .select(['audit_id', 'values_after'])
    .where('subject_id', 'in', subjectIds)
    .where('operation', 'in', ['cancelTicket', 'cancelOrder', 'reverseOrder', 'attendToPayment'])
    .execute()
  for (const { audit_id, values_after } of rows) {
    const { reason, note, ...others } = valuesOf(values_after) ?? {}
    if ((reason ?? note) !== undefined) await updateValuesAfter(tables, audit_id, textOf(others))
  }
}
