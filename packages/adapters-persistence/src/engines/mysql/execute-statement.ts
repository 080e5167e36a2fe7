import { type QueryExecutorProvider, sql } from 'kysely'

/** Executes a statement without values, and returns its rows. */
export type ExecuteStatement = (statement: string) => Promise<readonly unknown[]>

/** Executes statements with Kysely. */
export const executeWith =
  (tables: QueryExecutorProvider): ExecuteStatement =>
  async (statement) =>
    (await sql.raw(statement).execute(tables)).rows
