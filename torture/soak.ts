/**
 * Keeps the museum's server busy at a steady rate, as an ordinary day does, and watches what it holds:
 *
 *     pnpm soak [--minutes 10] [--rate 60] [--engine sqlite|mariadb]
 *
 * Prints a line a minute, and at the end whether memory, handles and database connections have stayed where they were.
 */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Engine, type Museum, engines, startMuseum } from './hostile/start-museum.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '60' },
    engine: { type: 'string', default: 'sqlite' },
  },
})
const [minutes, rate, engine] = [Number(values.minutes), Number(values.rate), values.engine as Engine]
if (!(minutes > 0) || !(rate > 0)) throw new Error('--minutes and --rate must be numbers above 0.')
if (!engines.includes(engine)) throw new Error(`--engine must be ${engines.join(' or ')}.`)

/** How many connections the soak holds at most, and the server to its database. */
const [ofClients, toDatabase] = [16, 10]
/** What the least of the last third may lie above the least of the first; hostile/README.md has the reasons. */
const bounds = { memory: 32, handles: ofClients + toDatabase, connections: toDatabase }
/** So much of the beginning does not count: code is compiled, caches are filled, and the heap takes its size. */
const warmUp = 0.4

type Sample = Readonly<{ memory: number; handles: number; connections: number }>
type Answer = Readonly<{ status: number; body: Buffer; etag: string | undefined }>

/** Asks the museum over connections that are kept. */
const visitorOf = ({ port, authorization }: Museum) => {
  // A second before the server does, so that no request meets a connection that is just being closed.
  const agent = new Agent({ keepAlive: true, maxSockets: ofClients, timeout: 4_000 })
  const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const all = { authorization, ...(body && { 'content-type': 'application/json' }), ...headers }
      const sending = request(
        { port, host: '127.0.0.1', agent, method, path: `/v1.1${path}`, headers: all },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks), etag: answer.headers.etag }),
          )
        },
      )
      sending.on('error', (error) => reject(new Error(`${method} ${path.slice(0, 20)}: ${error.message}`)))
      sending.end(body && JSON.stringify(body))
    })
  return { ask, close: () => agent.destroy() }
}

/** An ordinary day: each step asks for one thing and tells the status that it must have. */
const dayIn = ({ ask }: ReturnType<typeof visitorOf>) => {
  const events: string[] = []
  const tickets: string[] = []
  const [premiere, second] = ['2031-05-17', '2031-05-18']
  const draft = { name: 'Night at the Museum 🦣', location: 'Main Hall', eventDescription: '', price: 19.9 }
  const email = 'visitor@example.org'
  const some = (all: readonly string[]) => all[Math.floor(Math.random() * all.length)]!
  const sold = ({ body }: Answer) => {
    const { ticketId } = JSON.parse(body.toString()) as { ticketId: string }
    // The images of the last thousand are asked for: more than the server remembers.
    tickets.splice(tickets.length < 1_000 ? tickets.length : Math.floor(Math.random() * 1_000), 1, ticketId)
  }
  type Step = () => Promise<readonly [expected: number, Answer]>
  const create: Step = async () => {
    const answer = await ask('POST', '/special-events', { ...draft, dates: [premiere, second] })
    if (answer.status === 201) events.push((JSON.parse(answer.body.toString()) as { eventId: string }).eventId)
    return [201, answer]
  }
  const buyGeneral: Step = async () => {
    const answer = await ask('POST', '/tickets', { ticketType: 'general', ticketDate: premiere, email })
    if (answer.status === 201) sold(answer)
    return [201, answer]
  }
  const steps: readonly (readonly [share: number, Step])[] = [
    [20, buyGeneral],
    [
      // Of the oldest events alone, which are never deleted.
      20,
      async () => {
        const order = { ticketType: 'event', eventId: some(events.slice(0, 20)), ticketDate: premiere, email }
        const answer = await ask('POST', '/tickets', order)
        if (answer.status === 201) sold(answer)
        return [201, answer]
      },
    ],
    [10, async () => [200, await ask('GET', `/special-events/${some(events.slice(0, 20))}`)]],
    [10, async () => [200, await ask('GET', `/special-events?startDate=${premiere}&limit=20`)]],
    [5, async () => [200, await ask('GET', '/museum-hours')]],
    [10, async () => [200, await ask('GET', `/tickets/${some(tickets)}/qr`)]],
    [
      5,
      async () => {
        const path = `/tickets/${some(tickets)}/qr`
        const { etag } = await ask('GET', path)
        return [304, await ask('GET', path, undefined, { 'if-none-match': etag ?? '' })]
      },
    ],
    [3, create],
    [4, async () => [200, await ask('PATCH', `/special-events/${some(events.slice(0, 20))}`, { price: 21.5 })]],
    [
      3,
      // With its tickets: as many are deleted as are created.
      async () => {
        if (events.length <= 25) return create()
        const eventId = events.pop()!
        await ask('POST', '/tickets', { ticketType: 'event', eventId, ticketDate: second, email })
        return [204, await ask('DELETE', `/special-events/${eventId}`)]
      },
    ],
    [3, async () => [400, await ask('POST', '/tickets', { ticketType: 'general', ticketDate: '2030-02-30', email })]],
    [2, async () => [404, await ask('GET', '/special-events/01940000-0000-7000-8000-000000000000')]],
    [2, async () => [412, await ask('PATCH', `/special-events/${events[0]}`, { price: 1 }, { 'if-match': '"x"' })]],
    [1, async () => [401, await ask('GET', '/museum-hours', undefined, { authorization: 'Basic eA==' })]],
    [1, async () => [413, await ask('POST', '/tickets', { email: 'x'.repeat(140_000) })]],
    [1, async () => [405, await ask('PUT', '/tickets', {})]],
  ]
  const inTurn = steps.flatMap(([share, step]) => Array.from({ length: share }, () => step))
  return {
    open: async () => {
      for (let n = 0; n < 25; n += 1) await create()
      for (let n = 0; n < 25; n += 1) await buyGeneral()
    },
    step: () => inTurn[Math.floor(Math.random() * inTurn.length)]!(),
  }
}

const floorOf = (samples: readonly Sample[], of: keyof Sample) => Math.min(...samples.map((sample) => sample[of]))
const quantile = (sorted: Float64Array, share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN

const museum = await startMuseum(engine)
const visitor = visitorOf(museum)
const faults = new Map<string, number>()
const fault = (text: string) => faults.set(text, (faults.get(text) ?? 0) + 1)
const samples: Sample[] = []
try {
  const day = dayIn(visitor)
  await day.open()
  console.log(`${minutes} minutes at ${rate} steps a second on ${engine}, mixed.\n`)
  console.log('minute  steps  p50 ms  p99 ms  memory MiB  handles  connections to the database')
  const start = performance.now()
  const elapsed = () => (performance.now() - start) / 60_000
  const underWay = new Set<Promise<void>>()
  let latencies: number[] = []
  const take = async () => {
    const begun = performance.now()
    try {
      const [expected, { status, body }] = await day.step()
      if (status !== expected) fault(`${status}, not ${expected}: ${body.toString('utf8', 0, 300)}`)
    } catch (error) {
      fault(`no answer to ${(error as Error).message}`)
    }
    latencies.push(performance.now() - begun)
  }
  let [begun, minute, sampled] = [0, 0, 0]
  const tell = () => {
    minute += 1
    const [sorted, last] = [Float64Array.from(latencies).toSorted(), samples.slice(-60)]
    latencies = []
    const cells = [
      String(minute).padStart(6),
      String(sorted.length).padStart(6),
      quantile(sorted, 0.5).toFixed(1).padStart(7),
      quantile(sorted, 0.99).toFixed(1).padStart(7),
      floorOf(last, 'memory').toFixed(1).padStart(11),
      String(floorOf(last, 'handles')).padStart(8),
      String(floorOf(last, 'connections')).padStart(8),
    ]
    console.log(cells.join(' '))
  }
  while (elapsed() < minutes && museum.isAlive()) {
    // As many as the clock asks for, and never more than the connections carry: a slow machine is not drowned.
    for (; begun < elapsed() * 60 * rate && underWay.size < 64; begun += 1) {
      const step = take().finally(() => underWay.delete(step))
      underWay.add(step)
    }
    if (elapsed() * 60 >= sampled) {
      sampled += 1
      const connections = await museum.databaseConnections()
      samples.push({ memory: museum.residentMebibytes(), handles: museum.handles(), connections })
    }
    if (elapsed() >= minute + 1) tell()
    await sleep(5)
  }
  await Promise.all(underWay)
  if (latencies.length > rate) tell()
  if (!museum.isAlive()) fault('the server has ended')
} finally {
  visitor.close()
  for (const line of museum.complaints()) fault(`the server complained: ${line}`)
  await museum.stop().catch((error: Error) => fault(error.message))
}

const steady = samples.slice(samples.length * warmUp)
const third = Math.floor(steady.length / 3)
console.log('\n             first third  last third  may grow by')
for (const name of ['memory', 'handles', 'connections'] as const) {
  const [first, last] = [floorOf(steady.slice(0, third), name), floorOf(steady.slice(-third), name)]
  const cells = [first, last].map((value) => value.toFixed(name === 'memory' ? 1 : 0).padStart(11))
  const isTooMuch = last - first > bounds[name]
  console.log(
    `${name.padEnd(12)} ${cells.join(' ')} ${String(bounds[name]).padStart(12)}${isTooMuch ? '  TOO MUCH' : ''}`,
  )
  if (isTooMuch) fault(`${name} grew from ${first.toFixed(1)} to ${last.toFixed(1)}`)
}
for (const [text, times] of faults) console.error(`\n${times} times: ${text}`)
console.log(faults.size === 0 ? '\nIt holds what it held.' : '\nIt does not hold.')
process.exitCode = faults.size === 0 ? 0 : 1
