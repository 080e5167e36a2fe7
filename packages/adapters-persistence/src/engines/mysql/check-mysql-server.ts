import { type QueryExecutorProvider, sql } from 'kysely'
import { DatabaseUnusable } from '../../database/database-unusable.ts'

/** A row of `show variables`. */
type Variable = Readonly<{ Variable_name: string; Value: string }>

/** Throws `DatabaseUnusable` when a setting that a session cannot change prevents the museum from writing. */
export const checkMysqlServer = async (tables: QueryExecutorProvider): Promise<void> => {
  const variables = sql<Variable>`show variables where variable_name in ('log_bin', 'binlog_format')`
  const { rows } = await variables.execute(tables)
  const { log_bin, binlog_format } = Object.fromEntries(rows.map(({ Variable_name, Value }) => [Variable_name, Value]))
  if (log_bin === 'ON' && binlog_format === 'STATEMENT')
    throw new DatabaseUnusable(
      'The database server refuses what the museum writes under the isolation level READ COMMITTED, because its binary ' +
        'log is written by statement (binlog_format=STATEMENT, error 1665). ' +
        'Set binlog_format to ROW or MIXED on the database server, then start again.',
    )
}
