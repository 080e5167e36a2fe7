import { expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { aDatabase } from '../../test/a-database.ts'
import { mysql } from '../../test/engines.ts'

it('every table has a primary key, without which Galera and Group Replication refuse writes', async () => {
  const { database, close } = await aDatabase(mysql)
  const { rows } = await sql<{ name: string; hasKey: number }>`
    select table_name as name, exists (
      select * from information_schema.table_constraints as keys_of_table
      where keys_of_table.table_schema = tables.table_schema and keys_of_table.table_name = tables.table_name
        and constraint_type = 'PRIMARY KEY'
    ) as hasKey
    from information_schema.tables as tables where table_schema = database()`.execute(database.kysely)
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ hasKey }) => hasKey === 0)).toEqual([])
  await close()
})
