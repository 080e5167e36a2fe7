/** Requests to every operation of the document, made up by fast-check and made small again when one goes wrong. */
import fc from 'fast-check'
import { hasCredentials } from './check-response.ts'
import type { Museum } from './start-museum.ts'
import { type Request, bytesOf, operationsOf, requestsTo, strayRequests } from './requests.ts'
import type { Visitor } from './fuzz-session.ts'
import { type Outcome, printed } from './raw-http.ts'

/** What the memory may grow, in MiB, from the second third of a long run to its last. README.md has the reason. */
const mayGrow = 64
/** From so many requests on a run is long: its caches are full after a third. */
const long = 50_000
/** A run visits every operation in so many rounds, so that its thirds are alike. */
const rounds = 12
/** Making a failing request smaller may take so many milliseconds. */
const shrinking = 60_000

type Asked = Readonly<{ requests: number; seed: number; only: string; path: string | undefined }>

/** Sends so many requests, prints what came of them, and tells of the failures. */
export const fuzz = async (
  museum: Museum,
  visitor: Visitor,
  { requests, seed, only, path }: Asked,
): Promise<string[]> => {
  const operations = operationsOf(visitor.document)
  const all: Readonly<Record<string, fc.Arbitrary<Request>>> = {
    ...Object.fromEntries(operations.map((each) => [each.operationId, requestsTo(visitor.document, each)])),
    stray: strayRequests(operations),
  }
  const targets = Object.entries(all).filter(([name]) => only === '' || name === only)
  const statuses = new Map(targets.map(([name]) => [name, new Map<number, number>()]))
  const memory: number[] = []
  let [slowest, sent, begun] = [0, 0, performance.now()]

  const oneOf = async (name: string, request: Request) => {
    await visitor.replenish()
    const bytes = bytesOf(request, visitor.resolved)
    const start = performance.now()
    const isHead = request.method === 'HEAD'
    const outcome = await visitor.ask(bytes, isHead)
    slowest = Math.max(slowest, performance.now() - start)
    sent += 1
    if (sent % 100 === 0 && museum.isAlive()) memory.push(museum.residentMebibytes())
    if ('wrong' in outcome) return { bytes, outcome, faults: [outcome.wrong] }
    const counts = statuses.get(name)!
    counts.set(outcome.status, (counts.get(outcome.status) ?? 0) + 1)
    if (request.operation) visitor.learn(request.method, visitor.resolved(request.path), outcome)
    // A broken request is refused below the operations.
    const isBelow = outcome.headers.get('connection') === 'close' && [400, 431].includes(outcome.status)
    const operation = isBelow ? undefined : request.operation
    const body = request.body === undefined ? undefined : Buffer.from(visitor.resolved(request.body), 'latin1')
    const known = { isByTheBook: request.isByTheBook, isHead, hasCredentials: hasCredentials(request) }
    return { bytes, outcome, faults: visitor.judge({ ...known, operation, body }, outcome) }
  }

  const failures: string[] = []
  const runs = Math.ceil(requests / targets.length / rounds)
  for (let round = 0; round < (path === undefined ? rounds : 1) && failures.length === 0; round += 1)
    for (const [index, [name, arbitrary]] of targets.entries()) {
      let last: Awaited<ReturnType<typeof oneOf>> | undefined
      let until = Number.POSITIVE_INFINITY
      const property = fc.asyncProperty(arbitrary, async (request) => {
        fc.pre(performance.now() < until)
        const tried = await oneOf(name, request)
        if (tried.faults.length === 0) return
        last = tried
        until = Math.min(until, performance.now() + shrinking)
        throw new Error(tried.faults.join('; '))
      })
      const details = await fc.check(property, {
        seed: path === undefined ? (seed + round * targets.length + index) | 0 : seed,
        numRuns: runs,
        ...(path !== undefined && { path }),
      })
      if (details.failed && last)
        failures.push(
          `${name}: ${last.faults.join('; ')}\n--- again with\npnpm fuzz --only ${name} --seed ${details.seed} --path ${details.counterexamplePath}\n` +
            `--- sent\n${printed(last.bytes)}\n--- answered\n${printed(bytesIn(last.outcome))}`,
        )
    }

  const seconds = (performance.now() - begun) / 1_000
  console.log(
    `\n${sent.toLocaleString('en')} requests in ${seconds.toFixed(0)} s, the slowest ${slowest.toFixed(0)} ms.\n`,
  )
  for (const [name, counts] of statuses)
    console.log(
      `  ${name.padEnd(20)} ${[...counts]
        .toSorted()
        .map(([status, n]) => `${status}: ${n}`)
        .join('  ')}`,
    )
  if (path !== undefined || failures.length > 0 || memory.length < 12) return failures

  // A run that never reaches what it should try would be green for nothing.
  const reachable = ['200', '201', '204', '304', '400', '401', '404', '410', '412', '413', '415']
  if (requests >= 20_000)
    for (const { operationId, responses } of operations.filter(({ operationId }) => statuses.has(operationId)))
      for (const status of reachable.filter((status) => status in responses))
        if (!statuses.get(operationId)!.has(Number(status))) failures.push(`${operationId}: never answered ${status}.`)

  const floors = Array.from({ length: 12 }, (_, n) =>
    Math.min(...memory.slice((memory.length * n) / 12, (memory.length * (n + 1)) / 12)),
  )
  console.log(`\nMemory in MiB, the least of each twelfth: ${floors.map((floor) => floor.toFixed(0)).join(' ')}`)
  const [early, late] = [Math.min(...floors.slice(4, 8)), Math.min(...floors.slice(8))]
  if (requests >= long && late - early > mayGrow)
    failures.push(`The memory grew by ${(late - early).toFixed(1)} MiB, more than ${mayGrow}.`)
  return failures
}

const bytesIn = (outcome: Outcome) => outcome.bytes
