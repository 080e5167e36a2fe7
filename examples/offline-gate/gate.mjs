#!/usr/bin/env node
// A gate: reads codes from the standard input, one a line, and prints for each whether it admits. See README.md.
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import * as gates from '@museum/client/gate'

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: 'http://127.0.0.1:8080/v1.1' },
    user: { type: 'string', default: '' },
    'password-file': { type: 'string', default: 'password' },
    gate: { type: 'string', default: '' },
    event: { type: 'string' },
    file: { type: 'string', default: 'gate.sqlite' },
    'time-zone': { type: 'string', default: Intl.DateTimeFormat().resolvedOptions().timeZone },
    offline: { type: 'boolean', default: false },
    'any-time': { type: 'boolean', default: false },
  },
})
const {
  server: url,
  user: username,
  gate,
  event: eventId,
  offline,
  'time-zone': timeZone,
  'any-time': anyTime,
} = values
if (!/^\P{Cc}{1,100}$/u.test(gate)) throw new Error('--gate must name the gate: 1 to 100 characters')

/** In the time zone of the museum. Swedish dates and times have the form of ISO 8601. */
const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
const timeOf = (/** @type {string} */ moment) => format.format(new Date(moment))

// Only this user reads the file: it holds codes.
process.umask(0o077)
const database = new DatabaseSync(values.file)
// Exclusive: of two gates with one file, each would admit the tickets of the other. Each change is on disk once it is stored.
database.exec(`pragma locking_mode = exclusive; pragma synchronous = extra; begin exclusive;
  create table if not exists stored (kind, id, json, primary key (kind, id)); commit`)
const insert = database.prepare('insert into stored values (?, ?, ?) on conflict do update set json = excluded.json')
const store = async (/** @type {string} */ kind, /** @type {string} */ id, /** @type {object} */ value) =>
  void insert.run(kind, id, JSON.stringify(value))
const select = database.prepare('select json from stored where kind = ? order by rowid')
const load = (/** @type {string} */ kind) => select.all(kind).map(({ json }) => JSON.parse(String(json)))

const known = await gates.museumDataOf(load('museum')[0])
const isOfServer = offline || known?.server === url
const timeAt = gates.museumTimeIn(timeZone)
const museumData = gates.gateMuseumData(isOfServer ? known : undefined, (data) => store('museum', '', data), timeAt)
const remove = database.prepare(`delete from stored where kind = 'scan' and id = ?`)
for (const scan of load('scan')) if (!gates.isKept(scan, museumData.clock.now())) remove.run(scan.scanId)
const scans = gates.gateScans(load('scan'), (_, scan) => store('scan', scan.scanId, scan))

// Text of a server may control the terminal or begin a new line, and marks of the writing direction may reorder it.
const controls = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu
const escaped = (/** @type {string} */ line) =>
  line.replace(controls, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
/** Lines that begin with CHECK are for staff: the server does not count an admission, or the clock is wrong. */
const reportOf = (/** @type {gates.GateEvent} */ event) => {
  if (event.type === 'clock') return `${event.ahead === 0 ? '' : 'CHECK '}clock: ${event.ahead} ms ahead of the museum`
  if (!('scan' in event)) return `${event.type}: ${'problem' in event ? event.problem : event.reason}`
  const what = `${event.type}: ticket ${event.scan.ticketId}, admitted here at ${event.scan.scannedAt}`
  if (event.type !== 'sent') return `${event.type === 'rejected' ? 'CHECK ' : ''}${what}: ${event.problem}`
  return event.answer.admitted ? what : `CHECK ${what}: ${event.answer.reason}`
}

const connect = () => {
  const password = readFileSync(values['password-file'], 'utf8').trimEnd()
  const server = gates.gateServer(url, { username, password })
  const keepRejected = (/** @type {gates.GateScan} */ record) => store('rejected', record.scanId, record)
  const tell = (/** @type {gates.GateEvent} */ event) => console.error(escaped(reportOf(event)))
  return gates.synchronise({ server, scans, museumData, keepRejected, tell })
}
const link = offline ? undefined : await connect()
if (offline) console.error(`offline: ${museumData.describe()}`)

const minutesOf = (/** @type {number} */ milliseconds) => `${Math.round(Math.abs(milliseconds) / 60_000)} min`
const decide = gates.decideWith({ gate, eventId, anyTime, scans, museumData, link: () => link })
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue
  const { verdict, reason, detail, first, isOffline, clockAhead } = await decide(line)
  const use = first ? ` on ${timeOf(first.at)} at ${first.gate}` : ''
  const oldLoadedAt = museumData.oldLoadedAt()
  const clock = clockAhead
    ? `, clock ${minutesOf(clockAhead)} ${clockAhead > 0 ? 'ahead of' : 'behind'} the museum`
    : ''
  const mark = isOffline ? ` (offline${oldLoadedAt ? `, revocations of ${timeOf(oldLoadedAt)}` : ''}${clock})` : ''
  console.log(escaped(`${verdict}${reason ? ` ${reason}` : ''}: ${detail}${use}${mark}`))
}
await link?.stop()
const waiting = scans.pending().length
if (waiting > 0) console.error(`${waiting} admissions are not sent yet: start the gate again with the network on`)
process.exit(waiting > 0 ? 3 : 0)
