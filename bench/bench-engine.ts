/** The rows of the table: what is measured, on what, and how much it must be. */
import { rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@museum/adapters-persistence'
import { provideMysqlServer } from '../tools/mysql-server/provide-mysql-server.ts'
import { authenticationShare } from './authentication-share.ts'
import { type Size, addCrowdedEvent, datesOf, firstDay, idOf, prepareMuseums } from './databases.ts'
import {
  type Contender,
  type Measured,
  type Work,
  headers,
  residentMebibytes,
  startByHand,
  startLoadGenerator,
  startOurs,
} from './measured-server.ts'
import { median, spreadOf } from './statistics.ts'
import { imageCost } from './ticket-image.ts'

/** How a bench is run. `steadySeconds` is the length of the one long round. */
export type Settings = Readonly<{
  rounds: number
  seconds: number
  steadySeconds: number
  words: readonly string[]
  large: Size
}>

const path = '/v1.1'
const purchase = (body: object): Work => ({
  requests: [{ method: 'POST', path: `${path}/tickets`, body: JSON.stringify(body) }],
  status: 201,
})
const gets = (...paths: string[]): Work => ({
  requests: paths.map((each) => ({ method: 'GET', path: `${path}${each}` })),
  status: 200,
})

const general = purchase({ ticketType: 'general', ticketDate: datesOf(3, 1_000)[0], email: 'visitor@example.org' })
/** Ten events are on sale. */
const forEvents = (events: number): Work => ({
  status: 201,
  requests: Array.from({ length: 10 }, (_, n) => {
    const order = { ticketType: 'event', eventId: idOf('event', n), ticketDate: datesOf(n, events)[0] }
    return purchase({ ...order, email: 'visitor@example.org' }).requests[0]!
  }),
})
const oneOfManyEvents = gets(...Array.from({ length: 200 }, (_, n) => `/special-events/${idOf('event', n * 5)}`))
const list = (from: string, page = 1) => `/special-events?startDate=${from}&limit=10&page=${page}`
/** Pages from forty days on: visitors do not all ask the same. */
const manyLists = gets(...Array.from({ length: 40 }, (_, n) => list(datesOf(n * 10, 1_000)[0])))
const firstPage = gets(list(firstDay))

/** Runs the rows on one engine. */
export const benchOf = async (engine: 'mariadb' | 'mysql' | 'sqlite', settings: Settings) => {
  const { rounds, seconds, steadySeconds, words, large } = settings
  const folder = join(import.meta.dirname, 'data', engine)
  await mkdir(folder, { recursive: true })
  const server = engine === 'sqlite' ? undefined : await provideServer(engine, folder)
  const museums = await prepareMuseums(folder, server?.url, large)
  const generator = startLoadGenerator()
  const running: Contender[] = []
  const started = async (starting: Promise<Contender>) => {
    const contender = await starting
    running.push(contender)
    return contender
  }

  const lines = [
    '| | connections | ours | beside it | ratio | must be | p99, ours / beside it | processor time a request, ours / beside it |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
  ]
  let missedRows = 0
  const row = (...cells: string[]) => {
    lines.push(`| ${cells.join(' | ')} |`)
    console.error(lines.at(-1))
  }
  const judged = (isReached: boolean, bound: string) => {
    if (!isReached) missedRows += 1
    return isReached ? bound : `**missed**: ${bound}`
  }
  const wanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word))

  type Side = Readonly<{ contender: Contender; work: Work }>
  /** Both in turn, round after round, after a long one that does not count: code that has run for long is faster. */
  const sideBySide = async (connections: number, sides: readonly Side[], times = rounds) => {
    for (const { contender, work } of sides) await generator.run(contender, work, connections, 3 * seconds)
    const measured: Measured[][] = sides.map(() => [])
    for (let round = 0; round < times; round += 1)
      for (const [index, { contender, work }] of sides.entries())
        measured[index]!.push(await generator.run(contender, work, connections, seconds))
    return measured
  }
  type Bound = Readonly<{
    value: (ours: readonly Measured[], beside: readonly Measured[]) => number
    least?: number
    most?: number
  }>
  const rates = (all: readonly Measured[]) => all.map(({ rate }) => rate)
  const rateRatio = (ours: readonly Measured[], beside: readonly Measured[]) =>
    median(rates(ours)) / median(rates(beside))
  const p99s = (all: readonly Measured[]) => median(all.map(({ p99 }) => p99))
  const p99Ratio = (ours: readonly Measured[], beside: readonly Measured[]) => p99s(ours) / p99s(beside)
  /** One line of the table, of figures on both sides. */
  const report = (
    name: string,
    connections: number,
    ours: readonly Measured[],
    beside: readonly Measured[],
    { value, least, most }: Bound = { value: rateRatio },
  ) => {
    const ratio = value(ours, beside)
    const faulty = [...ours, ...beside].reduce((sum, each) => sum + each.faulty, 0)
    const bound = least !== undefined ? `at least ${least}` : most !== undefined ? `at most ${most}` : ''
    const isReached = faulty === 0 && ratio >= (least ?? 0) && ratio <= (most ?? Number.POSITIVE_INFINITY)
    const rate = (all: readonly Measured[]) =>
      `${Math.round(median(rates(all))).toLocaleString('en')}/s ${spreadOf(rates(all))}`
    const p99 = (all: readonly Measured[]) => p99s(all).toFixed(1)
    const cpu = (all: readonly Measured[]) => median(all.map((each) => each.processor)).toFixed(0)
    row(
      name + (faulty > 0 ? ` (**${faulty} faulty answers**)` : ''),
      String(connections),
      rate(ours),
      rate(beside),
      ratio.toFixed(2),
      judged(isReached, bound),
      `${p99(ours)} / ${p99(beside)} ms`,
      `${cpu(ours)} / ${cpu(beside)} µs`,
    )
  }

  try {
    const imageFile = join(folder, 'ticket.png')
    await writeFile(imageFile, new Uint8Array())
    const ours = await started(startOurs(museums.small))
    // One image, as ours draws it, for those who serve it from memory.
    const bought = await fetch(`${ours.url}${path}/tickets`, {
      method: 'POST',
      headers,
      body: general.requests[0]!.body!,
    })
    const { ticketId } = (await bought.json()) as { ticketId: string }
    const imagePath = `/tickets/${ticketId}/qr`
    const image = await fetch(`${ours.url}${path}${imagePath}`, { headers })
    await writeFile(imageFile, new Uint8Array(await image.arrayBuffer()))

    const database = engine === 'sqlite' ? museums.small.slice('sqlite:'.length) : museums.small
    const program = engine === 'sqlite' ? 'sqlite' : 'mysql'
    const floor = await started(startByHand('floor', `minimal-${program}.ts`, database, imageFile))
    const peer = engine === 'sqlite' ? undefined : await started(startByHand('Fastify', 'fastify-mysql.ts', database))

    const works: [string, Work, number, boolean][] = [
      ['buy a general ticket', general, 2, false],
      ['buy an event ticket', forEvents(1_000), 2, false],
      ['get one event', oneOfManyEvents, 1, true],
      ['list 10 of 1,000 events', manyLists, 0.8, true],
    ]
    for (const [name, work, least, isRead] of works.filter(([name]) => wanted(name))) {
      for (const connections of [64, 1, 256]) {
        const others = [floor, ...(isRead && peer ? [peer] : [])]
        const sides = [ours, ...others].map((contender) => ({ contender, work }))
        const [mine, ...beside] = await sideBySide(
          connections,
          sides,
          connections === 64 ? rounds : Math.min(3, rounds),
        )
        for (const [index, figures] of beside.entries()) {
          const isFloor = others[index] === floor
          const bound = isFloor && connections === 64 ? { value: rateRatio, least } : undefined
          report(`${name}, against the ${isFloor ? 'floor' : others[index]!.name}`, connections, mine!, figures, bound)
          if (!isRead && connections === 64) report(`${name}: p99`, 64, mine!, figures, { value: p99Ratio, most: 1 })
        }
      }
    }

    const steady = `steady: p99 of purchases over ${steadySeconds} s, worst second against the median second`
    if (wanted(steady)) {
      await generator.run(ours, general, 64, 3 * seconds)
      const long = await generator.run(ours, general, 64, steadySeconds)
      const { rate, p99, p99OfSeconds, slowest, faulty, processor } = long
      const [worst, usual] = [Math.max(...p99OfSeconds), median(p99OfSeconds)]
      row(
        steady + (faulty > 0 ? ` (**${faulty} faulty answers**)` : ''),
        '64',
        `${Math.round(rate).toLocaleString('en')}/s`,
        '',
        (worst / usual).toFixed(2),
        judged(faulty === 0 && worst <= 2 * usual, 'at most 2'),
        // A wait that all connections share, once in a second, is less than 1 % of its answers when they are many.
        `${p99.toFixed(1)} ms; worst second ${worst.toFixed(1)}, median ${usual.toFixed(1)}, slowest ${slowest.toFixed(1)} ms`,
        `${processor.toFixed(0)} µs`,
      )
    }

    if (wanted('two servers')) {
      const second = await started(startOurs(museums.small))
      const otherGenerator = startLoadGenerator()
      const [two, one]: [Measured[], Measured[]] = [[], []]
      for (let round = -1; round < rounds; round += 1) {
        const [a, b] = await Promise.all([
          generator.run(ours, general, 32, seconds),
          otherGenerator.run(second, general, 32, seconds),
        ])
        const single = await generator.run(ours, general, 64, seconds)
        if (round < 0) continue
        two.push({ ...a, rate: a.rate + b.rate, p99: Math.max(a.p99, b.p99), faulty: a.faulty + b.faulty })
        one.push(single)
      }
      await otherGenerator.stop()
      report('buy a general ticket, two servers on one database against one', 64, two, one)
    }

    if (wanted('image again')) {
      const again = gets(imagePath)
      const conditional = { ...again, status: 304, headers: { 'if-none-match': image.headers.get('etag')! } }
      const sides = (work: Work) => [
        { contender: ours, work },
        { contender: floor, work: again },
      ]
      const [kept, bytes] = await sideBySide(64, sides(again))
      report('image again, from the cache, against the floor', 64, kept!, bytes!, { value: rateRatio, least: 0.7 })
      const [unchanged, whole] = await sideBySide(64, sides(conditional))
      report('image again, If-None-Match, against the floor', 64, unchanged!, whole!, { value: rateRatio, least: 0.7 })
    }

    if (wanted('cancel')) {
      const small = openDatabase(museums.small)
      const tickets = Math.min(100_000, large.tickets)
      const [quiet, cancelling, took]: [Measured[], Measured[], number[]] = [[], [], []]
      const onSale = forEvents(1_000)
      for (let round = 0; round < rounds; round += 1) {
        const crowded = 5_000 + round
        await addCrowdedEvent(small, crowded, tickets)
        await generator.run(ours, onSale, 64, seconds)
        quiet.push(await generator.run(ours, onSale, 64, seconds))
        const meanwhile = { method: 'DELETE', path: `${path}/special-events/${idOf('event', crowded)}` }
        cancelling.push(await generator.run(ours, { ...onSale, meanwhile }, 64, seconds + 6))
        took.push(cancelling.at(-1)!.meanwhile!)
      }
      await small.close()
      const name = `cancel an event with ${tickets.toLocaleString('en')} tickets (in ${Math.round(median(took))} ms) while others are on sale, p99 against quiet`
      report(name, 64, cancelling, quiet, { value: p99Ratio, most: 2 })
    }

    if (wanted('million')) {
      const grown = await started(startOurs(await museums.large()))
      const many = large.events.toLocaleString('en')
      const latency = (a: readonly Measured[], b: readonly Measured[]) => 1 / rateRatio(a, b)
      for (const [connections, most] of [
        [64, 1.5],
        [1, undefined],
      ] as const) {
        const [big, little] = await sideBySide(connections, [
          { contender: grown, work: firstPage },
          { contender: ours, work: firstPage },
        ])
        report(`list 10 of ${many} events (a million), latency against 1,000`, connections, big!, little!, {
          value: latency,
          ...(most && { most }),
        })
        const [deep, first] = await sideBySide(connections, [
          { contender: grown, work: gets(list(firstDay, 1_000)) },
          { contender: grown, work: firstPage },
        ])
        report(`page 1,000 of ${many} events (a million), latency against page 1`, connections, deep!, first!, {
          value: latency,
          ...(most && { most: 3 }),
        })
      }
      const empty = await started(startOurs(museums.empty))
      const [full, fresh] = await sideBySide(64, [
        { contender: grown, work: forEvents(large.events) },
        { contender: empty, work: forEvents(1_000) },
      ])
      const name = `sell into ${large.tickets.toLocaleString('en')} tickets (ten million), against an empty table`
      report(name, 64, full!, fresh!, { value: rateRatio, least: 0.8 })
    }

    if (wanted('image first time')) {
      const { drawn, straightforward, ratio } = await imageCost(Math.max(20, rounds * 20))
      const times = [`${drawn.toFixed(1)} ms`, `${straightforward.toFixed(1)} ms`]
      row(
        'image first time, processor time, against the straightforward way',
        '',
        ...times,
        ratio.toFixed(2),
        judged(ratio <= 0.25, 'at most 0.25'),
        '',
        '',
      )
    }
    if (wanted('authentication')) {
      for (const [what, work] of [
        ['buying a general ticket', general],
        ['getting one event', oneOfManyEvents],
      ] as const) {
        const share = await authenticationShare(museums.small, work, generator, seconds)
        const name = `authentication, share of the processor time of ${what}`
        row(name, '64', '', '', share.toFixed(3), judged(share <= 0.05, 'at most 0.05'), '', '')
      }
    }
    if (wanted('start')) {
      const starts: number[] = []
      const memories: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const start = performance.now()
        const fresh = await startOurs(museums.small)
        await fetch(`${fresh.url}${path}/museum-hours?limit=1`, { headers })
        starts.push(performance.now() - start)
        memories.push(residentMebibytes(fresh.pid))
        await fresh.stop()
      }
      const seconds = `${(median(starts) / 1_000).toFixed(2)} s ${spreadOf(starts)}`
      row(
        'start: process to first answer, and its memory then',
        '',
        seconds,
        '',
        '',
        '',
        `${Math.round(median(memories))} MiB`,
        '',
      )
    }
  } finally {
    await generator.stop()
    for (const contender of running) await contender.stop()
    await server?.stop()
    rmSync(join(folder, 'ticket.png'), { force: true })
  }
  return { title: server?.description ?? `SQLite ${process.versions['sqlite']} (node:sqlite)`, lines, missedRows }
}

const provideServer = async (flavour: 'mariadb' | 'mysql', folder: string) => {
  const { description, ...server } = await provideMysqlServer({
    flavour,
    dataFolder: join(folder, 'server'),
    serverArguments: [
      '--innodb-flush-log-at-trx-commit=1',
      '--innodb-buffer-pool-size=2G',
      flavour === 'mariadb' ? '--innodb-log-file-size=1G' : '--innodb-redo-log-capacity=1G',
    ],
  })
  // Without the place where it was found.
  return { ...server, description: description.split(',')[0]! }
}
