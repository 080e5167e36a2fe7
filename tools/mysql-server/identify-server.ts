import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import type { Flavour } from './server-program.ts'
import type { Guarded } from './start-supervised.ts'

/** What a server says it is. */
export type ServerIdentity = { readonly flavour: Flavour; readonly name: string }

/** Logs in over TCP and asks the server what it is. */
export const logIn = async (url: string): Promise<ServerIdentity> => {
  const connection = await createConnection({ uri: url, connectTimeout: 5000 })
  try {
    const [rows] = await connection.query('select version() as version, @@version_comment as comment')
    const [row] = rows as { version: string; comment: string }[]
    if (row === undefined) throw new Error('The server did not say its version.')
    const flavour = /mariadb/i.test(`${row.version} ${row.comment}`) ? 'mariadb' : 'mysql'
    const number = /^[\d.]+/.exec(row.version)?.[0] ?? row.version
    return { flavour, name: `${flavour === 'mariadb' ? 'MariaDB' : 'MySQL'} ${number}` }
  } finally {
    connection.destroy()
  }
}

/**
 * Waits until a guarded server lets its user in: an open port alone proves nothing, as it may belong to another server,
 * and the user may not exist yet. Stops the server when that never happens.
 */
export const waitForLogIn = async (url: string, guarded: Guarded, seconds: number): Promise<ServerIdentity> => {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    try {
      const identity = await logIn(url)
      guarded.showWords()
      return identity
    } catch (error) {
      const failure = guarded.failure()
      if (failure !== undefined) throw new Error(failure, { cause: error })
      if (Date.now() > deadline) {
        await guarded.stop()
        throw new Error(`No log-in within ${seconds} seconds: ${(error as Error).message}`, { cause: error })
      }
      await sleep(25)
    }
  }
}
