import { setTimeout as sleep } from 'node:timers/promises'
import { cachedFor } from '@museum/adapters-http'
import type { DatabaseReadiness, MuseumDatabase } from '@museum/adapters-persistence'

/** Adds a gauge that is read at each scrape, and is not a number while it cannot be read. */
export type AddGauge = (name: string, help: string, read: () => Promise<number>) => void

/**
 * Adds the metrics that are measured at each scrape: the readiness of the database, at most once a second, and the use of its
 * connections. A database that takes longer than `readinessTimeout` milliseconds counts as down, since Prometheus aborts a
 * scrape after ten seconds and would then have no metrics at all.
 */
export const addDatabaseMetrics = (
  addGauge: AddGauge,
  { isReady, connectionUse }: Pick<MuseumDatabase, 'isReady' | 'connectionUse'>,
  readinessTimeout = 2_000,
): void => {
  const readiness = cachedFor(1_000, async (): Promise<DatabaseReadiness> => {
    const timer = new AbortController()
    const timeout = sleep(readinessTimeout, false as const, { signal: timer.signal, ref: false })
    try {
      return await Promise.race([isReady(), timeout])
    } catch {
      return false
    } finally {
      timer.abort()
      timeout.catch(() => undefined)
    }
  })
  addGauge('database_up', 'Whether the database responds.', async () => ((await readiness()) === false ? 0 : 1))
  addGauge('database_accepts_writes', 'Whether the database responds and is writable.', async () => {
    const ready = await readiness()
    return ready !== false && ready.writes ? 1 : 0
  })
  addGauge(
    'database_connections_max',
    'The connections that may be in use at present: fewer than configured while MySQL refuses more.',
    async () => connectionUse().max,
  )
  addGauge('database_connections_in_use', 'The connections that are in use.', async () => connectionUse().inUse)
  addGauge(
    'database_requests_waiting',
    'Reads and writes that wait for a connection, on the embedded database also for the lock of another process.',
    async () => connectionUse().waiting,
  )
}
