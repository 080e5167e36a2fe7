import type { Bench, Row } from '../bench.ts'
import { addCrowdedEvents } from '../crowded-events.ts'
import type { Measured } from '../load-generator.ts'
import { headers, repository, startMuseum } from '../measured-server.ts'
import { once } from '../once.ts'
import { type Workload, buyBothTypes } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'
import { median, spreadOf } from '../statistics.ts'

const status = 204

/** Deleting events for which many tickets were sold: how long it takes, and how it affects purchases. */
export const eventDeletions = (bench: Bench): readonly Row[] => {
  const { table, settings } = bench
  const { rounds, against } = settings
  const tickets = settings.ticketsPerDeletedEvent.toLocaleString('en')
  const present = once(() => museumWithCrowdedEvents(bench, 'bench_deletions', repository))
  const before = once(async () =>
    against === undefined ? undefined : museumWithCrowdedEvents(bench, 'bench_deletions_before', against),
  )

  const answerTime = `delete an event with ${tickets} tickets`
  const measureAnswerTime = async () => {
    const [times, timesBefore] = [await timesOfDeletions(await present()), await timesOfDeletions(await before())]
    table.add({
      name: answerTime + (timesBefore ? ', compared with the previous version' : ''),
      connections: 1,
      measured: `${median(times!.milliseconds).toFixed(1)} ms ${spreadOf(times!.milliseconds)}`,
      ...(timesBefore && {
        comparedWith: `${median(timesBefore.milliseconds).toFixed(1)} ms ${spreadOf(timesBefore.milliseconds)}`,
      }),
      value: median(times!.milliseconds),
      digits: 1,
      bound: { below: 50 },
      faulty: times!.faulty + (timesBefore?.faulty ?? 0),
    })
  }

  const purchases = `p99 of purchases while an event with ${tickets} tickets is deleted each second, compared with no deletion`
  const measurePurchases = async () => {
    await comparePurchases(bench, (await present())!, rounds, purchases)
    const museumBefore = await before()
    if (museumBefore)
      await comparePurchases(bench, museumBefore, 1, `${purchases} (previous version, one round)`, false)
  }
  return [
    { name: answerTime, measure: measureAnswerTime },
    { name: purchases, measure: measurePurchases },
  ]
}

/** A server on its own database, with one event to delete for each second of a round. */
const museumWithCrowdedEvents = async ({ settings, databases, started }: Bench, name: string, checkout: string) => {
  const url = await databases.make(name, { events: 1_000, tickets: 0 }, checkout)
  const events = await addCrowdedEvents(url, settings.deletionSeconds, settings.ticketsPerDeletedEvent)
  return { server: await started(startMuseum(url, { checkout })), events }
}
type CrowdedMuseum = Awaited<ReturnType<typeof museumWithCrowdedEvents>>

/** Deletes nine of the events, one after another, while the server has no other request. */
const timesOfDeletions = async (museum: CrowdedMuseum | undefined) => {
  if (museum === undefined) return undefined
  const { server, events } = museum
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
  rounds: number,
  name: string,
  isBounded = true,
) => {
  const { seconds, deletionSeconds } = settings
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
    ...(isBounded && { bound: { max: 1.5 } }),
  })
}
