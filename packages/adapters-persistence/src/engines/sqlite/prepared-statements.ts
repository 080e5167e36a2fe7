import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

const maxPrepared = 200

/**
 * A database as Kysely wants it, which keeps the statements that were used last prepared. Their number is limited, since
 * the text of a statement varies with the number of its values.
 */
export const preparedStatements = (file: DatabaseSync): SqliteDatabase => {
  const prepared = new Map<string, SqliteStatement>()
  return {
    prepare(text) {
      const statement = prepared.get(text) ?? kyselyStatement(file.prepare(text))
      prepared.delete(text)
      prepared.set(text, statement)
      if (prepared.size > maxPrepared) prepared.delete(prepared.keys().next().value!)
      return statement
    },
    close: () => file.close(),
  }
}

const kyselyStatement = (statement: StatementSync): SqliteStatement => ({
  reader: statement.columns().length > 0,
  all: (values) => statement.all(...values.map(bindable)),
  run: (values) => statement.run(...values.map(bindable)),
  iterate: (values) => statement.iterate(...values.map(bindable)) as IterableIterator<unknown>,
})

// Without this check, node:sqlite takes an object as the first value for named parameters, and binds NULL.
const bindable = (value: unknown): SQLInputValue => {
  if (value === null || typeof value === 'string' || typeof value === 'number' || ArrayBuffer.isView(value))
    return value as SQLInputValue
  throw new TypeError(`cannot bind ${Object.prototype.toString.call(value)} to SQLite`)
}
