import { once } from 'node:events'
import { afterEach, describe, expect, it } from '@jest/globals'
import { typeOn } from '../../../../tools/keyboard-layouts.ts'
import { readQrCode } from '../../test/read-qr-code.ts'
import { credentials, useMuseum } from '../../test/start-museum.ts'
import { type LoggedScan, museumClient, readScannedText } from '../index.ts'
import {
  type GateEvent,
  type GatePress,
  type GateScan,
  decideWith,
  gateMuseumData,
  gatePresses,
  gateScans,
  gateServer,
  museumClock,
  museumTimeIn,
  synchronise,
} from './index.ts'

const [minute, hour] = [60_000, 60 * 60_000]
const day = 24 * hour
/** A time zone in which it is noon, so that no test runs over midnight. */
const hours = 12 - new Date().getUTCHours()
const timeZone = hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
const timeAt = museumTimeIn(timeZone)
const dateOf = (moment: string) => timeAt(moment).date

// The real day: offline scans have that of the clock.
const museum = useMuseum(() => ({ MUSEUM_TIME_ZONE: timeZone }), 'real')
const client = () => museumClient({ baseUrl: museum.baseUrl(), credentials })
/** Sells a ticket for today. */
const buy = async () => {
  const order = { ticketDate: dateOf(new Date().toISOString()), email: 'visitor@example.org' }
  const { ticketId, confirmationCode } = await client().buyMuseumTickets({ ticketType: 'general', ...order })
  return { ticketId, confirmationCode, code: (await readQrCode(Buffer.from(await client().getTicketCode(ticketId))))! }
}
/** Sells an order of so many tickets for today. */
const buyOrder = async (quantity: number, entryTime?: string) => {
  const ticketDate = dateOf(new Date().toISOString())
  const items = [{ ticketType: 'general' as const, ticketDate, quantity, ...(entryTime && { entryTime }) }]
  const { tickets } = await client().placeOrder({ items, email: 'visitor@example.org' })
  return Promise.all(
    tickets.map(async ({ ticketId, confirmationCode }) => {
      const code = (await readQrCode(Buffer.from(await client().getTicketCode(ticketId))))!
      return { ticketId, confirmationCode, code }
    }),
  )
}
/** Sells tickets of an order for 17:00 today, when it is noon. The museum has this entry time only meanwhile. */
const buyTimed = async (quantity: number) => {
  await client().setEntryTimes({ rule: { times: ['17:00'], length: 30 }, late: 60 })
  const tickets = await buyOrder(quantity, '17:00')
  await client().setEntryTimes({ rule: null, late: 60 }, { confirm: 'true' })
  return tickets
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
const aGate = async (clockAhead: number, stored: Stored = [], storedPresses: readonly GatePress[] = []) => {
  const device = {
    clockAhead,
    isOnline: false,
    isFull: false,
    findsTickets: true,
    /** What the response to the question waits for whether the server can decide. */
    beforeProbed: async (): Promise<void> => undefined,
  }
  const faults = new Map<string, Fault>()
  const lookUps: string[] = []
  const storedPress: { press?: GatePress } = {}
  const bodies: { code: string; scanId: string; scannedAt?: string; anyTime?: true; wholeOrder?: true }[] = []
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
    if (url.includes('/admissions?')) await device.beforeProbed()
    if (fault === 'response lost') throw new Error('the connection is closed')
    return response
  }
  const read = () => ({ clock: Date.now() + device.clockAhead, uptime: performance.now() })

  const scans = gateScans(stored, async (fact) => {
    if (device.isFull && fact.answer) throw new Error('the disk is full')
  })
  const presses = gatePresses(storedPresses, async (press) => {
    if (device.isFull && press.answer) throw new Error('the disk is full')
    storedPress.press = press
  })
  const museumData = gateMuseumData(undefined, async () => undefined, timeAt, museumClock(undefined, read))
  const events: GateEvent[] = []
  const parts = { server: gateServer(museum.baseUrl(), credentials, send), scans, presses, museumData }
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
  const gateParts = { gate: 'North door', scans, museumData, link: () => link }
  const decide = decideWith(gateParts)
  return {
    device,
    faults,
    bodies,
    lookUps,
    events,
    scans,
    decide,
    decideAtAnyTime: decideWith({ ...gateParts, anyTime: true }),
    press: (code: string, tickets?: number, anyTime?: boolean) =>
      link.press({ code, gate: 'North door', anyTime, tickets }),
    /** The press that was stored last. */
    storedPress: () => storedPress.press!,
    unanswered: () => presses.unanswered(museumData.today()),
    pressBodies: () => bodies.filter(({ wholeOrder }) => wholeOrder),
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
    retryNow: link.retryNow,
    stop: link.stop,
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

it('a gate is not put online by a response from before the network was gone', async () => {
  const gate = await aGate(0)
  await gate.connect()
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  gate.device.beforeProbed = async () => {
    asked.resolve()
    await held.promise
  }
  gate.retryNow()
  await asked.promise
  await gate.cut()
  held.resolve()
  // The gate tries again after two seconds.
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(gate.canAsk()).toBe(false)
})

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

describe('a press', () => {
  const admissionsOf = async (tickets: readonly Sold[]) =>
    (await Promise.all(tickets.map(logOf))).map((rows) => rows.filter(({ admitted }) => admitted).length)
  const anOnlineGate = async (storedPresses: readonly GatePress[] = []) => {
    const gate = await aGate(0, [], storedPresses)
    await gate.connect()
    return gate
  }

  it('admits the tickets of an order that the scans of one of them have left open, fewer of them first', async () => {
    const [tickets, alone] = [await buyOrder(5), await buy()]
    const gate = await anOnlineGate()
    const { code } = tickets[0]!
    expect(await gate.decide(code)).toMatchObject({ verdict: 'ADMITTED', orderOpen: 4 })
    expect(await gate.press(code, 3)).toMatchObject({ answer: { admitted: true, order: { admitted: 3 } } })
    expect(await gate.decide(code)).toMatchObject({ reason: 'already-admitted', orderOpen: 1 })
    expect(await gate.press(code)).toMatchObject({ answer: { admitted: true, order: { admitted: 1 } } })
    expect(await gate.decide(code)).toMatchObject({ reason: 'already-admitted', orderOpen: 0 })
    expect(await gate.press(code)).toMatchObject({
      answer: { admitted: false, reason: 'already-admitted', order: { admitted: 0 } },
    })
    expect(await admissionsOf(tickets)).toEqual([1, 1, 1, 1, 1])
    expect(await gate.decide(alone.code)).not.toHaveProperty('orderOpen')
    expect(await gate.press(alone.code)).toMatchObject({ answer: { reason: 'already-admitted' } })
  })

  it('without an answer is sent again with the same body until there is one, and admits nobody twice', async () => {
    const tickets = await buyOrder(4)
    const gate = await anOnlineGate()
    await gate.scan(tickets[0]!.code)
    gate.faults.set(tickets[0]!.code, 'response lost')
    const press = await gate.press(tickets[0]!.code, 2)
    expect(press).not.toHaveProperty('answer')
    await gate.untilTold('press')
    expect(gate.events.at(-1)).toMatchObject({ type: 'press', cause: 'no response', press })
    expect(gate.unanswered()).toEqual([press])
    gate.faults.clear()
    await gate.until(() => gate.unanswered().length === 0)
    expect(gate.events.at(-1)).toMatchObject({
      type: 'press',
      problem: '',
      press: { answer: { order: { admitted: 2 } } },
    })
    const bodies = gate.pressBodies()
    expect(bodies.length).toBeGreaterThan(2)
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(bodies[0]).toMatchObject({ scanId: press!.scanId, tickets: 2, wholeOrder: true })
    expect(bodies[0]).not.toHaveProperty('offline')
    expect(await admissionsOf(tickets)).toEqual([1, 1, 1, 0])
  })

  it('is no scan of its code: while it is unanswered, each ticket is decided as without it', async () => {
    const tickets = await buyOrder(4)
    const gate = await anOnlineGate()
    await gate.scan(tickets[0]!.code)
    gate.faults.set(tickets[0]!.code, problem(500))
    await gate.press(tickets[0]!.code)
    await gate.until(gate.canAsk)
    expect(await gate.scan(tickets[1]!.code)).toBe('ADMITTED')
    await gate.cut()
    expect(await gate.scan(tickets[2]!.code)).toBe('ADMITTED offline')
    expect(await gate.scan(tickets[0]!.code)).toBe('already-admitted offline')
    gate.faults.clear()
    await gate.connect()
    await gate.until(() => gate.unanswered().length === 0)
    // The offline scan is sent first, and the press admits who is left.
    expect(gate.storedPress()).toMatchObject({ answer: { admitted: true, order: { admitted: 1 } } })
    expect(await admissionsOf(tickets)).toEqual([1, 1, 1, 1])
    expect(await logOf(tickets[2]!)).toMatchObject([{ admitted: true, offline: true }])
  })

  it.each([400, 413, 422])('that the server rejects with %i is not sent again', async (status) => {
    const { code } = await buy()
    const gate = await anOnlineGate()
    gate.faults.set(code, problem(status))
    expect(await gate.press(code)).toMatchObject({ rejection: status })
    expect(gate.events.at(-1)).toMatchObject({ type: 'press', problem: expect.stringContaining(`${status}`) })
    expect(gate.unanswered()).toEqual([])
    await gate.stop()
    expect(gate.pressBodies()).toHaveLength(1)
  })

  it('of an earlier run is sent again, and the gate can press another order meanwhile', async () => {
    const [first, second] = [await buyOrder(3), await buyOrder(2)]
    const before = await anOnlineGate()
    before.faults.set(first[0]!.code, 'no response')
    await before.press(first[0]!.code)
    await before.stop()
    const gate = await aGate(0, [], [before.storedPress()])
    gate.faults.set(first[0]!.code, problem(503))
    await gate.connect()
    await gate.untilTold('press')
    expect(await gate.press(second[0]!.code)).toMatchObject({ answer: { order: { admitted: 2 } } })
    expect(gate.unanswered()).toMatchObject([before.storedPress()])
    gate.faults.clear()
    await gate.until(() => gate.unanswered().length === 0)
    expect(gate.storedPress()).toMatchObject({ ...before.storedPress(), answer: { order: { admitted: 3 } } })
    expect(await admissionsOf([...first, ...second])).toEqual([1, 1, 1, 1, 1])
  })

  it('of another date is not sent: it would admit the tickets of today', async () => {
    const { code } = await buy()
    const [pressedAt, scanId] = [new Date(Date.now() - day).toISOString(), crypto.randomUUID()]
    const gate = await anOnlineGate([{ scanId, code, gate: 'North door', pressedAt, date: dateOf(pressedAt) }])
    await gate.stop()
    expect(gate.pressBodies()).toEqual([])
  })

  it('whose answer cannot be stored is unanswered, and is sent again', async () => {
    const tickets = await buyOrder(2)
    const gate = await anOnlineGate()
    gate.device.isFull = true
    expect(await gate.press(tickets[0]!.code)).not.toHaveProperty('answer')
    await gate.untilTold('press')
    expect(gate.events.at(-1)).toMatchObject({ type: 'press', cause: 'not stored' })
    gate.device.isFull = false
    await gate.until(() => gate.unanswered().length === 0)
    expect(await admissionsOf(tickets)).toEqual([1, 1])
  })

  it('is not possible without the network, also not later', async () => {
    const tickets = await buyOrder(2)
    const gate = await aCutGate(0)
    expect(await gate.decide(tickets[0]!.code)).not.toHaveProperty('orderOpen')
    expect(await gate.press(tickets[0]!.code)).toBeUndefined()
    expect(gate.storedPress()).toBeUndefined()
    await gate.connect()
    await gate.sendAll()
    expect(gate.pressBodies()).toEqual([])
  })
})

describe('a ticket with an entry time', () => {
  it('is refused before it, also without the network, unless the gate admits at any time', async () => {
    const [first, second, third] = (await buyTimed(3)) as [Sold, Sold, Sold]
    const gate = await aGate(0)
    await gate.connect()
    expect(await gate.decide(first.code)).toMatchObject({
      verdict: 'REFUSED',
      reason: 'too-early',
      ticket: { entryTime: '17:00' },
    })
    expect(await gate.decideAtAnyTime(first.code)).toMatchObject({ verdict: 'ADMITTED' })
    await gate.cut()
    expect(await gate.decide(second.code)).toMatchObject({
      reason: 'too-early',
      detail: 'the ticket is for 17:00, and admits from 16:45 on',
      ticket: { entryTime: '17:00' },
      isOffline: true,
    })
    expect(await gate.decideAtAnyTime(second.code)).toMatchObject({ verdict: 'ADMITTED', isOffline: true })
    expect(await gate.scan(third.code)).toBe('too-early offline')
    await gate.connect()
    await gate.sendAll()
    expect(await logOf(first)).toMatchObject([{ admitted: true, anyTime: true }, { reason: 'too-early' }])
    // What an offline gate sends has happened, whatever the time.
    const [sent, ...others] = await logOf(second)
    expect([sent, others]).toMatchObject([{ admitted: true, offline: true, entryTime: '17:00' }, []])
    expect(sent).not.toHaveProperty('anyTime')
    expect(await logOf(third)).toEqual([])
  })

  it('is asked about again as it was, when the response to a scan at any time is lost', async () => {
    const [ticket] = (await buyTimed(1)) as [Sold]
    const gate = await aGate(0)
    await gate.connect()
    gate.faults.set(ticket.confirmationCode, 'response lost')
    expect(await gate.decideAtAnyTime(ticket.confirmationCode)).toMatchObject({ verdict: 'NEEDS NETWORK' })
    gate.faults.clear()
    await gate.connect()
    expect(await gate.decideAtAnyTime(ticket.confirmationCode)).toMatchObject({ verdict: 'ADMITTED' })
    expect(await logOf(ticket)).toMatchObject([{ admitted: true, anyTime: true }])
    const scans = gate.bodies.filter(({ code }) => code === ticket.confirmationCode)
    expect(scans).toHaveLength(2)
    expect(scans[1]).toEqual(scans[0])
  })

  it('is not let in by an earlier scan at any time whose request was lost, when the gate admits so no longer', async () => {
    const [ticket] = (await buyTimed(1)) as [Sold]
    const gate = await aGate(0)
    await gate.connect()
    gate.faults.set(ticket.confirmationCode, 'no response')
    await gate.decideAtAnyTime(ticket.confirmationCode)
    gate.faults.clear()
    await gate.connect()
    expect(await gate.scan(ticket.confirmationCode)).toBe('too-early')
  })

  it('stays admitted by the gate alone after the server has refused it, although the response to that was lost', async () => {
    const [ticket] = (await buyTimed(1)) as [Sold]
    const gate = await aGate(0)
    await gate.connect()
    gate.faults.set(ticket.code, 'response lost')
    expect(await gate.scan(ticket.code)).toBe('too-early offline')
    await gate.cut()
    expect(await gate.decideAtAnyTime(ticket.code)).toMatchObject({ verdict: 'ADMITTED', isOffline: true })
    const [{ scannedAt }] = gate.scans.pending() as [GateScan]
    gate.faults.clear()
    await gate.connect()
    await gate.sendAll()
    expect(await logOf(ticket)).toMatchObject([
      { admitted: true, offline: true, at: scannedAt },
      { reason: 'too-early', offline: false },
    ])
    expect(gate.events.findLast(({ type }) => type === 'sent')).toMatchObject({ answer: { admitted: true } })
    expect(gate.scans.useOf(ticket.ticketId)).toMatchObject({ isHere: true, isDisputed: false, isPending: false })
    expect(await gate.scan(ticket.code)).toBe('already-admitted')
  })

  it('stays admitted by the times that the gate has loaded, when the server has refused the same scan by newer ones', async () => {
    await client().setEntryTimes({ rule: { times: ['14:00'], length: 30 }, early: 240 })
    const [ticket] = (await buyOrder(1, '14:00')) as [Sold]
    const gate = await aGate(0)
    await gate.connect()
    // While the gate waits for this response, it loads nothing.
    const held = Promise.withResolvers<void>()
    let isHeld = false
    gate.device.beforeProbed = () => {
      isHeld = true
      return held.promise
    }
    await gate.until(() => isHeld)
    await client().setEntryTimes({ rule: null }, { confirm: 'true' })
    gate.faults.set(ticket.code, 'response lost')
    expect(await gate.scan(ticket.code)).toBe('ADMITTED offline')
    const [asked] = gate.scans.pending() as [GateScan]
    expect(asked.isAsked).toBe(true)
    gate.faults.clear()
    held.resolve()
    await gate.connect()
    await gate.sendAll()
    const rows = await logOf(ticket)
    expect(rows).toMatchObject([
      { admitted: true, offline: true, at: asked.scannedAt },
      { admitted: false, reason: 'too-early', offline: false },
    ])
    for (const row of rows) expect(row).not.toHaveProperty('anyTime')
    expect(gate.scans.useOf(ticket.ticketId)).toMatchObject({ isHere: true, isDisputed: false, isPending: false })
    expect(await gate.scan(ticket.code)).toBe('already-admitted')
  })

  it('is admitted with its order at any time by a press that says so', async () => {
    const tickets = await buyTimed(2)
    const gate = await aGate(0)
    await gate.connect()
    expect(await gate.press(tickets[0]!.code)).toMatchObject({ answer: { admitted: false, reason: 'too-early' } })
    expect(await gate.press(tickets[0]!.code, undefined, true)).toMatchObject({
      answer: { admitted: true, order: { admitted: 2 } },
    })
    // A press may be sent again before it is answered.
    expect(new Set(gate.pressBodies().map(({ anyTime }) => anyTime))).toEqual(new Set([undefined, true]))
  })
})

describe('a decision without the network', () => {
  it.each([
    [3 * minute, true],
    [-3 * minute, true],
    [minute, false],
    [0, false],
  ])('at a device whose clock was %i ms ahead says so: %j', async (ahead, says) => {
    const { code } = await buy()
    const gate = await aCutGate(ahead)
    const { verdict, clockAhead } = await gate.decide(code)
    expect(verdict).toBe('ADMITTED')
    if (says) expect(Math.abs(clockAhead! - ahead)).toBeLessThan(2_000)
    else expect(clockAhead).toBeUndefined()
  })

  it('does not say so while the server decides', async () => {
    const { code } = await buy()
    const gate = await aGate(3 * minute)
    await gate.connect()
    expect(await gate.decide(code)).not.toHaveProperty('clockAhead')
  })
})
