import { rmSync } from 'node:fs'
import process from 'node:process'
import { provideMysqlServer } from '../mysql-server/provide-mysql-server.ts'
import { makeMemoryFolder } from './memory-folder.ts'

/** Set-up and tear-down share the global object: Jest may load their modules apart. */
export type TestRun = { endMuseumTests?: (() => Promise<void>) | undefined }

/**
 * Selects a folder in memory for temporary files, unless `TMPDIR` names one, provides one MySQL server for the whole test
 * run, and names it in `TEST_MYSQL_URL`.
 */
export default async (): Promise<void> => {
  const { TMPDIR: givenFolder, TEST_MYSQL_URL: givenUrl, MUSEUM_TEST_ENGINES: engines } = process.env
  const folder = givenFolder ? undefined : makeMemoryFolder()
  const run = globalThis as TestRun
  const removeFolder = () => {
    if (folder === undefined) return
    delete process.env['TMPDIR']
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const endBy = (signal: NodeJS.Signals) => {
    removeFolder()
    process.kill(process.pid, signal)
  }
  if (folder !== undefined) {
    process.env['TMPDIR'] = folder
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, endBy)
  }
  run.endMuseumTests = async () => removeFolder()
  if (engines === 'sqlite') return
  const server = await provideMysqlServer().catch((error: unknown) => {
    removeFolder()
    throw error
  })
  process.env['TEST_MYSQL_URL'] = server.url
  run.endMuseumTests = async () => {
    // In watch mode the set-up runs again, and must not take the stopped server for one that the developer named.
    if (!givenUrl) delete process.env['TEST_MYSQL_URL']
    await server.stop()
    removeFolder()
  }
  process.stderr.write(`Tests run on ${server.description}.\n`)
}
