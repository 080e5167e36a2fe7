import type { Bench, Row } from '../bench.ts'
import { addCrowdedEvents } from '../crowded-events.ts'
import type { Measured } from '../load-generator.ts'
import { headers, startMuseum } from '../measured-server.ts'
import { once } from '../once.ts'
import { type Workload, buyBothTypes } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'
import { median, spreadOf } from '../statistics.ts'

const status = 204

/** Deleting events for which many tickets were sold: how long it takes, and how it affects purchases. */
export const eventDeletions = (bench: Bench): readonly Row[] => {
  const { table, settings } = bench
  const tickets = settings.ticketsPerDeletedEvent.toLocaleString('en')
  const museum = once(() => museumWithCrowdedEvents(bench))

  const answerTime = `delete an event with ${tickets} tickets`
  const measureAnswerTime = async () => {
    const { milliseconds, faulty } = await measureDeletions(await museum())
    const measured = `${median(milliseconds).toFixed(1)} ms ${spreadOf(milliseconds)}`
    const value = median(milliseconds)
    table.add({ name: answerTime, connections: 1, measured, value, digits: 1, bound: { below: 50 }, faulty })
  }

  const purchases = `p99 of purchases while an event with ${tickets} tickets is deleted each second, compared with no deletion`
  const measurePurchases = async () => comparePurchases(bench, await museum(), purchases)

  return [
    { name: answerTime, measure: measureAnswerTime },
    { name: purchases, measure: measurePurchases },
  ]
}

/** A server on its own database, with one event to delete for each second of a round. */
const museumWithCrowdedEvents = async ({ settings, databases, started }: Bench) => {
  const url = await databases.make('bench_deletions', { events: 1_000, tickets: 0 })
  const events = await addCrowdedEvents(url, settings.deletionSeconds, settings.ticketsPerDeletedEvent)
  return { server: await started(startMuseum(url)), events }
}
type CrowdedMuseum = Awaited<ReturnType<typeof museumWithCrowdedEvents>>

/** Deletes nine of the events, one after another, while the server has no other request. */
const measureDeletions = async ({ server, events }: CrowdedMuseum) => {
  const milliseconds: number[] = []
  let faulty = 0
  // The first request of a server checks the password, which takes long by design.
  await fetch(`${server.url}${events.paths[0]}`, { headers })
  for (const path of events.paths.slice(0, 9)) {
    const sentAt = performance.now()
    const response = await fetch(`${server.url}${path}`, { method: 'DELETE', headers })
    milliseconds.push(performance.now() - sentAt)
    if (response.status !== status) faulty += 1
  }
  await events.restore()
  return { milliseconds, faulty }
}

/** Pairs of rounds, one without and one with deletions, in alternating order. */
const comparePurchases = async (
  { generator, table, settings }: Bench,
  { server, events }: CrowdedMuseum,
  name: string,
) => {
  const { rounds, seconds, deletionSeconds } = settings
  const deletions = { method: 'DELETE', paths: events.paths, status }
  await generator.run(server, buyBothTypes, 64, 5 * seconds)
  const [quiet, deleting]: [Measured[], Measured[]] = [[], []]
  const measure = (workload: Workload) => generator.run(server, workload, 64, deletionSeconds)
  const measureQuiet = async () => quiet.push(await measure(buyBothTypes))
  const measureDeleting = async () => {
    deleting.push(await measure({ ...buyBothTypes, interleaved: deletions }))
    await events.restore()
  }
  for (let round = 0; round < rounds; round += 1)
    for (const turn of round % 2 === 0 ? [measureQuiet, measureDeleting] : [measureDeleting, measureQuiet]) await turn()
  const answerTimes = deleting.flatMap(({ interleaved }) => interleaved)
  table.addComparison({
    name: `${name} (deletions: ${median(answerTimes).toFixed(0)} ms, at most ${Math.max(...answerTimes).toFixed(0)} ms)`,
    connections: 64,
    measured: deleting,
    comparedWith: quiet,
    ratio: ratioByRound('p99'),
    bound: { max: 1.5 },
  })
}
