import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { aTemporaryFolder } from '../../../apps/server/test/a-temporary-folder.ts'
import { readQrCode } from '../../../apps/server/test/read-qr-code.ts'
import { type StartedServer, startCommand, startServer } from '../../../apps/server/test/start-server.ts'
import { startGate } from './start-gate.ts'
import { startSwitchableNetwork } from './switchable-network.ts'

/** A time zone in which it is noon, so that no test runs over midnight. */
const hours = 12 - new Date().getUTCHours()
const timeZone = hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone })
const [today, tomorrow] = [dateIn(0), dateIn(1)]

const password = 'correct horse battery staple'
const settings = { MUSEUM_ADMIN_PASSWORD: password, MUSEUM_TIME_ZONE: timeZone }
const document = await readFile(new URL('../../../docs/admission-code.md', import.meta.url), 'utf8')

let museum: Awaited<ReturnType<typeof aTemporaryFolder>>
let server: StartedServer
let network: Awaited<ReturnType<typeof startSwitchableNetwork>>
const command = async (name: string) => {
  const run = startCommand(name, museum.folder, { environment: settings })
  expect([(await run.exited).code, run.output.text]).toEqual([0, expect.any(String)])
}
const startMuseum = async () => {
  server = await startServer(museum.folder, settings)
  network.connectTo(server.origin)
}
beforeAll(async () => {
  museum = await aTemporaryFolder()
  network = await startSwitchableNetwork()
  await startMuseum()
  await writeFile(join(museum.folder, 'password'), password)
  await command('users add scanner --role gate --password-file password')
})
afterAll(async () => {
  await server.stop('SIGKILL')
  await network.close()
  await museum.remove()
})

let files: Awaited<ReturnType<typeof aTemporaryFolder>>
let gates: Awaited<ReturnType<typeof startGate>>[] = []
beforeEach(async () => {
  files = await aTemporaryFolder()
  network.switchTo('up')
})
afterEach(async () => {
  for (const gate of gates) await gate.kill()
  gates = []
  await files.remove()
})

type Change = Readonly<{ args?: readonly string[]; password?: string; environment?: Readonly<Record<string, string>> }>
/** Starts a gate. */
const launch = async (name = 'North door', change: Change = {}) => {
  const gate = await startGate(files.folder, name, { server: network.origin, timeZone, password, ...change })
  gates.push(gate)
  return gate
}
/** Starts a gate, and waits until it reads codes. */
const open = async (name?: string, change?: Change) => {
  const gate = await launch(name, change)
  await gate.isReady()
  return gate
}
/** Opens the file of a gate that does not run, which is made if it is missing. */
const withFileOf = <T>(gate: string, use: (database: DatabaseSync) => T): T => {
  const database = new DatabaseSync(join(files.folder, `${gate}.sqlite`))
  try {
    database.exec('create table if not exists stored (kind, id, json, primary key (kind, id))')
    return use(database)
  } finally {
    database.close()
  }
}
type Kind = 'museum' | 'scan' | 'rejected'
const readStored = (gate: string, kind: Kind) =>
  withFileOf(gate, (database) =>
    database
      .prepare('select json from stored where kind = ? order by rowid')
      .all(kind)
      .map(({ json }) => JSON.parse(String(json)) as unknown),
  )
const storeText = (gate: string, kind: Kind, id: string, text: string) =>
  withFileOf(gate, (database) => database.prepare('replace into stored values (?, ?, ?)').run(kind, id, text))
const storeScan = (gate: string, scan: Readonly<{ scanId: string } & Record<string, unknown>>) =>
  storeText(gate, 'scan', scan.scanId, JSON.stringify(scan))
const readMuseumData = (gate: string) => readStored(gate, 'museum')[0] as Readonly<Record<string, unknown>>
const storeMuseumData = (gate: string, data: object) => storeText(gate, 'museum', '', JSON.stringify(data))

/** The body of the response to a request of the administrator, which succeeds. */
const request = async <Body>(method: string, path: string, content?: unknown): Promise<Body> => {
  const response = await server.request(method, path, content)
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Body
}
const ticketCode = async (ticketId: string) => {
  const image = await server.request('GET', `/tickets/${ticketId}/qr`)
  return (await readQrCode(await image.arrayBuffer()))!
}
/** Sells a ticket. */
const buy = async (ticketDate = today, eventId?: string) => {
  const type = eventId === undefined ? { ticketType: 'general' } : { ticketType: 'event', eventId }
  const order = { ...type, ticketDate, email: 'visitor@example.org' }
  const sold = await request<{ ticketId: string; confirmationCode: string }>('POST', '/tickets', order)
  return { ...sold, code: await ticketCode(sold.ticketId) }
}
const addEvent = async (dates: readonly string[]) => {
  const event = { name: 'Night', location: 'Hall', eventDescription: '', dates, price: 5 }
  const { eventId } = await request<{ eventId: string }>('POST', '/special-events', event)
  return eventId
}
/** The rows of a ticket in the scan log, the earliest first. */
const scanLog = async (ticketId: string) => {
  const rows = await request<{ at: string }[]>('GET', `/admissions?ticketId=${ticketId}`)
  return rows.toSorted((a, b) => a.at.localeCompare(b.at))
}
const admitted = (gate: string, offline: boolean) => ({ gate, admitted: true, reason: null, offline })
const refused = (gate: string, offline: boolean, reason: string) => ({ gate, admitted: false, reason, offline })
/** Scans these codes at the North door. The server has stored the scans, but its responses were lost. */
const loseAnswers = async (...codes: readonly string[]) => {
  const admissionIds: string[] = []
  for (const code of codes) {
    const scan = { scanId: randomUUID(), code, gate: 'North door' }
    admissionIds.push((await request<{ admissionId: string }>('POST', '/admissions', scan)).admissionId)
    storeScan('North door', { ...scan, isAsked: true, scannedAt: new Date().toISOString() })
  }
  return admissionIds
}

let portals: Server[] = []
/** Closes what `startPortal` has started: the requests of gates go to the museum again. */
const closePortals = () => {
  for (const portal of portals) portal.close()
  portals = []
  network.connectTo(server.origin)
}
afterEach(closePortals)
/**
 * Starts another server, which gets the requests of the gates in place of the museum. It responds with these bodies; if
 * a body has a `status`, that is also the status of the response.
 */
const startPortal = async (nextBody: () => object) => {
  const portal = createServer((_, response) => {
    const body = nextBody()
    const status = 'status' in body ? Number(body.status) : 200
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  portal.listen(0, '127.0.0.1')
  await once(portal, 'listening')
  portals.push(portal)
  network.connectTo(`http://127.0.0.1:${(portal.address() as AddressInfo).port}`)
}

describe('a gate with a network', () => {
  it('lets the server decide, and knows its decisions when the network is off', async () => {
    const [scanned, typed, elsewhere] = [await buy(), await buy(), await buy()]
    const gate = await open()
    const south = await open('South door')
    expect(await gate.scan(scanned.code)).toBe('ADMITTED')
    expect(await gate.scan(scanned.code)).toBe('REFUSED already-admitted')
    expect(await gate.scan(` ${typed.confirmationCode.toUpperCase()} `)).toBe('ADMITTED')
    expect(await gate.scan(`${typed.ticketId}.${typed.confirmationCode}`)).toBe('REFUSED already-admitted')
    expect(await south.scan(elsewhere.code)).toBe('ADMITTED')
    expect(await gate.scan(elsewhere.code)).toBe('REFUSED already-admitted')
    expect(gate.stdout.text).toMatch(/ the ticket was used on \d{4}-\d\d-\d\d 1[123]:\d\d:\d\d at South door\n$/)
    network.switchTo('down')
    for (const { code } of [scanned, typed, elsewhere])
      expect(await gate.scan(code)).toBe('REFUSED already-admitted offline')
    network.switchTo('up')
    expect([await gate.end(), await south.end()]).toEqual([0, 0])
    expect(await scanLog(scanned.ticketId)).toMatchObject([
      admitted('North door', false),
      refused('North door', false, 'already-admitted'),
    ])
  })

  it.each(['loses requests', 'loses responses'] as const)(
    'that %s admits by itself after two seconds, and the log has one scan',
    async (state) => {
      const { ticketId, code } = await buy()
      const gate = await open()
      network.switchTo(state)
      expect(await gate.scan(code)).toBe('ADMITTED offline')
      expect(await gate.scan(code)).toBe('REFUSED already-admitted offline')
      network.switchTo('up')
      expect(await gate.end()).toBe(0)
      expect(gate.stderr.text.match(/^(sent|CHECK)/gm)).toEqual(['sent'])
      expect(await scanLog(ticketId)).toMatchObject([admitted('North door', state === 'loses requests')])
    },
  )

  it('sends a scan again when its response was lost and the visitor has not entered', async () => {
    const { ticketId, confirmationCode } = await buy()
    const gate = await open()
    network.switchTo('loses responses')
    expect(await gate.scan(confirmationCode)).toBe('NEEDS NETWORK offline')
    expect(await scanLog(ticketId)).toMatchObject([admitted('North door', false)])
    network.switchTo('up')
    await gate.waitFor(/^offline[^]*^online/m)
    expect(await gate.scan(confirmationCode.toUpperCase())).toBe('ADMITTED')
    expect(await gate.scan(confirmationCode)).toBe('REFUSED already-admitted')
    expect(await scanLog(ticketId)).toMatchObject([
      admitted('North door', false),
      refused('North door', false, 'already-admitted'),
    ])
  })

  it('does not admit a visitor twice by two codes of one ticket when one response was lost', async () => {
    const { ticketId, confirmationCode, code } = await buy()
    const gate = await open()
    network.switchTo('loses responses')
    expect(await gate.scan(confirmationCode)).toBe('NEEDS NETWORK offline')
    network.switchTo('down')
    expect(await gate.scan(code)).toBe('ADMITTED offline')
    network.switchTo('up')
    await gate.waitFor(/^CHECK sent: ticket/m)
    // The gate is online now, not only at an earlier moment.
    await gate.waitFor(/^online(?![^]*^offline)/m)
    expect(await gate.scan(confirmationCode)).toBe('REFUSED already-admitted')
    expect(await scanLog(ticketId)).toMatchObject([
      admitted('North door', false),
      refused('North door', true, 'already-admitted'),
    ])
  })

  it('refuses, after a lost response, a ticket whose admission was reverted and that was then cancelled or admitted elsewhere', async () => {
    const [cancelled, elsewhere, valid] = [await buy(), await buy(), await buy()]
    const tickets = [cancelled, elsewhere, valid]
    for (const admissionId of await loseAnswers(...tickets.map(({ confirmationCode }) => confirmationCode)))
      await request('DELETE', `/admissions/${admissionId}`)
    await request('POST', `/tickets/${cancelled.ticketId}/cancellation`)
    await request('POST', '/admissions', { code: elsewhere.code, gate: 'South door' })
    const gate = await open()
    expect(await gate.scan(cancelled.confirmationCode)).toBe('REFUSED cancelled')
    expect(await gate.scan(elsewhere.confirmationCode)).toBe('REFUSED already-admitted')
    expect(await gate.scan(valid.confirmationCode)).toBe('ADMITTED')
    expect(await gate.scan(valid.confirmationCode)).toBe('REFUSED already-admitted')
    expect(await scanLog(valid.ticketId)).toMatchObject([
      { gate: 'North door', admitted: false },
      admitted('North door', false),
      refused('North door', false, 'already-admitted'),
    ])
  })

  it('admits by another code of the ticket when the response to the first code was lost', async () => {
    const [typed, dashes, signed, absent] = [await buy(), await buy(), await buy(), await buy()]
    const withDashes = dashes.confirmationCode.replaceAll('-', '–')
    await loseAnswers(typed.confirmationCode, withDashes, signed.code)
    // A scan that the server does not have, of a visitor who has left.
    const scan = { scanId: randomUUID(), code: absent.confirmationCode, gate: 'North door', isAsked: true }
    storeScan('North door', { ...scan, scannedAt: new Date().toISOString() })
    const gate = await open()
    for (const [first, second] of [
      [typed.code, typed.confirmationCode],
      [dashes.confirmationCode, dashes.code],
      [signed.confirmationCode, signed.code],
    ] as const) {
      expect(await gate.scan(first)).toBe('ADMITTED')
      expect(await gate.scan(first)).toBe('REFUSED already-admitted')
      expect(await gate.scan(second)).toBe('REFUSED already-admitted')
    }
    expect(await scanLog(absent.ticketId)).toEqual([])
  })

  it('that is killed while it waits for a response admits the visitor after its restart, with or without a network', async () => {
    for (const [restarted, verdict] of [
      ['up', 'ADMITTED'],
      ['down', 'ADMITTED offline'],
    ] as const) {
      network.switchTo('up')
      const { ticketId, code } = await buy()
      const killed = await open()
      network.switchTo('loses responses')
      killed.type(code)
      await network.hasLost()
      await killed.kill()
      network.switchTo(restarted)
      const gate = await open()
      expect(await gate.scan(code)).toBe(verdict)
      expect(await gate.scan(code)).toMatch(/^REFUSED already-admitted/)
      network.switchTo('up')
      expect(await gate.end()).toBe(0)
      expect((await scanLog(ticketId))[0]).toMatchObject(admitted('North door', false))
      expect(await scanLog(ticketId)).toHaveLength(restarted === 'up' ? 2 : 1)
    }
  })

  it('refuses a ticket that it has admitted although the server did not count that admission', async () => {
    const tickets = [await buy(), await buy(), await buy()]
    const facts = [
      { answer: { admitted: false, reason: 'cancelled' } },
      { rejection: 400 },
      { answer: { admitted: true, admissionId: randomUUID(), ticket: { ticketId: tickets[2]!.ticketId } } },
    ]
    for (const [n, fact] of facts.entries()) {
      const { ticketId, code } = tickets[n]!
      const scan = { scanId: randomUUID(), code, gate: 'North door', isAsked: false, verdict: 'ADMITTED', ticketId }
      storeScan('North door', { ...scan, scannedAt: new Date().toISOString(), ...fact })
    }
    const gate = await open()
    // The server has no admission for any of these tickets: that for the last one was reverted.
    expect(await gate.scan(tickets[0]!.code)).toBe('REFUSED already-admitted')
    expect(await gate.scan(tickets[1]!.confirmationCode)).toBe('REFUSED already-admitted')
    expect(await gate.scan(tickets[2]!.code)).toBe('ADMITTED')
    // After a further revert the server and the gate count the same admissions.
    const [{ admissionId }] = await request<[{ admissionId: string }]>(
      'GET',
      `/admissions?ticketId=${tickets[0]!.ticketId}`,
    )
    await request('DELETE', `/admissions/${admissionId}`)
    expect(await gate.scan(tickets[0]!.code)).toBe('ADMITTED')
  })

  it('lets the server decide while only the keys and revocations cannot be loaded, and says offline how old the list is', async () => {
    const [one, other, cancelled] = [await buy(), await buy(), await buy()]
    await (await open()).kill()
    const loadedAt = new Date(Date.now() - 6 * 60_000).toISOString()
    storeMuseumData('North door', { ...readMuseumData('North door'), loadedAt })
    await request('POST', `/tickets/${cancelled.ticketId}/cancellation`)
    network.switchTo('loses museum data')
    const gate = await open()
    expect(await gate.scan(one.code)).toBe('ADMITTED')
    await gate.waitFor(/^not loaded: 503/m)
    expect(await gate.scan(cancelled.code)).toBe('REFUSED cancelled')
    network.switchTo('down')
    await gate.scan(other.code)
    expect(gate.stdout.text).toMatch(/\nADMITTED: .* \(offline, revocations of \d{4}-\d\d-\d\d 1[123]:\d\d:\d\d\)\n$/)
    network.switchTo('loses museum data')
    expect(await gate.end()).toBe(0)
    expect(await scanLog(other.ticketId)).toMatchObject([admitted('North door', true)])
  })

  it('keeps an admission while something else than the server rejects it', async () => {
    const { ticketId, code } = await buy()
    const gate = await open()
    network.switchTo('down')
    expect(await gate.scan(code)).toBe('ADMITTED offline')
    network.switchTo('rejects scans')
    expect(await gate.end()).toBe(3)
    expect(readStored('North door', 'rejected')).toEqual([])
    network.switchTo('up')
    expect(await (await open()).end()).toBe(0)
    expect(await scanLog(ticketId)).toMatchObject([admitted('North door', true)])
  })

  it('decides by itself while something else than the server responds', async () => {
    const { ticketId, code } = await buy()
    const gate = await open()
    await startPortal(() => ({ signIn: '/' }))
    expect(await gate.scan(code)).toBe('ADMITTED offline')
    expect(await gate.end()).toBe(3)
    closePortals()
    const again = await open()
    expect(await again.end()).toBe(0)
    expect(await scanLog(ticketId)).toMatchObject([admitted('North door', true)])
  })

  it('decides by itself while the responses of the server lack members', async () => {
    const { ticketId, code } = await buy()
    await (await open()).kill()
    network.switchTo('loses members')
    const gate = await open()
    await gate.waitFor(/^not loaded: 200, but not with the members /m)
    expect(await gate.scan(code)).toBe('ADMITTED offline')
    network.switchTo('up')
    expect(await gate.end()).toBe(0)
    expect(await scanLog(ticketId)).toMatchObject([admitted('North door', false)])
  })

  it('sends a scan again when the stored response has no ticket', async () => {
    const { ticketId, code } = await buy()
    const [admissionId] = await loseAnswers(code)
    const [scan] = readStored('North door', 'scan') as [{ scanId: string; answer?: object }]
    storeScan('North door', { ...scan, answer: { admitted: true, admissionId } })
    const gate = await open()
    expect(await gate.scan(code)).toBe('ADMITTED')
    expect(await gate.scan(code)).toBe('REFUSED already-admitted')
    expect((await scanLog(ticketId))[0]).toMatchObject(admitted('North door', false))
  })

  it('prints a text of a server on one line, without characters that control a terminal', async () => {
    const gate = await open()
    const text = 'cancelled\r\u001b[2K\nADMITTED: Night\u009b2J\u202e\u2028.'
    const bodies = [{ admitted: false, reason: 'cancelled', detail: text }]
    await startPortal(() => bodies.shift() ?? { title: text, status: 503 })
    expect(await gate.scan('M1:')).toBe('REFUSED cancelled')
    expect(await gate.scan('M1:')).toBe('REFUSED bad-signature offline')
    expect(await gate.end()).toBe(0)
    closePortals()
    const shown = String.raw`cancelled\u000d\u001b[2K\u000aADMITTED: Night\u009b2J\u202e\u2028.`
    expect(gate.stdout.text.split('\n')[0]).toBe(`REFUSED cancelled: ${shown}`)
    expect(gate.stderr.text).toContain(`503 ${shown}`)
    expect(`${gate.stdout.text}${gate.stderr.text}`.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2028]/u)
  })
})

describe('a gate without a network', () => {
  it('verifies codes by itself, keeps its admissions during a restart, and sends them when the server is back', async () => {
    const eventId = await addEvent([today, tomorrow])
    const other = await addEvent([today])
    const [ticket, event, cancelled, late] = [await buy(), await buy(today, other), await buy(), await buy(tomorrow)]
    const removed = await buy(today, eventId)
    await request('PATCH', `/special-events/${eventId}`, { dates: [tomorrow] })
    await request('PATCH', `/special-events/${eventId}`, { dates: [today, tomorrow] })
    const addedAgain = await buy(today, eventId)
    await request('POST', `/tickets/${cancelled.ticketId}/cancellation`)

    const gate = await open()
    const eventGate = await open('Event door', { args: ['--event', eventId] })
    await server.stop()
    expect(await gate.scan(ticket.code)).toBe('ADMITTED offline')
    expect(await gate.scan(`\t${ticket.code.toLowerCase()} \r`)).toBe('REFUSED already-admitted offline')
    expect(await gate.scan(event.code)).toBe('ADMITTED offline')
    expect(await gate.scan(cancelled.code)).toBe('REFUSED cancelled offline')
    expect(await gate.scan(late.code)).toBe('REFUSED wrong-date offline')
    expect(await gate.scan(removed.code)).toBe('REFUSED cancelled offline')
    expect(await eventGate.scan(removed.code)).toBe('REFUSED cancelled offline')
    expect(await eventGate.scan(ticket.code)).toBe('REFUSED wrong-event offline')
    expect(await eventGate.scan(event.code)).toBe('REFUSED wrong-event offline')
    expect(await eventGate.scan(addedAgain.code)).toBe('ADMITTED offline')
    expect(await gate.scan(late.code.slice(0, -1))).toBe('REFUSED bad-signature offline')
    expect(await gate.scan('M1:')).toBe('REFUSED bad-signature offline')
    const ofAnotherMuseum = /"code": "(M1:\w+)"/.exec(document)![1]!
    expect(await gate.scan(ofAnotherMuseum)).toBe('REFUSED bad-signature offline')
    expect(await gate.scan(late.confirmationCode)).toBe('NEEDS NETWORK offline')
    expect(await gate.scan(`${late.ticketId}.${late.confirmationCode}`)).toBe('NEEDS NETWORK offline')
    expect(await gate.scan('4006381333931')).toBe('REFUSED unknown-ticket offline')
    expect(await gate.scan('x'.repeat(1_001))).toBe('REFUSED unknown-ticket')

    await gate.kill()
    const restarted = await open()
    expect(await restarted.scan(ticket.code)).toBe('REFUSED already-admitted offline')
    expect(await restarted.scan(cancelled.code)).toBe('REFUSED cancelled offline')
    expect(await restarted.end()).toBe(3)
    expect(restarted.stderr.text).toContain('\n2 admissions are not sent yet')

    await startMuseum()
    await eventGate.waitFor(/^sent: ticket/m)
    expect(await (await open()).end()).toBe(0)
    expect(await scanLog(ticket.ticketId)).toMatchObject([admitted('North door', true)])
    expect(await scanLog(event.ticketId)).toMatchObject([admitted('North door', true)])
    expect(await scanLog(addedAgain.ticketId)).toMatchObject([admitted('Event door', true)])
    for (const { ticketId } of [cancelled, late, removed]) expect(await scanLog(ticketId)).toEqual([])
  })

  it('merges the revocations that are new with those of its file, and loads all of them once an hour', async () => {
    const [early, late, inFileOnly] = [await buy(), await buy(), await buy()]
    const cancel = ({ ticketId }: { ticketId: string }) => request('POST', `/tickets/${ticketId}/cancellation`)
    const stored = () => readMuseumData('North door') as { tickets: string[]; completeAt: string }
    /** Starts a gate. Returns what it has loaded, and its verdicts without a network. */
    const loadAndScan = async () => {
      network.paths.length = 0
      const gate = await open()
      const loaded = network.paths.filter((each) => each.includes('revocations'))
      network.switchTo('down')
      const verdicts = []
      for (const { code } of [early, late, inFileOnly]) verdicts.push(await gate.scan(code))
      await gate.kill()
      network.switchTo('up')
      return [...loaded, ...verdicts]
    }
    const complete = `/v1.1/ticket-revocations?date=${today}`
    const refused = 'REFUSED cancelled offline'

    await cancel(early)
    await (await open()).kill()
    // The event was restored, so the server no longer lists this revocation.
    storeMuseumData('North door', { ...stored(), tickets: [...stored().tickets, inFileOnly.ticketId] })
    await cancel(late)
    const since = expect.stringMatching(/\?date=[\d-]+&since=\w/)
    expect(await loadAndScan()).toEqual([since, refused, refused, refused])
    expect(stored().tickets.filter((each) => each === early.ticketId)).toHaveLength(1)

    const anHourEarlier = new Date(Date.parse(stored().completeAt) - 3_600_000).toISOString()
    storeMuseumData('North door', { ...stored(), completeAt: anHourEarlier })
    expect(await loadAndScan()).toEqual([complete, refused, refused, 'ADMITTED offline'])
  })

  it('does not use the keys, the revocations and the cursor of another server', async () => {
    const { ticketId, code } = await buy()
    await (await open()).kill()
    const { tickets, ...stored } = readMuseumData('North door') as { tickets: string[] }
    const server = 'http://127.0.0.1:1/v1.1'
    storeMuseumData('North door', { ...stored, server, tickets: [...tickets, ticketId] })
    network.switchTo('down')
    const offline = await open()
    expect(await offline.scan(code)).toBe('NEEDS NETWORK offline')
    await offline.kill()
    network.switchTo('up')
    network.paths.length = 0
    const gate = await open()
    expect(network.paths).toContain(`/v1.1/ticket-revocations?date=${today}`)
    network.switchTo('down')
    expect(await gate.scan(code)).toBe('ADMITTED offline')
  })

  it('admits a ticket that another gate has admitted; the log has both scans, and the earlier one is the admission', async () => {
    const [one, other] = [await buy(), await buy()]
    const [north, south] = [await open('North door'), await open('South door')]
    network.switchTo('down')
    expect(await north.scan(one.code)).toBe('ADMITTED offline')
    // Times of scans are in milliseconds: the second scan of a ticket is in a later one.
    await delay(2)
    expect(await south.scan(one.code)).toBe('ADMITTED offline')
    expect(await south.scan(other.code)).toBe('ADMITTED offline')
    await delay(2)
    expect(await north.scan(other.code)).toBe('ADMITTED offline')
    await south.kill()
    network.switchTo('up')
    // The north door sends both scans before the south door: the earlier one of `one`, the later one of `other`.
    expect(await north.end()).toBe(0)
    expect(await scanLog(other.ticketId)).toMatchObject([admitted('North door', true)])
    const again = await open('South door')
    expect(await again.end()).toBe(0)
    expect(again.stderr.text).toContain(`CHECK sent: ticket ${one.ticketId}`)
    expect(await scanLog(one.ticketId)).toMatchObject([
      admitted('North door', true),
      refused('South door', true, 'already-admitted'),
    ])
    expect(await scanLog(other.ticketId)).toMatchObject([
      admitted('South door', true),
      refused('North door', true, 'already-admitted'),
    ])
  })

  it('that is killed before or while it sends loses no admission, and sends none twice', async () => {
    const tickets = [await buy(), await buy(), await buy()]
    const gate = await open()
    network.switchTo('down')
    for (const { code } of tickets) expect(await gate.scan(code)).toBe('ADMITTED offline')
    await gate.kill()
    network.switchTo('loses responses')
    const killed = await launch()
    await network.hasLost()
    expect(await scanLog(tickets[0]!.ticketId)).toHaveLength(1)
    // The server decides, although its response to that scan has not come.
    await killed.isReady()
    expect(killed.stderr.text).toMatch(/^online: /m)
    await killed.kill()
    network.switchTo('up')
    const again = await open()
    await again.waitFor(/(^sent: [^]*){3}/m)
    expect(await again.end()).toBe(0)
    for (const { ticketId } of tickets) expect(await scanLog(ticketId)).toMatchObject([admitted('North door', true)])
  })

  it('refuses the codes of a revoked key, and admits the new code of a ticket of it', async () => {
    const { ticketId, code } = await buy()
    await command('keys rotate')
    await command('keys revoke 1')
    // The server has applied both changes within five seconds.
    const kids = async () =>
      (await request<{ keys: { kid: string }[] }>('GET', '/ticket-keys')).keys.map(({ kid }) => kid)
    while ((await kids()).includes('1')) await delay(200)
    let newCode = await ticketCode(ticketId)
    for (; newCode === code; newCode = await ticketCode(ticketId)) await delay(200)
    const gate = await open()
    network.switchTo('down')
    expect(await gate.scan(code)).toBe('REFUSED bad-signature offline')
    expect(await gate.scan(newCode)).toBe('ADMITTED offline')
  })

  it('refuses a ticket before its entry time, unless it admits at any time', async () => {
    // It is noon at the museum.
    await request('PUT', '/museum-hours/entry-times', { rule: { times: ['17:00'], length: 30 } })
    const order = { ticketType: 'general', ticketDate: today, entryTime: '17:00', email: 'visitor@example.org' }
    const { ticketId } = await request<{ ticketId: string }>('POST', '/tickets', order)
    await request('PUT', '/museum-hours/entry-times?confirm=true', { rule: null })
    const code = await ticketCode(ticketId)
    const [gate, other] = [await open(), await open('South door', { args: ['--any-time'] })]
    network.switchTo('down')
    expect(await gate.scan(code)).toBe('REFUSED too-early offline')
    expect(await other.scan(code)).toBe('ADMITTED offline')
    network.switchTo('up')
    await other.waitFor(/^sent: /m)
    expect(await scanLog(ticketId)).toMatchObject([{ ...admitted('South door', true), entryTime: '17:00' }])
  })

  it.each([12, -180])(
    'whose clock is %i minutes ahead says so, sends the times of the museum, and then asks it about each ticket',
    async (minutes) => {
      const [offline, elsewhere] = [await buy(), await buy()]
      const module = `const now = Date.now.bind(Date)
        globalThis.Date = class extends Date {
          constructor(...values) { super(...(values.length === 0 ? [Date.now()] : values)) }
          static now() { return now() + ${minutes * 60_000} }
        }`
      const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(module)}`
      const gate = await open('North door', { environment: { NODE_OPTIONS } })
      const [, ahead] = /^CHECK clock: (-?\d+) ms ahead/m.exec(gate.stderr.text) ?? []
      expect(Math.round(Number(ahead) / 60_000)).toBe(minutes)
      network.switchTo('down')
      const from = Date.now()
      expect(await gate.scan(offline.code)).toBe('ADMITTED offline')
      const to = Date.now()
      const words = minutes > 0 ? '12 min ahead of' : '180 min behind'
      expect(gate.stdout.text).toMatch(new RegExp(`^ADMITTED: .* \\(offline, clock ${words} the museum\\)$`, 'm'))
      await request('POST', '/admissions', { code: elsewhere.code, gate: 'South door' })
      network.switchTo('up')
      await gate.waitFor(/^sent: /m)
      await gate.waitFor(/^online(?![^]*^offline)/m)
      expect(await gate.scan(elsewhere.code)).toBe('REFUSED already-admitted')
      expect(await gate.end()).toBe(0)
      const [row] = await scanLog(offline.ticketId)
      expect(row).toMatchObject(admitted('North door', true))
      // The time of the server is known to a second.
      expect(Date.parse(row!.at)).toBeGreaterThan(from - 2_000)
      expect(Date.parse(row!.at)).toBeLessThan(to + 2_000)
    },
  )

  it('never admits when it has never loaded keys, or with the option --offline and no files', async () => {
    const { code } = await buy()
    network.switchTo('down')
    expect(await (await open('North door')).scan(code)).toBe('NEEDS NETWORK offline')
    network.switchTo('up')
    expect(await (await open('South door', { args: ['--offline'] })).scan(code)).toBe('NEEDS NETWORK offline')
  })
})

describe('the file of a gate', () => {
  it('keeps apart the scans that the server never accepts; one of the future is sent as one of now', async () => {
    const tickets = [await buy(), await buy(), await buy()]
    const minute = 60_000
    const scans = [-8 * 24 * 60 * minute, 10 * minute, -minute].map((milliseconds, n) => ({
      scanId: randomUUID(),
      code: tickets[n]!.code,
      gate: 'North door',
      isAsked: false,
      scannedAt: new Date(Date.now() + milliseconds).toISOString(),
      verdict: 'ADMITTED',
      ticketId: tickets[n]!.ticketId,
    }))
    const forgotten = { ...scans[0]!, scanId: randomUUID(), answer: { admitted: false, reason: 'cancelled' } }
    for (const scan of [forgotten, ...scans]) storeScan('North door', scan)

    const withOldPassword = await open('North door', { password: 'of yesterday' })
    expect(withOldPassword.stderr.text).toMatch(/^offline: 401 /)
    expect(await withOldPassword.end()).toBe(3)
    expect(readStored('North door', 'rejected')).toEqual([])

    for (let starts = 1; starts <= 2; starts += 1) {
      const gate = await open()
      if (starts === 1) await gate.waitFor(/(^sent: [^]*){2}/m)
      expect(gate.stderr.text.includes('CHECK rejected: ticket')).toBe(starts === 1)
      expect(await gate.scan(tickets[1]!.confirmationCode)).toBe('REFUSED already-admitted')
      expect(await gate.end()).toBe(0)
      expect(readStored('North door', 'scan').map((each) => (each as typeof forgotten).scanId)).not.toContain(
        forgotten.scanId,
      )
      expect(readStored('North door', 'rejected')).toMatchObject([
        { ...scans[0], status: 400, problem: { errors: [{ code: 'scanned-too-long-ago' }] } },
      ])
    }
    expect(await scanLog(tickets[0]!.ticketId)).toEqual([])
    const [early] = await scanLog(tickets[1]!.ticketId)
    expect(early).toMatchObject(admitted('North door', true))
    expect(Date.parse(early!.at)).toBeLessThan(Date.now())
    expect(await scanLog(tickets[2]!.ticketId)).toMatchObject([
      { ...admitted('North door', true), at: scans[2]!.scannedAt },
    ])
  })

  it('has a decision before the gate says it, and ends the gate when it cannot be stored', async () => {
    const { code } = await buy()
    await (await open()).end()
    // Loaded before the program, to imitate a disk that is full or slow.
    const withRun = (body: string) => {
      const module = `import { StatementSync } from 'node:sqlite'
        const { run } = StatementSync.prototype
        StatementSync.prototype.run = function (...values) { ${body} }`
      const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(module)}`
      return open('North door', { args: ['--offline'], environment: { NODE_OPTIONS } })
    }
    const failing = await withRun(`throw new Error('the disk is full')`)
    failing.type(code)
    expect(await failing.exited).toMatchObject({ code: 1 })
    expect([failing.stdout.text, failing.stderr.text]).toEqual(['', expect.stringContaining('the disk is full')])

    const stored = await withRun(`console.log('stored'); return run.call(this, ...values)`)
    expect([await stored.scan('M1:'), await stored.scan('M1:')]).toEqual(['stored', 'REFUSED bad-signature offline'])
  })

  it('is synced with each change', async () => {
    const module = `import { DatabaseSync } from 'node:sqlite'
      const { prepare } = DatabaseSync.prototype
      DatabaseSync.prototype.prepare = function (sql) {
        if (sql.startsWith('insert')) console.error('synchronous', prepare.call(this, 'pragma synchronous').get().synchronous)
        return prepare.call(this, sql)
      }`
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(module)}`
    const gate = await open('North door', { args: ['--offline'], environment: { NODE_OPTIONS } })
    expect(gate.stderr.text).toContain('synchronous 3')
  })

  it.each<[string, object]>([
    ['no list of cancelled tickets', { tickets: undefined }],
    ['a wrong time', { loadedAt: 'yesterday' }],
    ['a key that cannot verify', { keys: [{ kty: 'OKP', crv: 'Ed25519', kid: '1', x: 'cut' }] }],
  ])('that has museum data with %s decides nothing offline until they are loaded again', async (_, change) => {
    const { code } = await buy()
    await (await open()).kill()
    storeMuseumData('North door', { ...readMuseumData('North door'), ...change })
    network.switchTo('down')
    const gate = await open()
    expect(await gate.scan(code)).toBe('NEEDS NETWORK offline')
    await gate.kill()
    network.switchTo('up')
    const loaded = await open()
    network.switchTo('down')
    expect(await loaded.scan(code)).toBe('ADMITTED offline')
  })

  it('is not used for a gate name that the server would refuse', async () => {
    await expect(open('North\u009bdoor')).rejects.toThrow(/--gate must name the gate/)
  })

  it('is locked by one gate at a time, also after that was killed', async () => {
    const first = await open()
    await expect(open()).rejects.toThrow('database is locked')
    await first.kill()
    expect(await (await open()).end()).toBe(0)
  })
})
