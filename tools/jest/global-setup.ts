import process from 'node:process'
import { provideMysqlServer } from '../mysql-server/provide-mysql-server.ts'
import { setUpRun } from './set-up-run.ts'

/** Provides one MySQL server for the whole test run, which `TEST_MYSQL_URL` names. */
export default (): Promise<void> =>
  setUpRun(async () => {
    if (process.env['MUSEUM_TEST_ENGINES'] === 'sqlite') return undefined
    const { description, url, stop } = await provideMysqlServer()
    return { description, environment: { TEST_MYSQL_URL: url }, stop }
  })
