import { setTimeout as sleep } from 'node:timers/promises'
import type { Violation } from './findings.ts'
import { beginFailure } from './database-failure.ts'
import { longestGaps } from './longest-gaps.ts'
import { inTurn, randomBetween } from './random.ts'
import type { Detail } from './run-scenario.ts'
import { type TestRun, runRounds } from './run-rounds.ts'
import type { Engine } from './engine.ts'
import { startLoad } from './start-load.ts'
import { startSteadySales } from './steady-sales.ts'

/** Within this time after the cluster is writable again, every server must sell a ticket, in milliseconds. */
const maxReturn = 15_000

/** The interruptions that a failure causes, in milliseconds; `accepted` is how long the database itself was not writable. */
type Cost = ReturnType<typeof longestGaps> & Readonly<{ accepted?: number }>

/**
 * Nodes of a cluster are killed, cut off and paused under the load of three servers, each in turn, and brought back while
 * clients go on; and two of three nodes are cut off, so that none has a quorum. Every server must sell again by itself.
 */
export const failovers = async (engine: Engine, rounds: number) => {
  const costs = new Map<string, Cost[]>()
  const addCost = (name: string, cost: Cost) => void costs.set(name, [...(costs.get(name) ?? []), cost])
  let number = 0
  const outcome = await runRounds(engine, { servers: 3, rounds, mayMissResponses: false }, async (run) => {
    const failure = inTurn(engine.failures, number)!
    number += 1
    // There is no automatic failback to the node that the URL names first.
    if (number > 1) await startAgain(run)
    const steady = await startSteadySales(run)
    const load = startLoad(run, { buyers: 12, staff: 3, maxPause: 50 })
    await sleep(randomBetween(1_000, 1_500))
    load.burst(4)
    await sleep(randomBetween(0, 20))
    const violations: Violation[] = []
    const waitForSales = async (since: number, fault: string) => {
      const deadline = performance.now() + maxReturn
      while (!steady.haveSoldSince(since) && performance.now() < deadline) await sleep(20)
      if (!steady.haveSoldSince(since))
        violations.push({ fault: `${fault}: a server sells nothing for ${maxReturn} ms` })
    }
    const { from } = await beginFailure(failure, run.history.outages)
    const acceptedAt = performance.now()
    await waitForSales(acceptedAt, failure.name)
    const gaps = longestGaps(steady.sales, 3, { from, until: performance.now() })
    addCost(failure.name, { ...gaps, accepted: acceptedAt - from })
    await sleep(randomBetween(500, 1_500))
    if (failure.repair !== undefined) {
      const repairedFrom = performance.now()
      await failure.repair()
      await sleep(500)
      await waitForSales(performance.now(), `${failure.name}, repaired`)
      addCost(
        `${failure.name}, brought back`,
        longestGaps(steady.sales, 3, { from: repairedFrom, until: performance.now() }),
      )
    }
    await Promise.all([load.stop(), steady.stop()])
    return { kills: 1, violations }
  })
  return { ...outcome, details: [...costs].map(([name, ofName]) => detailOf(name, ofName)) }
}

const startAgain = async ({ servers }: TestRun) => {
  for (const server of servers) {
    await server.stop()
    await server.start()
  }
}

const seconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10
const medianOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const detailOf = (name: string, costs: readonly Cost[]): Detail => {
  const [all, one] = [costs.map(({ ofAll }) => ofAll), costs.map(({ ofOneServer }) => ofOneServer)]
  const accepted = costs.map((cost) => cost.accepted ?? 0)
  return {
    name,
    figures: {
      times: costs.length,
      'no write, s, median': seconds(medianOf(accepted)),
      'no sale, s, median': seconds(medianOf(all)),
      'no sale, s, longest': seconds(Math.max(...all)),
      'no sale through one server, s, median': seconds(medianOf(one)),
      'no sale through one server, s, longest': seconds(Math.max(...one)),
    },
  }
}
