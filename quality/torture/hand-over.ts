import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BoundSocket, bindSocket } from '../../tools/bind-socket.ts'
import { randomBetween } from './random.ts'
import { runRounds } from './run-rounds.ts'
import type { Outcome } from './run-scenario.ts'
import { authorization, isRunning, serverEnvironment, spawnServer } from './spawn-server.ts'
import type { Engine } from './engine.ts'
import { startLoad } from './start-load.ts'
import { startWorkers } from './start-workers.ts'

/** The number of servers that share the socket. */
const processes = 2

/** How long clients send requests before and after the hand-over, in milliseconds. */
const timeAroundHandOver = 500

/** In milliseconds: a connection can wait in the queue while servers drain their connections and others start. */
const maxResponseTime = 30_000

/**
 * Servers that share a listening socket are replaced under load: in odd rounds each new server starts before an old one
 * stops, in even rounds all old ones stop before the new ones start. No request may fail.
 */
export const handOver = async (engine: Engine, rounds: number): Promise<Outcome> => {
  const socket = bindSocket()
  let servers: readonly SharedServer[] = []
  let [round, reads] = [0, 0]
  try {
    const options = { servers: 0, rounds, mayMissResponses: false, maxResponseTime }
    const outcome = await runRounds(engine, options, async (run) => {
      const numbers = Array.from({ length: processes }, (_, n) => n + 1)
      const start = (n: number) =>
        startAt(socket, run.databaseUrlOf(n), join(engine.folder, `hand-over-${round}-${n}.log`))
      if (round === 0) servers = await Promise.all(numbers.map(start))
      round += 1
      const load = startLoad({ ...run, servers: [socket] }, { buyers: 8, staff: 1, maxPause: 200 })
      const readers = startReaders(socket.origin)
      await sleep(timeAroundHandOver)
      const [old, faults] = [servers, [] as string[]]
      const stop = async (server: SharedServer) => void faults.push(...(await server.stop()))
      if (round % 2 === 1) {
        const started: SharedServer[] = []
        for (const n of numbers) {
          started.push(await start(n))
          await stop(old[n - 1]!)
        }
        servers = started
      } else {
        await Promise.all(old.map(stop))
        servers = await Promise.all(numbers.map(start))
      }
      await sleep(timeAroundHandOver)
      await load.stop()
      const read = await readers.stop()
      reads += read.reads
      return { kills: 0, violations: [...faults, ...read.faults].map((fault) => ({ fault })) }
    })
    return { ...outcome, figures: { ...outcome.figures, reads } }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    socket.close()
  }
}

type SharedServer = Readonly<{
  /** Ends the process with SIGTERM. Resolves to its faults as a process. */
  stop: () => Promise<readonly string[]>
}>

/** How often a server is started that ends before it listens: on a busy machine its first connection can come too late. */
const attempts = 5

/** Starts a server that inherits the socket; resolves when it listens. */
const startAt = async (
  socket: BoundSocket,
  databaseUrl: string,
  logFile: string,
  attempt = 1,
): Promise<SharedServer> => {
  const log = openSync(logFile, 'w')
  const environment = serverEnvironment(databaseUrl, { MUSEUM_PORT: '0', MUSEUM_TODAY: '2030-12-31' })
  const child = spawnServer(environment, { stdout: log, stderr: log, socket: socket.fd })
  closeSync(log)
  while (!readFileSync(logFile, 'utf8').includes('the server is listening')) {
    if (!isRunning(child)) {
      if (attempt === attempts) throw new Error(`The server does not start:\n${readFileSync(logFile, 'utf8')}`)
      return startAt(socket, databaseUrl, logFile, attempt + 1)
    }
    await sleep(20)
  }
  return {
    async stop() {
      if (!isRunning(child)) return [`A server exited by itself, see ${logFile}.`]
      child.kill('SIGTERM')
      await once(child, 'exit')
      return child.exitCode === 0 ? [] : [`A server did not exit with code 0 after SIGTERM, see ${logFile}.`]
    },
  }
}

/**
 * Readers on new connections, on kept ones without a pause, and on kept ones with pauses of up to a second: a busy machine
 * prolongs them, and a server that stops closes what is idle for three seconds.
 */
const readerKinds = [
  { readers: 4, agent: () => new Agent({ keepAlive: false }), maxPause: 10 },
  { readers: 8, agent: () => new Agent({ keepAlive: true, maxSockets: 1 }), maxPause: 0 },
  { readers: 16, agent: () => new Agent({ keepAlive: true, maxSockets: 1 }), maxPause: 1_000 },
]

const startReaders = (origin: string) => {
  const faults: string[] = []
  let reads = 0
  const stops = readerKinds.flatMap(({ readers, agent: newAgent, maxPause }) =>
    Array.from({ length: readers }, () => {
      const agent = newAgent()
      const stop = startWorkers(1, async () => {
        const fault = await readOnce(origin, agent)
        reads += 1
        if (fault !== undefined) faults.push(`GET: ${fault}`)
        if (maxPause > 0) await sleep(randomBetween(0, maxPause))
      })
      return async () => {
        await stop()
        agent.destroy()
      }
    }),
  )
  return {
    /** Resolves to how many requests were sent, and what failed. */
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
      return { reads, faults }
    },
  }
}

/** Sends a request; resolves to the fault of its response, if any. */
const readOnce = (origin: string, agent: Agent) =>
  new Promise<string | undefined>((resolve) => {
    const request = get(`${origin}/v1.1/museum-hours`, { agent, headers: { authorization } }, (response) => {
      response.resume()
      response.on('error', (error) => resolve(error.message))
      response.on('end', () => resolve(response.statusCode === 200 ? undefined : `status ${response.statusCode}`))
    })
    request.on('error', (error) => resolve(error.message))
  })
