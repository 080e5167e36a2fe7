import { openDatabase } from '@museum/adapters-persistence'
import { addAnswerTimes } from '../answer-times.ts'
import type { Bench, Row } from '../bench.ts'
import { bulkLoad } from '../bulk-load.ts'
import { compareLoads } from '../compare-loads.ts'
import { addEventWithSessions, sessions, timeAt } from '../events-with-sessions.ts'
import { measureInTurn, newSeries } from '../measure-in-turn.ts'
import { startMuseum } from '../measured-server.ts'
import { once } from '../once.ts'
import { put } from '../put.ts'
import { buyAtEntryTimes, buyGeneralTickets, buyOfEvents } from '../requests.ts'
import { ratioByRound } from '../result-table.ts'
import { day } from '../test-data.ts'

/** The most that a rule may have. */
const times = Array.from({ length: 48 }, (_, n) => timeAt(9 * 60 + n * 11))
const rule = { rule: { times, length: 11 }, capacity: 1_000_000 }
const size = { events: 1_000, tickets: 0 }
/** Days on which only the events with sessions take place. */
const busyDays = Array.from({ length: 31 }, (_, n) => day(2_000 + n))

/** Entry times of general entry and of events: what they cost purchases, and how long reads and changes take. */
export const entryTimes = (bench: Bench): readonly Row[] => {
  const { databases, generator, table, settings, started } = bench
  const { closeRounds, rounds, seconds } = settings
  const urlOf = once(() => databases.make('bench_entry_times', size))
  const museum = once(async () => {
    const server = await started(startMuseum(await urlOf()))
    await put(server, '/museum-hours/entry-times', rule)
    return server
  })

  const cost =
    'processor time of buying a general ticket with an entry time, compared with a museum without entry times'
  const measureCost = async () => {
    const without = await databases.make('bench_no_entry_times', size)
    await museum()
    const series = [
      [64, newSeries()],
      [1, newSeries()],
    ] as const
    for (let round = 0; round < closeRounds; round += 1) {
      // V8 optimizes the same code differently from process to process, so each round has new processes.
      const servers = [await startMuseum(await urlOf()), await startMuseum(without)] as const
      const loads = [
        { server: servers[0], workload: buyAtEntryTimes(times.slice(0, 1)) },
        { server: servers[1], workload: buyGeneralTickets },
      ] as const
      try {
        for (const [connections, figures] of series) {
          for (const { server, workload } of loads) await generator.run(server, workload, connections, 3 * seconds)
          await measureInTurn(bench, loads, connections, figures)
        }
      } finally {
        for (const server of servers) await server.stop()
      }
    }
    const ratio = ratioByRound('processor')
    for (const [connections, figures] of series)
      table.addComparison({ name: cost, connections, ...figures, ratio, bound: { max: 1.1 } })
  }

  const rate = 'rate of purchases of 20 entry times of a day, compared with those of 20 events'
  const measureRate = async () => {
    const server = await museum()
    const loads = [buyAtEntryTimes(times.slice(0, 20)), buyOfEvents(20)].map((workload) => ({ server, workload }))
    const connections = 64
    const [measured, comparedWith] = await compareLoads(generator, loads, { connections, rounds: closeRounds, seconds })
    const series = { measured: measured!, comparedWith: comparedWith! }
    table.addComparison({ name: rate, connections, ...series, ratio: ratioByRound('rate'), bound: { min: 0.85 } })
  }

  const change = 'replace 12 entry times of an event of 366 dates by 12 others'
  const measureChange = async () => {
    const server = await museum()
    const dates = Array.from({ length: 366 }, (_, n) => day(n))
    const path = `${await addEventWithSessions(server, dates, 12)}/entry-times`
    const requests = Array.from({ length: 9 }, (_, n) => {
      const body = sessions(12, 10 * 60 + (n % 2 === 0 ? 30 : 0))
      return { method: 'PUT', path, body, status: 200 }
    })
    await addAnswerTimes(table, server, { name: change, requests, below: 300 })
  }

  const read = 'availability of 31 days with 48 entry times and 50 events of three sessions'
  const measureRead = async () => {
    const server = await museum()
    for (let n = 0; n < 50; n += 1) await addEventWithSessions(server, busyDays, 3)
    await addSales(await urlOf())
    const path = `/availability?startDate=${busyDays[0]}&endDate=${busyDays.at(-1)}`
    const requests = Array.from({ length: 4 * rounds }, () => ({ method: 'GET', path, status: 200 }))
    await addAnswerTimes(table, server, { name: read, requests, below: 150 })
  }

  return [
    { name: cost, measure: measureCost },
    { name: rate, measure: measureRate },
    { name: change, measure: measureChange },
    { name: read, measure: measureRead },
  ]
}

/** Counts a sale in each slot of the busy days, by SQL. */
const addSales = async (url: string): Promise<void> => {
  const database = openDatabase(url)
  const events = await database.kysely
    .selectFrom('event_occurrence')
    .select('event_id')
    .distinct()
    .where('event_date', '=', busyDays[0] as never)
    .execute()
  const offers = [
    { id: Buffer.alloc(16), number: 0, minutes: times.map((_, n) => 9 * 60 + n * 11) },
    ...events.map(({ event_id: id }) => ({ id: Buffer.from(id), number: 1, minutes: [600, 660, 720] })),
  ]
  const slots = offers.flatMap(({ id, number, minutes }) =>
    busyDays.flatMap((date) =>
      minutes.map((minute) => `(x'${id.toString('hex')}','${date}',${number},${minute},1,0,0)`),
    ),
  )
  const insertSlots = (rows: readonly string[]) =>
    `insert into slot (offer_id, slot_date, number, slot_minute, sold, held, changes) values ${rows.join()}`
  await bulkLoad(database, insertSlots, slots.length, (n) => slots[n]!)
  await database.close()
}
