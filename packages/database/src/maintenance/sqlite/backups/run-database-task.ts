import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DatabaseMisconfigured } from '../../../database-misconfigured.ts'
import type { BackupOptions, DatabaseContent, ExpectedContent } from './backups.ts'

/**
 * A task that takes seconds or minutes on a large database: copying it to an empty file and checking the copy, or only checking
 * a copy.
 */
export type DatabaseTask = Readonly<{
  /** The database to copy to `copy`; `undefined` when `copy` has its content already. */
  database?: string
  copy: string
  /** The name of the copy in messages. */
  name: string
  expected: ExpectedContent
}>

/**
 * What the worker thread sends: that it is loaded, or that it has opened the database, each time before it waits for a message;
 * that it starts the check; and how the task ended.
 */
export type TaskMessage =
  | Readonly<{ step: 'loaded' | 'open' | 'check' }>
  | Readonly<{ content: DatabaseContent }>
  | Readonly<{ fault: string; advice: string }>
  | Readonly<{ message: string; code: unknown; errcode: unknown }>

type TaskEvents = Readonly<{
  /** The database is open, and nothing was written to the copy yet. */
  onOpen?: () => void
  onCheck: () => void
}>

/** A worker thread for one task. */
export type DatabaseWorker = Readonly<{
  /** Rejects with the error of the task, or with the signal's reason when it is aborted. */
  run: (task: DatabaseTask, events: TaskEvents, signal: BackupOptions['signal']) => Promise<DatabaseContent>
  /** Ends the thread after its current statement, or with the process. */
  end: () => Promise<void>
}>

// The suffix is `.ts` when Node runs the sources, `.js` when it runs the build.
const extension = extname(import.meta.url)
const workerModule = new URL(`./database-worker${extension}`, import.meta.url)

/** Starts a worker thread, which reads the files of the program with the rights that this process has now. */
export const startDatabaseWorker = async (): Promise<DatabaseWorker> => {
  const worker = new Worker(workerModule, { name: 'database task' })
  await once(worker, 'message')
  return {
    run: (task, events, signal) => runTask(worker, task, events, signal),
    async end() {
      const ended = worker.terminate()
      // For root that has become another user: reading the program's files may need root's own rights.
      if (process.geteuid?.() !== process.getuid?.()) await ended
    },
  }
}

const runTask = async (
  worker: Worker,
  task: DatabaseTask,
  { onOpen, onCheck }: TaskEvents,
  signal: BackupOptions['signal'],
): Promise<DatabaseContent> => {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<DatabaseContent>()
  const onAbort = () => reject(signal!.reason as Error)
  signal?.addEventListener('abort', onAbort)
  worker.on('message', (result: TaskMessage) => {
    if ('content' in result) resolve(result.content)
    else if ('fault' in result) reject(new DatabaseMisconfigured(result.fault, result.advice))
    else if ('message' in result) reject(Object.assign(new Error(result.message), result))
    else if (result.step === 'check') onCheck()
    else {
      onOpen?.()
      worker.postMessage('copy')
    }
  })
  worker.once('error', reject)
  worker.once('exit', (code) => reject(new Error(`The thread of a database task exited with code ${code}.`)))
  worker.postMessage(task)
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}
