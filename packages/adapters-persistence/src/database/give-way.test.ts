import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { giveWay } from './give-way.ts'

/** The turns of the event loop until `work` has ended, each of which takes 1 ms, as those of a server with requests. */
const busyTurnsDuring = async (work: () => Promise<void>) => {
  let [turns, isDone] = [0, false]
  const turn = () => {
    const start = performance.now()
    while (performance.now() - start < 1);
    turns += 1
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isDone = true
  return turns
}

describe('giving way', () => {
  it('pauses while the process has other work, also if there is none at this moment', async () => {
    expect(await busyTurnsDuring(giveWay)).toBeGreaterThan(1)
    await setTimeout(5)
    const start = performance.now()
    await giveWay()
    expect(performance.now() - start).toBeGreaterThan(1)
  })
})
