/**
 * The server's lock wait must end before our own time limit of the statement. The server would still execute a statement that
 * has timed out here, and could store a ticket that was reported as not sold.
 */
export const lockWaitSeconds = 1

/** Milliseconds. No statement is started with less time left, since its lock wait could end after our time limit. */
export const shortestStatement = lockWaitSeconds * 1_000 + 250

// After this time without a statement, the database server closes a connection and releases its locks, for example after the
// museum's server has lost power. The default is eight hours.
export const waitTimeoutSeconds = 70

/**
 * Executed on every new connection. An operator may have changed the global default of each of these settings. With another
 * value, statements could fail or, with a `completion_type` that opens a new transaction after each commit, never be committed.
 */
export const sessionSettings: readonly string[] = [
  // mysql2 escapes values for this character set. A server can impose another one, in which a text could end early and the rest
  // of it be executed as SQL.
  'set names utf8mb4 collate utf8mb4_bin',
  // A locking read that finds no row locks no gap, and a statement sees what was committed while it waited for a lock.
  'set session transaction isolation level read committed, read write',
  `set session autocommit = 1, sql_mode = 'TRADITIONAL,ONLY_FULL_GROUP_BY,NO_ENGINE_SUBSTITUTION',
    innodb_lock_wait_timeout = ${lockWaitSeconds}, lock_wait_timeout = ${lockWaitSeconds}, group_concat_max_len = 16384,
    wait_timeout = ${waitTimeoutSeconds}, completion_type = 0, sql_safe_updates = 0,
    sql_select_limit = 18446744073709551615, sql_big_selects = 1, max_sort_length = 1024, unique_checks = 1,
    foreign_key_checks = 1, sql_auto_is_null = 0
    /*M!100600 , max_statement_time = 0 *//*!80001 , max_execution_time = 0 */`,
]

/**
 * Executed on every new connection to a node of a Galera cluster. A node applies the writes of other nodes a moment
 * after they were acknowledged there.
 * - `wsrep_sync_wait` makes a statement wait until the node has applied all writes that were committed on any node before.
 *   Bit 1 is for reads outside of a transaction and for the begin of a transaction, bit 4 for inserts outside of a
 *   transaction. Statements inside a transaction do not wait.
 * - `TOI`: all nodes execute an `alter table` at the same position in the order of the writes, as migrations require.
 */
export const galeraSettings: readonly string[] = ["set session wsrep_sync_wait = 5, wsrep_osu_method = 'TOI'"]
