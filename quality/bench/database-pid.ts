import { readFileSync } from 'node:fs'
import { createConnection } from 'mysql2/promise'

/** The process id of a database server on this machine, which wrote it to a file. `url` has a user and a password. */
export const databasePid = async (url: string): Promise<number> => {
  const connection = await createConnection({ uri: url })
  const [rows] = await connection.query('select @@pid_file as file, @@datadir as folder')
  await connection.end()
  const [{ file, folder }] = rows as [{ file: string; folder: string }]
  return Number(readFileSync(file.startsWith('/') ? file : `${folder}/${file}`, 'utf8'))
}
