import { hostWithPort, urlsOfHosts } from '@museum/adapters-persistence'
import type { Config } from '../configuration/config.ts'
import { checkConnection, checkEngine, ofHost } from './check-database.ts'
import { findingOfFailure } from './finding-of-failure.ts'
import type { Finding } from './finding.ts'
import { openForReading } from './open-for-reading.ts'

/**
 * The hosts of the database other than the one in use: a server needs them when that one fails. Nothing for a database with
 * one host.
 */
export const checkSpareHosts = async (config: Config, hostInUse: string | undefined): Promise<readonly Finding[]> => {
  if (hostInUse === undefined) return []
  const spare = urlsOfHosts(config.databaseUrl).filter((url) => hostWithPort(url) !== hostInUse)
  const findings = await Promise.all(spare.map(async (url) => ofHost(hostWithPort(url), await checkHost(config, url))))
  return findings.flat()
}

const checkHost = async (config: Config, url: string): Promise<readonly Finding[]> => {
  const database = openForReading(config, url)
  try {
    await checkConnection(database)
    return await checkEngine(database, config, false, true)
  } catch (error) {
    // The museum works without it.
    return [Object.assign({}, findingOfFailure('database', error, database), { level: 'warning' as const })]
  } finally {
    await database.close().catch(() => undefined)
  }
}
