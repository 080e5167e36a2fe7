import { sql } from 'kysely'
import type { MuseumDatabase } from '../src/database/museum-database.ts'
import type { TestEngine } from './engines.ts'

/** The tables of a database with their columns, and the indexes, each as a text. */
export const shapeOf = async ({ kysely }: MuseumDatabase, engine: TestEngine): Promise<readonly string[]> => {
  const tables = await kysely.introspection.getTables()
  const indexes = engine.isMysql
    ? sql`select table_name, index_name, group_concat(column_name order by seq_in_index) as columns
        from information_schema.statistics where table_schema = database() group by table_name, index_name`
    : sql`select name, sql from sqlite_master where type = 'index'`
  const { rows } = await indexes.execute(kysely)
  const withoutSchema = (key: string, value: unknown) => (key === 'schema' ? undefined : value)
  return [...tables, ...rows].map((each) => JSON.stringify(each, withoutSchema)).toSorted()
}
