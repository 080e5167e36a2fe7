import { once } from 'node:events'
import { afterEach, describe, expect, it } from '@jest/globals'
import { typeOn } from '../../../../tools/keyboard-layouts.ts'
import { readQrCode } from '../../test/read-qr-code.ts'
import { credentials, useMuseum } from '../../test/start-museum.ts'
import { type LoggedScan, museumClient, readScannedText } from '../index.ts'
import { type GateEvent, decideWith, gateMuseumData, gateScans, gateServer, museumClock, synchronise } from './index.ts'

const [minute, hour] = [60_000, 60 * 60_000]
const day = 24 * hour
/** A time zone in which it is noon, so that no test runs over midnight. */
const hours = 12 - new Date().getUTCHours()
const timeZone = hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
const dateOf = (moment: string) => new Date(moment).toLocaleDateString('sv-SE', { timeZone })

// The real day: offline scans have that of the clock.
const museum = useMuseum(() => ({ MUSEUM_TIME_ZONE: timeZone }), 'real')
const client = () => museumClient({ baseUrl: museum.baseUrl(), credentials })
/** Sells a ticket for today. */
const buy = async () => {
  const order = { ticketDate: dateOf(new Date().toISOString()), email: 'visitor@example.org' }
  const { ticketId, confirmationCode } = await client().buyMuseumTickets({ ticketType: 'general', ...order })
  return { ticketId, confirmationCode, code: (await readQrCode(Buffer.from(await client().getTicketCode(ticketId))))! }
}
const buyWithYOrZ = async () => {
  let ticket = await buy()
  while (!/[yz]/.test(ticket.confirmationCode)) ticket = await buy()
  return ticket
}
type Sold = Awaited<ReturnType<typeof buy>>
/** The rows of a ticket in the scan log. */
const logOf = async ({ ticketId }: Sold) => {
  const rows: LoggedScan[] = []
  for await (const row of client().listAdmissions({ ticketId })) rows.push(row)
  return rows
}
const admitElsewhere = ({ code }: Sold) => client().admitTicket({ code, gate: 'South door' })

/** What happens to the scans of a ticket: its response, or none, perhaps after a while. */
type Fault = 'response lost' | 'no response' | Promise<void> | Response
const problem = (status: number) =>
  Response.json({ type: '/problems/internal-error', title: 'Defect', status }, { status })
const page = new Response('<h1>Forbidden</h1>', { status: 403, headers: { Date: new Date(0).toUTCString() } })

type Stored = Parameters<typeof gateScans>[0]
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
/** A gate in the memory of a device, whose clock is ahead by so many milliseconds. It has no network at first. */
const aGate = async (clockAhead: number, stored: Stored = []) => {
  const device = { clockAhead, isOnline: false, isFull: false, findsTickets: true }
  const faults = new Map<string, Fault>()
  const lookUps: string[] = []
  const bodies: { code: string; scanId: string; scannedAt?: string }[] = []
  const send = async (url: string, init: RequestInit) => {
    if (!device.isOnline) throw new Error('no network')
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as (typeof bodies)[number]) : undefined
    const fault = body && faults.get(body.code)
    if (body) bodies.push(body)
    if (fault instanceof Response) return fault.clone()
    if (url.includes('/tickets/')) lookUps.push(url)
    if (url.includes('/tickets/') && !device.findsTickets) throw new Error('the connection is closed')
    if (fault instanceof Promise) await Promise.race([fault, once(init.signal!, 'abort')])
    if (fault === 'no response' || fault instanceof Promise) throw new Error('the connection is closed')
    const response = await fetch(url, init)
    if (fault === 'response lost') throw new Error('the connection is closed')
    return response
  }
  const read = () => ({ clock: Date.now() + device.clockAhead, uptime: performance.now() })

  const scans = gateScans(stored, async (fact) => {
    if (device.isFull && fact.answer) throw new Error('the disk is full')
  })
  const museumData = gateMuseumData(undefined, async () => undefined, dateOf, museumClock(undefined, read))
  const events: GateEvent[] = []
  const parts = { server: gateServer(museum.baseUrl(), credentials, send), scans, museumData }
  let hasHappened = Promise.withResolvers<void>()
  const tell = (event: GateEvent) => {
    events.push(event)
    hasHappened.resolve()
    hasHappened = Promise.withResolvers()
  }
  const link = await synchronise({ ...parts, keepRejected: async () => undefined, tell })
  stops.push(link.stop)
  const until = async (isSo: () => boolean) => {
    for (; !isSo(); link.retryNow())
      await Promise.race([hasHappened.promise, new Promise((resolve) => setTimeout(resolve, 100))])
  }
  const decide = decideWith({ gate: 'North door', dateOf, scans, museumData, link: () => link })
  return {
    device,
    faults,
    bodies,
    lookUps,
    events,
    scans,
    clock: museumData.clock,
    loadedAt: museumData.loadedAt,
    /** The verdict, or the reason, and whether the gate has decided alone. */
    scan: async (code: string) => {
      const { verdict, reason, isOffline = false } = await decide(code)
      return `${reason ?? verdict}${isOffline ? ' offline' : ''}`
    },
    connect: async () => {
      device.isOnline = true
      await until(() => link.canAsk() && museumData.keys() !== undefined)
    },
    /** Cuts the network, which the gate learns from its next scan. */
    cut: async () => {
      device.isOnline = false
      await decide('nothing')
    },
    /** Sends until the server has all admissions. */
    sendAll: () => until(() => scans.pending().length === 0),
    /** Goes on until the gate has told an event of this type. */
    untilTold: (type: GateEvent['type']) => until(() => events.some((event) => event.type === type)),
    until,
    canAsk: link.canAsk,
  }
}
/** A gate that has been connected, and is not now. */
const aCutGate = async (clockAhead: number) => {
  const gate = await aGate(clockAhead)
  await gate.connect()
  await gate.cut()
  return gate
}
const isNear = (at: string, moment: number) => Math.abs(Date.parse(at) - moment) < 5_000

describe('an admission that cannot be sent', () => {
  it.each<readonly [string, Fault, string]>([
    ['the server answers 500', problem(500), 'server'],
    ['the server answers 503', problem(503), 'server'],
    ['something else answers 403', page, 'no response'],
    ['nothing answers', 'no response', 'no response'],
  ])('since %s waits, and holds up neither those after it nor the tickets of others', async (_, fault, cause) => {
    const [stuck, after, elsewhere, other] = [await buy(), await buy(), await buy(), await buy()]
    const gate = await aCutGate(0)
    for (const { code } of [stuck, after]) expect(await gate.scan(code)).toBe('ADMITTED offline')
    gate.faults.set(stuck.code, fault)
    await admitElsewhere(elsewhere)
    await gate.connect()
    await gate.untilTold('sent')
    expect(await logOf(after)).toMatchObject([{ admitted: true, offline: true }])
    expect(gate.events.filter(({ type }) => type === 'waiting')).toMatchObject([
      { cause, scan: { ticketId: stuck.ticketId } },
    ])
    expect(await gate.scan(elsewhere.code)).toBe('already-admitted')
    expect(await gate.scan(other.confirmationCode)).toBe('ADMITTED')
    // The server would admit this ticket again.
    const codes = [stuck.code, stuck.confirmationCode, `${stuck.ticketId}.${stuck.confirmationCode}`]
    for (const code of codes) expect(await gate.scan(code)).toBe('already-admitted offline')
    gate.faults.clear()
    await gate.sendAll()
    expect(await logOf(stuck)).toMatchObject([{ admitted: true, offline: true }])
  })

  it('since its response cannot be stored waits, and does not hold up the tickets of others', async () => {
    const [stuck, elsewhere] = [await buy(), await buy()]
    const gate = await aCutGate(0)
    await gate.scan(stuck.code)
    await admitElsewhere(elsewhere)
    gate.device.isFull = true
    await gate.connect()
    await gate.untilTold('waiting')
    expect(gate.events).toContainEqual(expect.objectContaining({ type: 'waiting', cause: 'not stored' }))
    gate.device.isFull = false
    expect(await gate.scan(elsewhere.code)).toBe('already-admitted')
    await gate.sendAll()
    expect(await logOf(stuck)).toHaveLength(1)
  })

  it('since its response does not come holds up neither online decisions nor the list of cancellations', async () => {
    const [stuck, visitor, other, cancelled] = [await buy(), await buy(), await buy(), await buy()]
    const gate = await aCutGate(0)
    await gate.scan(stuck.code)
    const held = Promise.withResolvers<void>()
    for (const { code } of [stuck, visitor]) gate.faults.set(code, held.promise)
    await gate.connect()
    await gate.until(() => gate.bodies.some(({ code }) => code === stuck.code))
    await client().cancelTicket(cancelled.ticketId)
    const loadedAt = gate.loadedAt()
    await gate.until(() => gate.loadedAt() !== loadedAt)
    // The visitor waits until the gate decides. That does not make it decide alone on those after them.
    expect(await gate.scan(visitor.code)).toBe('ADMITTED offline')
    await gate.until(gate.canAsk)
    expect(await gate.scan(other.code)).toBe('ADMITTED')
    expect(gate.events.filter(({ type }) => type === 'waiting')).toEqual([])
    await gate.cut()
    expect(await gate.scan(cancelled.code)).toBe('cancelled offline')
    held.resolve()
  })

  it('is compared with an unsigned code by its ticketId, and with a confirmation code only while the server responds', async () => {
    const [tickets, typed] = [[await buy(), await buy(), await buy()], await buy()]
    const gate = await aCutGate(0)
    for (const { code } of tickets) {
      gate.faults.set(code, 'no response')
      await gate.scan(code)
    }
    await gate.connect()
    const { ticketId, confirmationCode } = tickets[2]!
    expect(await gate.scan(`${ticketId}.${confirmationCode}`)).toBe('already-admitted offline')
    expect(gate.lookUps).toHaveLength(0)
    gate.device.findsTickets = false
    expect(await gate.scan(typed.confirmationCode)).toBe('NEEDS NETWORK offline')
    expect(gate.lookUps).toHaveLength(1)
    expect(gate.bodies.map(({ code }) => code)).not.toContain(typed.confirmationCode)
  })

  it('of a ticket that the server cannot return refuses the ticket once more when its confirmation code is typed', async () => {
    const stuck = await buy()
    const gate = await aCutGate(0)
    await gate.scan(stuck.code)
    gate.faults.set(stuck.code, problem(500))
    await gate.connect()
    // Until then, a request from before the cut may fail, after which the gate would be offline.
    await gate.untilTold('waiting')
    const { fetch: send } = globalThis
    const isOfTicket = (url: unknown) => String(url).endsWith(`/tickets/${stuck.ticketId}`)
    globalThis.fetch = async (url, init) => (isOfTicket(url) ? problem(500) : send(url, init))
    try {
      expect(await gate.scan(stuck.confirmationCode)).toBe('already-admitted')
    } finally {
      globalThis.fetch = send
    }
  })
})

describe('a confirmation code with apostrophes', () => {
  it('is that of a ticket whose admission waits, or whose response was lost, in each layout that it may have', async () => {
    for (const layout of ['Spanish', 'Swiss German'] as const)
      for (const codeOf of [
        ({ confirmationCode }: Sold) => confirmationCode,
        ({ ticketId, confirmationCode }: Sold) => `${ticketId}.${confirmationCode}`,
      ]) {
        const [waiting, lost] = [await buyWithYOrZ(), await buyWithYOrZ()]
        const gate = await aCutGate(0)
        await gate.scan(waiting.code)
        gate.faults.set(waiting.code, problem(500))
        await gate.connect()
        expect(await gate.scan(typeOn(layout, codeOf(waiting)))).toBe('already-admitted offline')
        const typed = typeOn(layout, codeOf(lost))
        gate.faults.set(readScannedText(typed).text, 'response lost')
        expect(await gate.scan(typed)).toBe('NEEDS NETWORK offline')
        gate.faults.clear()
        await gate.until(gate.canAsk)
        expect(await gate.scan(lost.code)).toBe('ADMITTED')
      }
  })
})

describe('an offline admission by a wrong clock', () => {
  it.each([12 * minute, 3 * hour, 8 * day, -3 * hour, -8 * day])(
    '%i ms ahead is sent with the time of the server, whether that is known before the scan or after',
    async (clockAhead) => {
      const [before, after] = [await buy(), await buy()]
      const gate = await aGate(clockAhead)
      await gate.connect()
      expect(gate.events).toContainEqual({ type: 'clock', ahead: gate.clock.ahead() })
      await gate.cut()
      expect(await gate.scan(before.code)).toBe('ADMITTED offline')
      // A gate that has keys, but starts without a network.
      const scan = { scanId: crypto.randomUUID(), code: after.code, gate: 'North door', isAsked: false }
      const admitted = { verdict: 'ADMITTED', ticketId: after.ticketId, isTimeUnsure: true } as const
      const scannedAt = new Date(Date.now() + clockAhead).toISOString()
      const late = await aGate(clockAhead, [{ ...scan, ...admitted, scannedAt }])
      for (const each of [gate, late]) {
        await each.connect()
        await each.sendAll()
      }
      for (const ticket of [before, after]) {
        const [row] = await logOf(ticket)
        expect(row).toMatchObject({ admitted: true, offline: true })
        expect(isNear(row!.at, Date.now())).toBe(true)
      }
      // Nobody had to be asked twice.
      for (const { bodies } of [gate, late]) expect(bodies.filter(({ scannedAt: at }) => at)).toHaveLength(1)
    },
  )

  it('is sent again with the same time when the response was lost, although the clock was put right meanwhile', async () => {
    const ticket = await buy()
    const gate = await aCutGate(3 * hour)
    await gate.scan(ticket.code)
    gate.faults.set(ticket.code, 'response lost')
    await gate.connect()
    await gate.untilTold('waiting')
    gate.device.clockAhead = 0
    gate.faults.clear()
    await gate.sendAll()
    const sent = gate.bodies.filter(({ code }) => code === ticket.code)
    expect(sent.length).toBeGreaterThan(1)
    expect(new Set(sent.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(await logOf(ticket)).toMatchObject([{ admitted: true }])
  })

  it('keeps its time when the clock was put right before it is sent', async () => {
    const ticket = await buy()
    const gate = await aCutGate(3 * hour)
    await gate.scan(ticket.code)
    gate.device.clockAhead = 0
    expect(await gate.scan(ticket.code)).toBe('already-admitted offline')
    await gate.connect()
    await gate.sendAll()
    expect(isNear((await logOf(ticket))[0]!.at, Date.now())).toBe(true)
  })

  it('of an earlier run, put right since, is sent as one of now: it cannot be later', async () => {
    for (const unsure of [{}, { isTimeUnsure: true }]) {
      const ticket = await buy()
      const scan = { scanId: crypto.randomUUID(), code: ticket.code, gate: 'North door', isAsked: false, ...unsure }
      const admitted = { verdict: 'ADMITTED', ticketId: ticket.ticketId } as const
      const scannedAt = new Date(Date.now() + 3 * hour).toISOString()
      const gate = await aGate(0, [{ ...scan, ...admitted, scannedAt }])
      await gate.connect()
      await gate.sendAll()
      expect(gate.events.map(({ type }) => type)).toEqual(['offline', 'online', 'sent'])
      const [row, ...others] = await logOf(ticket)
      expect([others, isNear(row!.at, Date.now())]).toEqual([[], true])
    }
  })

  it('that was set ahead while there was no network is corrected when the server does not accept its time', async () => {
    const ticket = await buy()
    const gate = await aCutGate(0)
    gate.device.clockAhead = 3 * hour
    expect(await gate.scan(ticket.code)).toBe('ADMITTED offline')
    await gate.connect()
    await gate.sendAll()
    expect(isNear((await logOf(ticket))[0]!.at, Date.now())).toBe(true)
  })

  it('decides by the date of the server', async () => {
    const ticket = await buy()
    const gate = await aCutGate(15 * hour)
    expect(await gate.scan(ticket.code)).toBe('ADMITTED offline')
  })
})
