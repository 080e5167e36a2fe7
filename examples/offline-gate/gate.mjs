#!/usr/bin/env node
// A gate: reads codes from the standard input, one a line, and prints for each whether it admits. See README.md.
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { decideWith, gateServer, synchronise } from '@museum/client/gate'
import { clockIn } from './clock.mjs'
import { makeFolder, openJsonLines } from './durable-files.mjs'
import { lineOf, reportOf } from './lines.mjs'
import { lockFolder } from './lock-folder.mjs'
import { openMuseumData } from './museum-data.mjs'
import { readOptions } from './options.mjs'
import { openScans } from './scans.mjs'

// Text of a server may control the terminal or begin a new line, and marks of the writing direction may reorder it: all
// of these are removed.
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu
const escaped = (/** @type {string} */ line) =>
  line.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
const report = (/** @type {string} */ line) => console.error(escaped(line))

const main = async () => {
  const { gate, eventId, data, timeZone, url, credentials } = readOptions(process.argv.slice(2))
  const clock = clockIn(timeZone)
  // Only this user reads the files: they hold codes.
  process.umask(0o077)
  await makeFolder(data)
  await lockFolder(data)
  const museumData = await openMuseumData(join(data, 'museum.json'), clock.dateOf, credentials && url, report)
  const scans = await openScans(join(data, 'scans.jsonl'), museumData.clock.now())
  const rejected = await openJsonLines(join(data, 'rejected.jsonl'))

  const server = credentials && gateServer(url, credentials)
  const keepRejected = (/** @type {object} */ record) => rejected.append(record)
  const link =
    server &&
    (await synchronise({
      server,
      scans,
      museumData,
      keepRejected,
      tell: (event) => report(reportOf(event, museumData)),
    }))
  if (!link) report(`offline, with ${museumData.describe()}`)

  const decide = decideWith({ gate, eventId, dateOf: clock.dateOf, scans, museumData, link: () => link })
  for await (const line of createInterface({ input: process.stdin })) {
    const code = line.trim()
    if (code !== '') console.log(escaped(lineOf(await decide(code), clock, museumData.oldLoadedAt())))
  }

  await link?.stop()
  const waiting = scans.pending().length
  if (waiting > 0) report(`${waiting} admissions are not sent yet: start the gate again with the network on`)
  return waiting > 0 ? 3 : 0
}

main().then(
  (code) => process.exit(code),
  (error) => {
    for (const line of error.message.split('\n')) report(line)
    process.exit(1)
  },
)
