import { type RawBuilder, sql } from 'kysely'

/**
 * A hint for `modifyFront` of a query in the order of the primary key: MySQL would read that key from its place on, and most
 * of the table, rather than the range of this index. For MariaDB and SQLite it is a comment.
 */
export const useIndex = (table: string, index: string): RawBuilder<unknown> =>
  sql.raw(`/*+ INDEX(${table} ${index}) */`)
