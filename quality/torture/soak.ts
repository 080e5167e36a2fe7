/**
 * Runs the museum server under a steady mixed load, and samples its memory, open files and database connections:
 *
 *     pnpm soak [--minutes 10] [--rate 60] [--engine sqlite|mariadb]
 *
 * Prints a line a minute, and at the end whether any of them grew by more than its bound.
 */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Engine, type Museum, engines, startMuseum } from './hostile/start-museum.ts'
import { randomItem } from './random.ts'
import { authorization } from './spawn-server.ts'

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

/** The maximum number of connections from the clients to the server, and from the server to its database. */
const [clientConnections, databaseConnections] = [16, 10]
/** How much the minimum of the last third may exceed the minimum of the first; hostile/README.md has the reasons. */
const maxGrowth = {
  memory: 32,
  openFiles: clientConnections + databaseConnections,
  connections: databaseConnections,
}
/** The share of the run that is ignored at its beginning: the heap and the caches grow to their sizes. */
const warmUp = 0.4

type Sample = Readonly<{ memory: number; openFiles: number; connections: number }>
type ReceivedResponse = Readonly<{ status: number; body: Buffer; etag: string | undefined }>

/** An HTTP client with keep-alive connections. */
const clientOf = ({ port }: Museum) => {
  // A second less than the server's keep-alive timeout, so that no request is sent over a connection that it closes.
  const agent = new Agent({ keepAlive: true, maxSockets: clientConnections, timeout: 4_000 })
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    new Promise<ReceivedResponse>((resolve, reject) => {
      const allHeaders = { authorization, ...(body && { 'content-type': 'application/json' }), ...headers }
      const sending = request(
        { port, host: '127.0.0.1', agent, method, path: `/v1.1${path}`, headers: allHeaders },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), etag: response.headers.etag }),
          )
        },
      )
      sending.on('error', (error) => reject(new Error(`${method} ${path.slice(0, 20)}: ${error.message}`)))
      sending.end(body && JSON.stringify(body))
    })
  return { send, close: () => agent.destroy() }
}

/** A mixed load: each step sends a request and returns the status that its response must have. */
const mixedLoad = ({ send }: ReturnType<typeof clientOf>) => {
  const events: string[] = []
  const tickets: string[] = []
  const [firstDate, secondDate] = ['2031-05-17', '2031-05-18']
  const draft = { name: 'Night at the Museum 🦣', location: 'Main Hall', eventDescription: '', price: 19.9 }
  const email = 'visitor@example.org'
  // The first 20 events are never deleted.
  const permanentEvent = () => randomItem(events.slice(0, 20))
  const remember = ({ body }: ReceivedResponse) => {
    const { ticketId } = JSON.parse(body.toString()) as { ticketId: string }
    // Images are requested for a thousand tickets: more than the server caches.
    tickets.splice(tickets.length < 1_000 ? tickets.length : Math.floor(Math.random() * 1_000), 1, ticketId)
  }
  type Step = () => Promise<readonly [expected: number, ReceivedResponse]>
  const create: Step = async () => {
    const response = await send('POST', '/special-events', { ...draft, dates: [firstDate, secondDate] })
    if (response.status === 201) events.push((JSON.parse(response.body.toString()) as { eventId: string }).eventId)
    return [201, response]
  }
  const entryTimes = ['11:00', '15:30']
  let timedEvent: string | undefined
  const createTimedEvent = async () => {
    await create()
    timedEvent = events.pop()
    const body = { rule: { times: entryTimes, length: 90 }, capacity: null }
    await send('PUT', `/special-events/${timedEvent}/entry-times`, body)
  }
  const buyGeneral: Step = async () => {
    const response = await send('POST', '/tickets', { ticketType: 'general', ticketDate: firstDate, email })
    if (response.status === 201) remember(response)
    return [201, response]
  }
  const steps: readonly (readonly [share: number, Step])[] = [
    [20, buyGeneral],
    [
      20,
      async () => {
        const order = { ticketType: 'event', eventId: permanentEvent(), ticketDate: firstDate, email }
        const response = await send('POST', '/tickets', order)
        if (response.status === 201) remember(response)
        return [201, response]
      },
    ],
    [
      5,
      async () => {
        const session = { ticketType: 'event', eventId: timedEvent, entryTime: randomItem(entryTimes) }
        const response = await send('POST', '/tickets', { ...session, ticketDate: firstDate, email })
        if (response.status === 201) remember(response)
        return [201, response]
      },
    ],
    [5, async () => [200, await send('GET', `/special-events/${timedEvent}/availability`)]],
    [10, async () => [200, await send('GET', `/special-events/${permanentEvent()}`)]],
    [10, async () => [200, await send('GET', `/special-events?startDate=${firstDate}&limit=20`)]],
    [5, async () => [200, await send('GET', '/museum-hours')]],
    [10, async () => [200, await send('GET', `/tickets/${randomItem(tickets)}/qr`)]],
    [
      5,
      async () => {
        const path = `/tickets/${randomItem(tickets)}/qr`
        const { etag } = await send('GET', path)
        return [304, await send('GET', path, undefined, { 'if-none-match': etag ?? '' })]
      },
    ],
    [3, create],
    [4, async () => [200, await send('PATCH', `/special-events/${permanentEvent()}`, { price: 21.5 })]],
    [
      3,
      // As many events are deleted as are created, each with a ticket.
      async () => {
        if (events.length <= 25) return create()
        const eventId = events.pop()!
        await send('POST', '/tickets', { ticketType: 'event', eventId, ticketDate: secondDate, email })
        return [204, await send('DELETE', `/special-events/${eventId}`)]
      },
    ],
    [3, async () => [400, await send('POST', '/tickets', { ticketType: 'general', ticketDate: '2030-02-30', email })]],
    [2, async () => [404, await send('GET', '/special-events/01940000-0000-7000-8000-000000000000')]],
    [2, async () => [412, await send('PATCH', `/special-events/${events[0]}`, { price: 1 }, { 'if-match': '"x"' })]],
    [1, async () => [401, await send('GET', '/museum-hours', undefined, { authorization: 'Basic eA==' })]],
    [1, async () => [413, await send('POST', '/tickets', { email: 'x'.repeat(140_000) })]],
    [1, async () => [405, await send('PUT', '/tickets', {})]],
  ]
  const weightedSteps = steps.flatMap(([share, step]) => Array.from({ length: share }, () => step))
  return {
    prepare: async () => {
      for (let n = 0; n < 25; n += 1) await create()
      await createTimedEvent()
      for (let n = 0; n < 25; n += 1) await buyGeneral()
    },
    step: () => randomItem(weightedSteps)(),
  }
}

const minimum = (samples: readonly Sample[], name: keyof Sample) => Math.min(...samples.map((sample) => sample[name]))
const quantile = (sorted: Float64Array, share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN

const museum = await startMuseum(engine)
const client = clientOf(museum)
const faults = new Map<string, number>()
const fault = (text: string) => faults.set(text, (faults.get(text) ?? 0) + 1)
const samples: Sample[] = []
try {
  const load = mixedLoad(client)
  await load.prepare()
  console.log(`${minutes} minutes at ${rate} steps a second on ${engine}.\n`)
  console.log('minute  steps  p50 ms  p99 ms  memory MiB  open files  database connections')
  const startedAt = performance.now()
  const elapsed = () => (performance.now() - startedAt) / 60_000
  const pending = new Set<Promise<void>>()
  let latencies: number[] = []
  const runStep = async () => {
    const sentAt = performance.now()
    try {
      const [expected, { status, body }] = await load.step()
      if (status !== expected) fault(`${status}, not ${expected}: ${body.toString('utf8', 0, 300)}`)
    } catch (error) {
      fault(`no response to ${(error as Error).message}`)
    }
    latencies.push(performance.now() - sentAt)
  }
  let [started, minute, sampled] = [0, 0, 0]
  const printMinute = () => {
    minute += 1
    const [sorted, last] = [Float64Array.from(latencies).toSorted(), samples.slice(-60)]
    latencies = []
    const cells = [
      String(minute).padStart(6),
      String(sorted.length).padStart(6),
      quantile(sorted, 0.5).toFixed(1).padStart(7),
      quantile(sorted, 0.99).toFixed(1).padStart(7),
      minimum(last, 'memory').toFixed(1).padStart(11),
      String(minimum(last, 'openFiles')).padStart(11),
      String(minimum(last, 'connections')).padStart(21),
    ]
    console.log(cells.join(' '))
  }
  while (elapsed() < minutes && museum.isAlive()) {
    // As many as the rate requires, but at most 64 at once: a slow machine gets less load.
    for (; started < elapsed() * 60 * rate && pending.size < 64; started += 1) {
      const step = runStep().finally(() => pending.delete(step))
      pending.add(step)
    }
    if (elapsed() * 60 >= sampled) {
      sampled += 1
      const connections = await museum.databaseConnections()
      samples.push({ memory: museum.residentMebibytes(), openFiles: museum.openFiles(), connections })
    }
    if (elapsed() >= minute + 1) printMinute()
    await sleep(5)
  }
  await Promise.all(pending)
  if (latencies.length > rate) printMinute()
  if (!museum.isAlive()) fault('the server exited')
} finally {
  client.close()
  for (const line of museum.errorLines()) fault(`the server logged an error: ${line}`)
  await museum.stop().catch((error: Error) => fault(error.message))
}

const steady = samples.slice(samples.length * warmUp)
const third = Math.floor(steady.length / 3)
console.log('\n             first third  last third  max growth')
for (const name of ['memory', 'openFiles', 'connections'] as const) {
  const [first, last] = [minimum(steady.slice(0, third), name), minimum(steady.slice(-third), name)]
  const cells = [first, last].map((value) => value.toFixed(name === 'memory' ? 1 : 0).padStart(11))
  const exceedsMaxGrowth = last - first > maxGrowth[name]
  console.log(
    `${name.padEnd(12)} ${cells.join(' ')} ${String(maxGrowth[name]).padStart(12)}${exceedsMaxGrowth ? '  TOO MUCH' : ''}`,
  )
  if (exceedsMaxGrowth) fault(`${name} grew from ${first.toFixed(1)} to ${last.toFixed(1)}`)
}
for (const [text, times] of faults) console.error(`\n${times} times: ${text}`)
console.log(faults.size === 0 ? '\nNo failure.' : `\n${faults.size} failures.`)
process.exitCode = faults.size === 0 ? 0 : 1
