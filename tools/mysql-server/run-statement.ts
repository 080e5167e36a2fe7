import { createConnection } from 'mysql2'

/** Runs one statement on a MySQL server, over a connection of its own. */
export const runStatement = <Row = unknown>(serverUrl: string, statement: string): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const connection = createConnection({ uri: serverUrl })
    connection.query(statement, (error, rows) => {
      connection.destroy()
      if (error) reject(error)
      else resolve(rows as Row[])
    })
  })
