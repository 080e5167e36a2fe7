import { setTimeout as sleep } from 'node:timers/promises'
import { emptyAdmissionHistory } from './admission-history.ts'
import { checkAdmissions } from './check-admissions.ts'
import { send } from './client.ts'
import { beginFailure } from './database-failure.ts'
import { figureColumns } from './findings.ts'
import { gateClients } from './gate-clients.ts'
import { inTurn, randomBetween } from './random.ts'
import { readAdmissions } from './read-admissions.ts'
import { runScenario } from './run-scenario.ts'
import type { Engine } from './engine.ts'
import { startPausingWorkers } from './start-workers.ts'

const scanners = 40

/**
 * Forty scanners at two servers (three on a cluster) scan the same tickets, online and offline, with and without a scanId, while tickets are
 * sold and cancelled, admissions are reverted, events are deleted and restored, and the office changes how early and late tickets
 * with an entry time admit. The database is killed or, in every
 * other round and where it cannot be, the servers, one after the other.
 */
export const admissions = (engine: Engine, rounds: number) => {
  // The date of an offline scan is that of its moment, so the present day must be the actual one. The scenario keeps to it.
  const today = new Date().toISOString().slice(0, 10)
  const history = emptyAdmissionHistory(today)
  let clients: ReturnType<typeof gateClients> | undefined
  let roundNumber = 0
  return runScenario(engine, {
    // On a cluster one for each node, so that every failure is one of a node in use.
    servers: engine.cluster === undefined ? 2 : 3,
    rounds,
    settings: { MUSEUM_TODAY: today, MUSEUM_TIME_ZONE: 'UTC' },
    outages: history.outages,
    async round(museum) {
      roundNumber += 1
      clients ??= gateClients(museum, history)
      await clients.prepare()
      const { followRevocations } = clients
      const { scan, sell, cancel, revert, deleteEvent, changeAdmissionTimes, readTicketKeys, violations } = clients
      const stops = [
        startPausingWorkers(scanners, 40, scan),
        startPausingWorkers(2, 30, sell),
        startPausingWorkers(2, 60, cancel),
        startPausingWorkers(2, 60, revert),
        startPausingWorkers(1, 200, deleteEvent),
        startPausingWorkers(1, 300, changeAdmissionTimes),
        startPausingWorkers(1, 100, followRevocations),
        startPausingWorkers(1, 50, readTicketKeys),
      ]
      await sleep(randomBetween(500, 1_000))
      const failure = roundNumber % 2 === 1 ? inTurn(engine.failures, (roundNumber - 1) / 2) : undefined
      if (failure !== undefined) {
        await beginFailure(failure, history.outages)
        await failure.repair?.()
      } else
        for (const server of museum.servers) {
          await server.kill()
          await server.start()
          await sleep(randomBetween(50, 400))
        }
      await sleep(randomBetween(100, 400))
      await Promise.all(stops.map((stop) => stop()))
      await followRevocations()
      return { kills: failure === undefined ? museum.servers.length : 1, violations }
    },
    async check({ servers: [server], database }) {
      const get = async <T>(path: string) => {
        const response = await send(server!.origin, 'GET', path)
        if (response?.status !== 200) throw new Error(`GET ${path}: ${response?.body}`)
        return JSON.parse(response.body) as T
      }
      const { figures: all, violations } = checkAdmissions(history, {
        ...(await readAdmissions(database)),
        summary: await get(`/admissions/summary?date=${today}`),
        revocations: await get(`/ticket-revocations?date=${today}`),
        followedRevocations: clients!.followedRevocations(),
      })
      const { answered, refused, ...figures } = all
      return {
        figures: { 'answered scans': answered, 'refused scans': refused, ...figureColumns(figures) },
        violations,
      }
    },
  })
}
