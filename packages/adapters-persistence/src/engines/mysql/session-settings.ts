/**
 * The server's lock wait ends before our time limit of any statement: a statement that times out here would still be
 * executed by the server, and could store a ticket that was reported as not sold.
 */
export const lockWaitSeconds = 1

/** Milliseconds: with less time left, no statement is begun, since its lock wait could end after our time limit. */
export const shortestStatement = lockWaitSeconds * 1_000 + 250

// After this time the database server closes the connections of a museum's server that has vanished, and releases its
// locks. The default is eight hours.
export const waitTimeoutSeconds = 70

/**
 * Executed on every new connection. Each setting has a global default that an operator may have changed; with another
 * value, statements fail or, with a `completion_type` that opens a new transaction after each commit, are never committed.
 */
export const sessionSettings: readonly string[] = [
  // mysql2 escapes values for this character set. With another one, which a server can impose, a text could end early and
  // the rest of it be executed as SQL.
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
 * Executed on every new connection to a node of a Galera cluster, which applies the writes of other nodes a little later
 * than they are answered. The bits of `wsrep_sync_wait` have the session wait until all writes are applied that were
 * committed on any node before: 1 for a read outside of a transaction and for the begin of a transaction, 4 for an insert
 * outside of one. A statement inside a transaction does not wait. `TOI`: all nodes execute a change of a table at one
 * position in the order of the writes, which is how tables are migrated and a capacity is set.
 */
export const galeraSettings: readonly string[] = ["set session wsrep_sync_wait = 5, wsrep_osu_method = 'TOI'"]
