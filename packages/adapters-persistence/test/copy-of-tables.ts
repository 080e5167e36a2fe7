import { createConnection } from 'mysql2/promise'

/** The statements that create the tables of a MySQL database with their rows. */
export const statementsOfTables = async (url: string): Promise<string> => {
  const connection = await createConnection({ uri: url, rowsAsArray: true, dateStrings: true })
  const select = async (statement: string) => (await connection.query(statement))[0] as unknown[][]
  const statements: string[] = []
  for (const [table] of await select('show tables')) {
    const [[, created]] = (await select(`show create table ${String(table)}`)) as [[string, string]]
    const rows = await select(`select * from ${String(table)}`)
    statements.push(created, ...(rows.length > 0 ? [connection.format('insert into ?? values ?', [table, rows])] : []))
  }
  await connection.end()
  return statements.join(';\n')
}

/** Executes statements that are separated by semicolons. */
export const executeAll = async (url: string, statements: string): Promise<void> => {
  const connection = await createConnection({ uri: url, multipleStatements: true })
  await connection.query(statements)
  await connection.end()
}
