import { setTimeout as sleep } from 'node:timers/promises'
import { type RowDataPacket, createConnection } from 'mysql2/promise'
import { startDroppingProxy } from './dropping-proxy.ts'
import type { Engine } from './engine.ts'
import { randomBetween } from './random.ts'
import { runRounds } from './run-rounds.ts'
import { startLoad } from './start-load.ts'

/** One in this many packets between a server and the database loses its connection: some in each second. */
const dropRate = 0.005

/**
 * The connections of servers to the database are lost under load, many of them in the middle of a text of several statements:
 * some are dropped by a proxy, others are killed in the database server. On Galera the two servers write to different nodes,
 * and lose their connections between the statements of a transaction.
 */
export const killConnections = async (engine: Engine, rounds: number) => {
  const database = await engine.createDatabase()
  const urls = database.nodes.length > 0 ? database.nodes.map(({ url }) => url) : [database.urlOf(0)]
  let rate = 0
  const proxies = await Promise.all(urls.map((url) => startDroppingProxy(url, () => rate)))
  const throughProxies = (url: string) =>
    urls.reduce((text, direct, n) => text.replace(new URL(direct).host, proxies[n]!.host), url)
  const withProxies = {
    ...engine,
    createDatabase: async () => ({ ...database, urlOf: (server: number) => throughProxies(database.urlOf(server)) }),
  }
  try {
    return await runRounds(withProxies, { servers: 2, rounds, mayMissResponses: false }, async (run) => {
      const load = startLoad(run, { buyers: 32, staff: 6, maxPause: 20 })
      await sleep(randomBetween(100, 300))
      const outage = { from: performance.now(), until: Number.POSITIVE_INFINITY }
      run.history.outages.push(outage)
      rate = dropRate
      const kills = await Promise.all(urls.map((url) => killAtRandom(url, 1_500)))
      rate = 0
      outage.until = performance.now()
      await sleep(randomBetween(100, 300))
      await load.stop()
      return { kills: kills.reduce((total, count) => total + count) }
    })
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.close()))
  }
}

/** Kills connections that execute statements, one after the other, in the database of a URL. Returns how many. */
export const killAtRandom = async (url: string, milliseconds: number) => {
  const database = new URL(url).pathname.slice(1)
  const connection = await createConnection({ uri: url })
  const end = performance.now() + milliseconds
  let kills = 0
  try {
    while (performance.now() < end) {
      const [rows] = await connection.query<RowDataPacket[]>('show processlist')
      const busy = rows.filter(
        (row) => row['db'] === database && row['Command'] !== 'Sleep' && row['Id'] !== connection.threadId,
      )
      const victim = busy[Math.floor(Math.random() * busy.length)]
      if (victim !== undefined) {
        // The connection may have ended meanwhile.
        await connection.query(`kill ${Number(victim['Id'])}`).then(
          () => (kills += 1),
          () => undefined,
        )
      }
      await sleep(randomBetween(5, 40))
    }
  } finally {
    await connection.end()
  }
  return kills
}
