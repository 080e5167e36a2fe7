// Runs one task on a database file in a worker thread, so that signals are handled and progress is shown meanwhile. It
// imports no package, so that it starts fast.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseUnusable } from '../../../database/database-unusable.ts'
import { openSqlite } from '../open-sqlite.ts'
import { checkCopy } from './check-copy.ts'
import type { DatabaseTaskData, TaskMessage } from './run-database-task.ts'

const lowPriority = 10
const lockMilliseconds = 5_000

const { database, copy, name, migrations } = workerData as DatabaseTaskData

const copyDatabase = (path: string) => {
  const file = openSqlite(path, { timeout: lockMilliseconds, defensive: true, allowExtension: false })
  try {
    // As a server does. Without a write-ahead log, the copy would keep other processes from writing.
    file.exec('pragma journal_mode = wal; pragma trusted_schema = off')
    // One read transaction: other processes read and write meanwhile, and the copy ends however long they write. Pages
    // of deleted rows are left out, and the copy has no write-ahead log.
    file.prepare('vacuum into ?').run(copy)
  } finally {
    file.close()
  }
}

const send = (message: TaskMessage) => parentPort!.postMessage(message)

try {
  // On Linux this is the priority of the thread: requests to a server on this machine come first.
  if (process.platform === 'linux') setPriority(lowPriority)
  if (database !== undefined) copyDatabase(database)
  send({ isChecking: true })
  send({ content: checkCopy(copy, name, migrations) })
} catch (error) {
  const { message, code, errcode } = error as Error & { code?: unknown; errcode?: unknown }
  // A message between threads has neither the class of an error nor its other properties.
  send({ message, code, errcode, isUnusable: error instanceof DatabaseUnusable })
}
