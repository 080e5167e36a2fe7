import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beginFailure } from './database-failure.ts'
import { inTurn, randomBetween, randomItem } from './random.ts'
import { runRounds } from './run-rounds.ts'
import type { Engine } from './engine.ts'
import { startLoad } from './start-load.ts'
import { startStaffProcess } from './start-staff-process.ts'

/**
 * Two processes change hours, entry times, users and events beside a server that sells tickets. One of them is killed, with the database
 * or, in every other round and where that cannot be killed, with the server.
 */
export const staff = (engine: Engine, rounds: number) => {
  let round = 0
  return runRounds(engine, { servers: 1, rounds, mayMissResponses: true }, async (run) => {
    round += 1
    const { servers, history, databaseUrlOf } = run
    const processes = [1, 2].map((n) => startStaffProcess(databaseUrlOf(n), join(engine.folder, `staff-${n}.log`)))
    const load = startLoad(run, { buyers: 8, staff: 2, maxPause: 50 })
    // So that the processes have started.
    await sleep(randomBetween(1_500, 2_500))
    load.burst(2)
    await sleep(randomBetween(0, 20))
    const replaced = randomItem(processes).replace()
    const failure = round % 2 === 1 ? inTurn(engine.failures, (round - 1) / 2) : undefined
    if (failure !== undefined) {
      await beginFailure(failure, history.outages)
      await failure.repair?.()
    } else {
      await servers[0]!.kill()
      await servers[0]!.start()
    }
    await replaced
    await sleep(randomBetween(500, 1_000))
    await load.stop()
    const faults = await Promise.all(processes.map((each) => each.stop()))
    return { kills: 2, violations: faults.filter((fault) => fault !== undefined).map((fault) => ({ fault })) }
  })
}
