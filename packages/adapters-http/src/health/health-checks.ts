import { Hono } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { json, noStore } from '../operation/response.ts'
import { serviceUnavailable } from '../problems/problem.ts'
import { cachedFor } from './cached-for.ts'

/**
 * Whether the database can be reached (`false` when it cannot) and whether it stores writes. `true` stands for `{
 * writes: true }`. `databaseHost`, such as `db2:3306`, is the host in use when there are several; every client can read
 * it.
 */
export type Readiness = boolean | Readonly<{ writes: boolean; databaseHost?: string }>

// `/readyz` needs no authentication: without this limit, any client could keep the database busy with it.
const readinessMilliseconds = 1_000

/**
 * `/healthz` responds with 200 while the process runs; `/readyz` responds with 200 while `isReady` says so and
 * `stopping` is not aborted.
 */
export const healthChecks = (isReady: () => Promise<Readiness>, stopping: AbortSignal | undefined): Hono<MuseumEnv> => {
  const routes = new Hono<MuseumEnv>({ strict: false })
  routes.get('/healthz', (c) => json(c, { status: 'ok' }, 200, noStore))
  const readiness = cachedFor(readinessMilliseconds, isReady)
  routes.get('/readyz', async (c) => {
    const ready = await readiness()
    if (ready === false || stopping?.aborted) return serviceUnavailable(c)
    const { writes, databaseHost } = ready === true ? { writes: true } : ready
    return json(c, { status: 'ready', writes, ...(databaseHost !== undefined && { databaseHost }) }, 200, noStore)
  })
  return routes
}
