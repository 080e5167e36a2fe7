import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { provideMysqlServer } from '../mysql-server/provide-mysql-server.ts'
import { bundlePrograms } from './bundle-programs.ts'
import { makeMemoryFolder } from './memory-folder.ts'

/** Set-up and tear-down share the global object: Jest may load their modules apart. */
export type TestRun = { endMuseumTests?: (() => Promise<void>) | undefined }

/**
 * Selects a folder in memory for temporary files, unless `TMPDIR` names one; bundles the programs that tests start into a
 * folder that `TEST_PROGRAMS` names, unless it is set; and provides one MySQL server for the whole test run, which
 * `TEST_MYSQL_URL` names.
 */
export default async (): Promise<void> => {
  const { TMPDIR: givenFolder, TEST_PROGRAMS: givenPrograms, TEST_MYSQL_URL: givenUrl } = process.env
  const folders: string[] = []
  const run = globalThis as TestRun
  // In watch mode the set-up runs again, and must not take what it set before for what the developer set.
  const tearDown = () => {
    if (!givenFolder) delete process.env['TMPDIR']
    if (givenPrograms === undefined) delete process.env['TEST_PROGRAMS']
    if (!givenUrl) delete process.env['TEST_MYSQL_URL']
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
    if (givenPrograms === undefined) {
      const programs = mkdtempSync(join(tmpdir(), 'museum-programs-'))
      folders.push(programs)
      await bundlePrograms(programs)
      process.env['TEST_PROGRAMS'] = programs
      // Processes keep the compiled code for the next ones.
      process.env['NODE_COMPILE_CACHE'] = join(programs, 'compile-cache')
    }
    if (process.env['MUSEUM_TEST_ENGINES'] === 'sqlite') return
    const server = await provideMysqlServer()
    process.env['TEST_MYSQL_URL'] = server.url
    run.endMuseumTests = async () => {
      await server.stop()
      tearDown()
    }
    process.stderr.write(`Tests run on ${server.description}.\n`)
  } catch (error) {
    tearDown()
    throw error
  }
}
