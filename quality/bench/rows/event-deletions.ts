import type { Bench, Row } from '../bench.ts'
import { addAnswerTimes } from '../answer-times.ts'
import { addCrowdedEvents } from '../crowded-events.ts'
import { addEventWithSessions } from '../events-with-sessions.ts'
import type { Measured } from '../load-generator.ts'
import { startMuseum } from '../measured-server.ts'
import { once } from '../once.ts'
import { type Workload, basePath, buyBothTypes } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'
import { median } from '../statistics.ts'
import { day } from '../test-data.ts'

const deletionOf = (path: string) => ({ method: 'DELETE', path, status: 204 })
/** How many events are deleted, one after another, while the server has no other request. */
const deletions = 9

/** Deleting events for which many tickets were sold: how long it takes, and how it affects purchases. */
export const eventDeletions = (bench: Bench): readonly Row[] => {
  const { table, settings } = bench
  const tickets = settings.ticketsPerDeletedEvent.toLocaleString('en')
  const museum = once(() => museumWithCrowdedEvents(bench))

  const answerTime = `delete an event with ${tickets} tickets`
  const measureAnswerTime = async () => {
    const { server, events } = await museum()
    const requests = events.paths.slice(0, deletions).map(deletionOf)
    await addAnswerTimes(table, server, { name: answerTime, requests, below: 50 })
    await events.restore()
  }

  const withSessions = 'delete an event of 366 dates with three sessions'
  const measureWithSessions = async () => {
    const { server } = await museum()
    const dates = Array.from({ length: 366 }, (_, n) => day(n))
    const paths: string[] = []
    while (paths.length < deletions) paths.push(await addEventWithSessions(server, dates, 3))
    await addAnswerTimes(table, server, { name: withSessions, requests: paths.map(deletionOf), below: 40 })
  }

  const purchases = `p99 of purchases while an event with ${tickets} tickets is deleted each second, compared with no deletion`
  const measurePurchases = async () => comparePurchases(bench, await museum(), purchases)

  return [
    { name: answerTime, measure: measureAnswerTime },
    { name: withSessions, measure: measureWithSessions },
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

/** Pairs of rounds, one without and one with deletions, in alternating order. */
const comparePurchases = async (
  { generator, table, settings }: Bench,
  { server, events }: CrowdedMuseum,
  name: string,
) => {
  const { rounds, seconds, deletionSeconds } = settings
  const interleaved = { method: 'DELETE', paths: events.paths.map((path) => basePath + path), status: 204 }
  await generator.run(server, buyBothTypes, 64, 5 * seconds)
  const [quiet, deleting]: [Measured[], Measured[]] = [[], []]
  const measure = (workload: Workload) => generator.run(server, workload, 64, deletionSeconds)
  const measureQuiet = async () => quiet.push(await measure(buyBothTypes))
  const measureDeleting = async () => {
    deleting.push(await measure({ ...buyBothTypes, interleaved }))
    await events.restore()
  }
  for (let round = 0; round < rounds; round += 1)
    for (const turn of round % 2 === 0 ? [measureQuiet, measureDeleting] : [measureDeleting, measureQuiet]) await turn()
  const answerTimes = deleting.flatMap((each) => each.interleaved)
  table.addComparison({
    name: `${name} (deletions: ${median(answerTimes).toFixed(0)} ms, at most ${Math.max(...answerTimes).toFixed(0)} ms)`,
    connections: 64,
    measured: deleting,
    comparedWith: quiet,
    ratio: ratioByRound('p99'),
    bound: { max: 1.5 },
  })
}
