import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ErasedRows, ErasingDatabase } from '../engine.ts'
import { type PageWithRemains, findRemains, freePagesWithContent } from './find-remains.ts'

/** The maximum number of searches for pages: pages that others write meanwhile may have to be rewritten again. */
const maxRounds = 3
/** The number of attempts to empty the log while other processes use it, and the pause between two, in milliseconds. */
const [maxAttempts, pause] = [40, 50]
/** The number of pages that a transaction rewrites, and the pause after it, in milliseconds. */
const [pagesAtOnce, pauseBetween] = [50, 10]

/**
 * Overwrites the remains of erased data in the file at `path`, and empties the log. Returns false when another process keeps
 * reading the log, or when pages could not be rewritten.
 *
 * With `secure_delete`, SQLite overwrites a row that it deletes or replaces. But when it splits a full page, it leaves copies
 * of rows in the unused part of the page, which remain when the row itself is erased later. So all pages of the table whose
 * unused bytes are not all zero are rewritten. Erased data may remain in the unused part of a page of an index.
 */
export const overwriteErased = async (
  path: string,
  database: ErasingDatabase,
  erased: ErasedRows,
  isAborted: () => boolean,
): Promise<boolean> => {
  if (isAborted() || !(await emptyLog(database))) return false
  const free = await freePagesWithContent(path)
  if (free.size > 0) {
    // A page may have come into use while the file was read. Once the log is empty again, the file shows that it is not free.
    if (!(await emptyLog(database))) return false
    const stillFree = await freePagesWithContent(path)
    if ([...free].some((page) => stillFree.has(page))) await makeAnew(database)
  }
  let before = new Set<number>()
  for (let round = 0; round < maxRounds; round += 1) {
    if (!(await emptyLog(database))) return false
    const { pages, isInInnerPage } = await findRemains(path, await rootPageOf(erased.table, database))
    if (isInInnerPage) {
      await makeAnew(database)
      continue
    }
    for (let start = 0; start < pages.length; start += pagesAtOnce) {
      if (isAborted()) return false
      const some = pages.slice(start, start + pagesAtOnce)
      await database.transaction(async (tables) => {
        for (const page of some) await rewritePage(page, erased, tables)
      }, 'idempotent')
      await sleep(pauseBetween)
    }
    // Pages that were not found before contain copies of rows that are not erased.
    const isDone = round > 0 && !pages.some(({ number }) => before.has(number))
    if (pages.length === 0 || isDone) return emptyLog(database)
    before = new Set(pages.map(({ number }) => number))
  }
  return false
}

type Tables = Parameters<Parameters<ErasingDatabase['query']>[0]>[0]

/**
 * Makes SQLite rewrite the page, which clears its unused bytes: a row is made too long for the largest unused part of the page,
 * but not for all parts together, and is then restored.
 */
const rewritePage = async ({ rowid, growth }: PageWithRemains, erased: ErasedRows, tables: Tables) => {
  const [table, column] = [sql.table(erased.table), sql.ref(erased.column)]
  const { rows } = await sql<{ text: string | null }>`
    select ${column} as text from ${table} where rowid = ${rowid}`.execute(tables)
  if (rows[0] === undefined) return
  const set = (text: string | null) =>
    sql`update ${table} set ${column} = ${text} where rowid = ${rowid}`.execute(tables)
  await set((rows[0].text ?? '') + ' '.repeat(growth))
  await set(rows[0].text)
}

/**
 * Rebuilds the file of a database that a version without `secure_delete` has written. All other writes wait meanwhile, so this
 * is done only once.
 */
const makeAnew = ({ query }: ErasingDatabase) => query((tables) => sql`vacuum`.execute(tables))

/** Writes the content of the log to the file and empties the log, unless other processes use it. */
const emptyLog = async ({ query }: ErasingDatabase): Promise<boolean> => {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { rows } = await query((tables) => sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(tables))
    if (rows[0]?.busy === 0) return true
    await sleep(pause)
  }
  return false
}

const rootPageOf = async (table: string, { query }: ErasingDatabase): Promise<number> => {
  const { rows } = await query((tables) =>
    sql<{ rootpage: number }>`select rootpage from sqlite_schema where name = ${table}`.execute(tables),
  )
  return rows[0]!.rootpage
}
