import { readFileSync } from 'node:fs'
import { createConnection } from 'mysql2/promise'

/** Counters of a database server, since its start. */
type DatabaseCounters = Readonly<{
  /** Statements of clients. */
  statements: number
  /** Transactions that were rolled back because a transaction on another node wrote the same row. */
  conflicts: number
}>

/** The process of a database server on this machine. */
export type DatabaseProcess = Readonly<{
  pid: number
  counters: () => Promise<DatabaseCounters>
  close: () => Promise<void>
}>

// On a node of Galera: transactions that failed their certification, and those that another one interrupted before that.
const conflictCounters = ['wsrep_local_cert_failures', 'wsrep_local_bf_aborts']

/** Finds the process of a database server, which wrote its process id to a file. `url` has a user and a password. */
export const databaseProcess = async (url: string): Promise<DatabaseProcess> => {
  const connection = await createConnection({ uri: url })
  const rowsOf = async (statement: string) => (await connection.query(statement))[0] as Record<string, string>[]
  const [row] = await rowsOf('select @@pid_file as file, @@datadir as folder')
  const { file, folder } = row as { file: string; folder: string }
  const pid = Number(readFileSync(file.startsWith('/') ? file : `${folder}/${file}`, 'utf8'))
  return {
    pid,
    async counters() {
      const names = ['Questions', ...conflictCounters].map((name) => `'${name}'`).join()
      const rows = await rowsOf(`show global status where variable_name in (${names})`)
      const valueOf = (name: string) => Number(rows.find((each) => each['Variable_name'] === name)?.['Value'] ?? 0)
      return {
        statements: valueOf('Questions'),
        conflicts: conflictCounters.reduce((sum, name) => sum + valueOf(name), 0),
      }
    },
    close: () => connection.end(),
  }
}
