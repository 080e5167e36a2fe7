/**
 * Sends hostile input to the museum server, and checks every response against the OpenAPI document:
 *
 *     pnpm fuzz [--requests 5000] [--seed S] [--engine sqlite|mariadb] [--only NAME] [--path P]
 *
 * `--only` runs the operation of that name, the entries of the corpus that contain it, or the `truncated` or `stray`
 * requests. `--path` is printed with a failure, and repeats it together with its seed.
 */
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'
import { openFuzzSession } from './fuzz-session.ts'
import { runCorpus, runTruncations } from './run-corpus.ts'
import { type Engine, engines, startMuseum } from './start-museum.ts'

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
  const session = await openFuzzSession(museum)
  failures.push(...(await runCorpus(museum, session, values.only)))
  if (values.only === '' || values.only === 'truncated') failures.push(...(await runTruncations(museum, session)))
  failures.push(...(await fuzz(museum, session, { requests, seed, only: values.only, path: values.path })))

  if (!museum.isAlive()) failures.push('The server exited.')
  else failures.push(...(await session.checkService()))
  session.close()
  failures.push(...museum.errorLines().map((line) => `The server logged an error: ${line}`))
} finally {
  await museum.stop().catch((error: Error) => failures.push(error.message))
}
for (const failure of failures.slice(0, 60)) console.error(`\n${failure}`)
console.log(failures.length === 0 ? '\nEvery response is as expected.' : `\n${failures.length} failures.`)
process.exitCode = failures.length === 0 ? 0 : 1
