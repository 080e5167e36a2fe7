import { createConnection } from 'mysql2/promise'
import type { Flavour } from './flavour.ts'

/** A server's flavour, and its name with its version, such as `MariaDB 10.11.19`. */
export type ServerIdentity = { readonly flavour: Flavour; readonly name: string }

/** Logs in over TCP and reads the version of the server. */
export const identifyServer = async (url: string): Promise<ServerIdentity> => {
  const connection = await createConnection({ uri: url, connectTimeout: 5000 })
  try {
    const [rows] = await connection.query('select version() as version, @@version_comment as comment')
    const [row] = rows as { version: string; comment: string }[]
    if (row === undefined) throw new Error('The server returned no version.')
    const flavour = /mariadb/i.test(`${row.version} ${row.comment}`) ? 'mariadb' : 'mysql'
    const number = /^[\d.]+/.exec(row.version)?.[0] ?? row.version
    return { flavour, name: `${flavour === 'mariadb' ? 'MariaDB' : 'MySQL'} ${number}` }
  } finally {
    connection.destroy()
  }
}
