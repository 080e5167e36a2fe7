import process from 'node:process'
import { provideMysqlServer } from '../mysql-server/provide-mysql-server.ts'

/** Set-up and tear-down share the global object: Jest may load their modules apart. */
export type TestRun = { stopMysqlServerOfMuseumTests?: (() => Promise<void>) | undefined }

/** Provides one server for the whole test run, and names it in `TEST_MYSQL_URL`. */
export default async (): Promise<void> => {
  if (process.env['MUSEUM_TEST_ENGINES'] === 'sqlite') return
  const givenUrl = process.env['TEST_MYSQL_URL']
  const server = await provideMysqlServer()
  process.env['TEST_MYSQL_URL'] = server.url
  const run = globalThis as TestRun
  run.stopMysqlServerOfMuseumTests = async () => {
    // In watch mode the set-up runs again, and must not take the stopped server for one that the developer named.
    if (!givenUrl) delete process.env['TEST_MYSQL_URL']
    await server.stop()
  }
  process.stderr.write(`Tests run on ${server.description}.\n`)
}
