import type { CompiledQuery, KyselyPlugin } from 'kysely'
import { lockThenWrite } from '@museum/database'
import type { MuseumDatabase } from '../src/database/museum-database.ts'

/** The statements that `work` executes on the database that it gets, in their order. */
export const statementsOf = async (
  database: MuseumDatabase,
  work: (recording: MuseumDatabase) => Promise<unknown>,
): Promise<CompiledQuery[]> => {
  const statements: CompiledQuery[] = []
  // A part of a statement is transformed as well, but only a whole statement has a result.
  const transformed = new WeakMap<object, CompiledQuery>()
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      transformed.set(queryId, database.kysely.getExecutor().compileQuery(node, queryId))
      return node
    },
    async transformResult({ result, queryId }) {
      statements.push(transformed.get(queryId)!)
      return result
    },
  }
  const recording = <Tables extends MuseumDatabase['kysely']>(tables: Tables): Tables => {
    const all = tables.withPlugin(recorder) as Tables
    const executeQuery = all.executeQuery.bind(all)
    // A statement that is compiled already is not transformed.
    const noteStatement: typeof all.executeQuery = (query) => {
      if ('sql' in query) transformed.set(query.queryId, query)
      return executeQuery(query)
    }
    return Object.assign(all, { executeQuery: noteStatement })
  }
  const connecting = {
    connection: () => ({
      execute: <T>(use: (connection: MuseumDatabase['kysely']) => Promise<T>) =>
        database.kysely.connection().execute((connection) => use(recording(connection))),
    }),
  } as MuseumDatabase['kysely']
  await work({
    ...database,
    kysely: recording(database.kysely),
    lockThenWrite: (transaction) =>
      database.write((_, isOutcomeUnknown) =>
        lockThenWrite(connecting, database.engine, transaction, isOutcomeUnknown),
      ),
    query: (read) => database.query((tables) => read(recording(tables))),
    write: (write) => database.write((tables, isOutcomeUnknown) => write(recording(tables), isOutcomeUnknown)),
    transaction: (change) =>
      database.transaction((tables, isOutcomeUnknown) => change(recording(tables), isOutcomeUnknown)),
  })
  return statements
}
