// Runs one task on a database file in a worker thread, so that signals are handled and progress is shown meanwhile. It
// imports no package, so that it starts fast.
import { once } from 'node:events'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { DatabaseMisconfigured } from '../../../database-misconfigured.ts'
import { openSqlite } from '../../../engines/sqlite/open-sqlite.ts'
import { checkCopy } from './check-copy.ts'
import type { DatabaseTask, TaskMessage } from './run-database-task.ts'

const lowPriority = 10
const lockMilliseconds = 5_000

const send = (message: TaskMessage) => parentPort!.postMessage(message)
const next = async () => (await once(parentPort!, 'message'))[0] as unknown

const copyDatabase = async (path: string, copy: string) => {
  const file = openSource(path)
  try {
    send({ step: 'open' })
    await next()
    // `vacuum into` is one read transaction: other processes can read and write meanwhile, and do not prolong it. It leaves out
    // pages of deleted rows, and the copy has no write-ahead log.
    file.prepare('vacuum into ?').run(copy)
  } finally {
    file.close()
  }
}

const openSource = (path: string) => {
  const file = openSqlite(path, { timeout: lockMilliseconds, defensive: true, allowExtension: false })
  try {
    // As a server does it. Without a write-ahead log, copying would keep other processes from writing.
    file.exec('pragma journal_mode = wal; pragma trusted_schema = off')
    // Opens the log.
    file.exec('select 1 from sqlite_schema limit 1')
    return file
  } catch (error) {
    file.close()
    throw error
  }
}

send({ step: 'loaded' })
const { database, copy, name, expected } = (await next()) as DatabaseTask
try {
  // On Linux this sets the priority of the thread, so that requests to a server on this machine come first. Only root may set
  // a higher one than the process has.
  if (process.platform === 'linux') setPriority(Math.max(getPriority(), lowPriority))
  if (database !== undefined) await copyDatabase(database, copy)
  send({ step: 'check' })
  send({ content: checkCopy(copy, name, expected) })
} catch (error) {
  // A message between threads preserves neither the class of an error nor its additional properties.
  if (error instanceof DatabaseMisconfigured) send({ fault: error.fault, advice: error.advice })
  else {
    const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
    send({ message, code, errcode })
  }
}
