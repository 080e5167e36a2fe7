import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { bundlePrograms, programs } from './bundle-programs.ts'
import { makeMemoryFolder } from './memory-folder.ts'
import { writeTables } from './tables.ts'

/** The global object, which set-up and tear-down share: Jest may load their modules separately. */
export type TestRun = { endMuseumTests?: (() => Promise<void>) | undefined }

/** The database of a test run. */
export type ProvidedDatabase = {
  readonly description: string
  /** The environment variables in which the tests find it. */
  readonly environment: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

/**
 * Selects a folder in memory for temporary files, unless `TMPDIR` names one; bundles the programs that tests start into a
 * folder that `TEST_PROGRAMS` names, unless it is set; provides one database server for the whole test run; and writes the tables
 * of this version into a folder that `TEST_TABLES` names.
 */
export const setUpRun = async (provideDatabase: () => Promise<ProvidedDatabase | undefined>): Promise<void> => {
  const { TMPDIR: givenFolder, TEST_PROGRAMS: givenPrograms } = process.env
  const givenEnvironment = { ...process.env }
  const folders: string[] = []
  let provided: ProvidedDatabase | undefined
  const run = globalThis as TestRun
  // In watch mode the set-up runs again, and must not mistake its own variables for the developer's.
  const tearDown = () => {
    if (!givenFolder) delete process.env['TMPDIR']
    if (givenPrograms === undefined) delete process.env['TEST_PROGRAMS']
    for (const name of Object.keys(provided?.environment ?? {})) {
      if (!givenEnvironment[name]) delete process.env[name]
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const endBy = (signal: NodeJS.Signals) => {
    tearDown()
    process.kill(process.pid, signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, endBy)
  run.endMuseumTests = async () => tearDown()
  const memory = givenFolder ? undefined : makeMemoryFolder()
  if (memory !== undefined) {
    folders.push(memory)
    process.env['TMPDIR'] = memory
  }
  try {
    const folder = mkdtempSync(join(tmpdir(), 'museum-run-'))
    folders.push(folder)
    if (givenPrograms === undefined) {
      await bundlePrograms(folder)
      process.env['TEST_PROGRAMS'] = folder
      // A compile cache that the processes share.
      process.env['NODE_COMPILE_CACHE'] = join(folder, 'compile-cache')
    }
    provided = await provideDatabase()
    if (provided !== undefined) {
      const { description, environment, stop } = provided
      Object.assign(process.env, environment)
      run.endMuseumTests = async () => {
        await stop()
        tearDown()
      }
      process.stderr.write(`Tests run on ${description}.\n`)
    }
    process.env['TEST_TABLES'] = folder
    const program = givenPrograms === undefined ? join(folder, 'museum.mjs') : programs.museum
    await writeTables(folder, program, process.env['TEST_MYSQL_URL'])
  } catch (error) {
    await run.endMuseumTests?.()
    throw error
  }
}
