/**
 * Sends the museum's server what nobody should send it, and holds every answer against the OpenAPI document:
 *
 *     pnpm fuzz [--requests 5000] [--seed S] [--engine sqlite|mariadb] [--only NAME] [--path P]
 *
 * `--only` keeps the operation, the entries of the corpus, or the `cuts` and `stray` requests of that name.
 * `--path` is what a failure printed: with its seed it is made again.
 */
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'
import { type Engine, engines, startMuseum } from './start-museum.ts'
import { tryCorpus, tryCuts } from './run-corpus.ts'
import { visit } from './fuzz-session.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    engine: { type: 'string', default: 'sqlite' },
    only: { type: 'string', default: '' },
    path: { type: 'string' },
  },
})
const [requests, seed, engine] = [Number(values.requests), Number(values.seed), values.engine as Engine]
if (!Number.isSafeInteger(requests) || requests < 0) throw new Error('--requests must be a number.')
if (!Number.isSafeInteger(seed)) throw new Error('--seed must be an integer.')
if (!engines.includes(engine)) throw new Error(`--engine must be ${engines.join(' or ')}.`)

const museum = await startMuseum(engine)
const failures: string[] = []
try {
  console.log(`Hostile input on ${engine}, seed ${seed}.`)
  const visitor = await visit(museum)
  failures.push(...(await tryCorpus(museum, visitor, values.only)))
  if (values.only === '' || values.only === 'cuts') failures.push(...(await tryCuts(museum, visitor)))
  failures.push(...(await fuzz(museum, visitor, { requests, seed, only: values.only, path: values.path })))

  if (!museum.isAlive()) failures.push('The process of the server has ended.')
  else failures.push(...(await visitor.buysAsEver()))
  visitor.close()
  failures.push(...museum.complaints().map((line) => `The server complained: ${line}`))
} finally {
  await museum.stop().catch((error: Error) => failures.push(error.message))
}
for (const failure of failures.slice(0, 60)) console.error(`\n${failure}`)
console.log(failures.length === 0 ? '\nAll of it was answered as it should be.' : `\n${failures.length} failures.`)
process.exitCode = failures.length === 0 ? 0 : 1
