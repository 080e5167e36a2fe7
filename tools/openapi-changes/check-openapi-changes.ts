/**
 * Fails when the OpenAPI document breaks clients that were made for the document of 1.1.1, except for the changes of
 * `accepted-changes.json`, each of which has a reason.
 */
import { readFileSync } from 'node:fs'
import { type Document, breakingChanges } from './breaking-changes.ts'

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))

const changes = breakingChanges(
  read('openapi-1.1.1.json') as Document,
  read('../../packages/adapters-http/openapi.json') as Document,
)
const accepted = new Set((read('accepted-changes.json') as { changes: string[] }[]).flatMap(({ changes }) => changes))
const faults = [
  ...changes.filter((change) => !accepted.has(change)).map((change) => `Breaks clients: ${change}.`),
  ...[...accepted]
    .filter((change) => !changes.includes(change))
    .map((change) => `accepted-changes.json has a change that the document does not: ${change}.`),
]
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log(`The OpenAPI document breaks no client of 1.1.1; ${changes.length} changes are accepted.`)
