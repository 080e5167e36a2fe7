import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseUnusable } from '../../../database/database-unusable.ts'
import { migrationNames } from '../../../migrations/index.ts'
import type { BackupOptions, DatabaseContent } from '../../backups.ts'

/** What takes seconds or minutes on a large database: to copy it to an empty file, and to check a copy. */
export type DatabaseTask = Readonly<{
  /** The database to copy to `copy`; `undefined` when there is a copy. */
  database?: string
  copy: string
  /** What the messages call the copy. */
  name: string
}>

/** A task for the worker thread; `migrations` are those of this version. */
export type DatabaseTaskData = DatabaseTask & Readonly<{ migrations: readonly string[] }>

/** What the worker thread sends: that it begins to check, and how the task ended. */
export type TaskMessage =
  | Readonly<{ isChecking: true }>
  | Readonly<{ content: DatabaseContent }>
  | Readonly<{ message: string; code: unknown; errcode: unknown; isUnusable: boolean }>

// `.ts` when Node runs the sources, `.js` when it runs the build.
const extension = extname(import.meta.url)
const workerModule = new URL(`./database-worker${extension}`, import.meta.url)

/**
 * Runs a task in a worker thread. Rejects with the error of the task, or with the signal's reason when it is aborted: the
 * thread then ends after the statement that it runs, or with the process.
 */
export const runDatabaseTask = async (
  task: DatabaseTask,
  onCheck: () => void,
  signal: BackupOptions['signal'],
): Promise<DatabaseContent> => {
  signal?.throwIfAborted()
  const workerData: DatabaseTaskData = { ...task, migrations: migrationNames }
  const worker = new Worker(workerModule, { name: 'database task', workerData })
  const { promise, resolve, reject } = Promise.withResolvers<DatabaseContent>()
  const onAbort = () => reject(signal!.reason as Error)
  signal?.addEventListener('abort', onAbort)
  worker.on('message', (result: TaskMessage) => {
    if ('isChecking' in result) onCheck()
    else if ('content' in result) resolve(result.content)
    else reject(errorOf(result))
  })
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`The thread of a database task exited with code ${code}.`)))
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', onAbort)
    void worker.terminate()
  }
}

const errorOf = ({ message, code, errcode, isUnusable }: Extract<TaskMessage, { message: string }>) =>
  isUnusable ? new DatabaseUnusable(message) : Object.assign(new Error(message), { code, errcode })
