import { setTimeout as sleep } from 'node:timers/promises'
import { beginFailure } from './database-failure.ts'
import type { Engine } from './engine.ts'
import type { Outage } from './history.ts'
import { killAtRandom } from './kill-connections.ts'
import { inTurn, randomBetween } from './random.ts'
import type { Museum } from './run-scenario.ts'

/**
 * Makes the database fail in every other round, the first one among them; in the others and where it cannot fail, kills the
 * servers, one after the other, and then connections to the database. Returns the number of kills.
 */
export const failInTurn = async (engine: Engine, museum: Museum, outages: Outage[], roundNumber: number) => {
  const failure = roundNumber % 2 === 1 ? inTurn(engine.failures, (roundNumber - 1) / 2) : undefined
  if (failure === undefined) return killServers(engine, museum, outages)
  await beginFailure(failure, outages)
  await failure.repair?.()
  return 1
}

const killServers = async ({ name }: Engine, { servers, databaseUrlOf }: Museum, outages: Outage[]) => {
  for (const server of servers) {
    await server.kill()
    await server.start()
    await sleep(randomBetween(50, 300))
  }
  if (name === 'sqlite' || name === 'group') return servers.length
  const outage = { from: performance.now(), until: Number.POSITIVE_INFINITY }
  outages.push(outage)
  // Of a cluster, the connections to the first node of a server.
  const urls = new Set(servers.map((_, n) => withFirstHost(databaseUrlOf(n))))
  const cuts = await Promise.all([...urls].map((url) => killAtRandom(url, 500)))
  outage.until = performance.now()
  return servers.length + cuts.reduce((sum, count) => sum + count)
}
const withFirstHost = (url: string) => url.replace(/(@[^@,/]+),[^/]+/, '$1')
