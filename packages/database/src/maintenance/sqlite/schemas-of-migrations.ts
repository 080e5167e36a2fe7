import { Kysely, SqliteDialect, sql } from 'kysely'
import type { Engine } from '../../engines/engine.ts'
import type { Migrations } from '../../migrate.ts'
import { openSqlite } from '../../engines/sqlite/open-sqlite.ts'
import { preparedStatements } from '../../engines/sqlite/sqlite-dialect.ts'
import { type Schema, type SchemaRow, schemaOf, selectSchema } from './schema-difference.ts'

/** The schema of a database after each migration, by the name of the migration. */
export type SchemasOfMigrations = ReadonlyMap<string, Schema>

/** Applies the migrations to a new database in memory, and reads the schema after each. */
export const schemasOfMigrations = async (engine: Engine, migrationsOn: Migrations): Promise<SchemasOfMigrations> => {
  const db = new Kysely<never>({
    dialect: new SqliteDialect({ database: preparedStatements(openSqlite(':memory:', {})) }),
  })
  const schemas = new Map<string, Schema>()
  try {
    const migrations = migrationsOn({ ...engine, copyBeforeMigration: async () => undefined })
    for (const [name, { up }] of Object.entries(migrations)) {
      await up(db)
      const { rows } = await sql.raw<SchemaRow>(selectSchema).execute(db)
      schemas.set(name, schemaOf(rows))
    }
    return schemas
  } finally {
    await db.destroy()
  }
}
