import process from 'node:process'
import { provideMysqlServer } from './provide-mysql-server.ts'

/** Where the set-up leaves word for the tear-down: Jest does not promise them the same modules. */
export type TestRun = { stopMysqlServerOfMuseumTests?: (() => Promise<void>) | undefined }

/** Provides one server for the whole test run; the tests find it in `TEST_MYSQL_URL`. */
export default async (): Promise<void> => {
  if (process.env['MUSEUM_TEST_ENGINES'] === 'sqlite') return
  const given = process.env['TEST_MYSQL_URL']
  const server = await provideMysqlServer()
  process.env['TEST_MYSQL_URL'] = server.url
  const run = globalThis as TestRun
  run.stopMysqlServerOfMuseumTests = async () => {
    // In watch mode the set-up comes again, and must not take our own server for a given one.
    if (!given) delete process.env['TEST_MYSQL_URL']
    await server.stop()
  }
  process.stderr.write(`Tests run on ${server.description}.\n`)
}
