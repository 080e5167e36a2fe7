import { describe, expect, it } from '@jest/globals'
import {
  CalendarDate,
  ConfirmationCode,
  Gate,
  Instant,
  type OrderItem,
  PriceCategoryId,
  Quantity,
  type Scan,
  ScanId,
  ScannedCode,
  type Ticket,
} from '@museum/domain'
import { aSpecialEvent, exampleId, somePriceCategories } from '@museum/testing/examples'
import { Unavailable } from '@museum/concurrency'
import { aMuseum, anActor, anAuditEntry, inMemoryPorts, unrefused } from '@museum/testing'

const [today, tomorrow] = [CalendarDate('2030-05-17'), CalendarDate('2030-05-18')]
const scanner = { username: 'scanner', role: 'gate' } as const
const { eventId } = aSpecialEvent()
const child = PriceCategoryId('child')
const scanId = (n: number) => ScanId(exampleId(500 + n))
const toEvent = (quantity: number, but: Partial<OrderItem> = {}): OrderItem => ({
  ticketType: 'event',
  eventId,
  ticketDate: today,
  quantity: Quantity(quantity),
  ...but,
})
const general = (quantity: number, but: Partial<OrderItem> = {}): OrderItem =>
  toEvent(quantity, { ticketType: 'general', eventId: undefined, ...but })

/** A museum on 17 May 2030 with an order of these items. */
const withOrder = async (...items: readonly OrderItem[]) => {
  const ports = inMemoryPorts({ today: () => today, now: () => Instant(Date.UTC(2030, 4, 17, 19)) })
  await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
  const museum = aMuseum(ports)
  await museum.setPriceCategories(somePriceCategories, anActor)
  const order = unrefused(await museum.placeOrder({ items }))
  const codeOf = (ticket: Ticket) => ScannedCode(ticket.confirmationCode)
  const scan = async (n: number, but: Partial<Scan> = {}) =>
    museum.admitTicket({ code: codeOf(order.tickets[n]!), ...but }, scanner)
  const press = async (n: number, but: Partial<Scan> = {}) => scan(n, { isWholeOrder: true, ...but })
  const states = async () => {
    const tickets = await Promise.all(order.tickets.map(({ ticketId }) => ports.tickets.find(ticketId)))
    return tickets.map((ticket) => ticket!.state)
  }
  const log = async () => unrefused(await museum.listAdmissions({}, { page: 1, limit: 100 }, scanner)).items
  return { ports, museum, order, codeOf, scan, press, states, log }
}

describe('a scan that asks for its order', () => {
  it('says how many other tickets of the order would admit now', async () => {
    const { museum, order, scan } = await withOrder(toEvent(3), general(2), toEvent(1, { ticketDate: tomorrow }))
    await museum.cancelTicket(order.tickets[1]!.ticketId, undefined, anActor)
    expect(await scan(0, { asksForOrder: true })).toMatchObject({ isAdmitted: true, orderOpen: 3 })
    expect(await scan(2, { asksForOrder: true, eventId })).toMatchObject({ isAdmitted: true, orderOpen: 0 })
    expect(await scan(0, { asksForOrder: true })).toMatchObject({ reason: 'already-admitted', orderOpen: 2 })
  })

  it('gets the number of now when it is sent again', async () => {
    const { scan } = await withOrder(general(3))
    const asked = { asksForOrder: true, scanId: scanId(1) }
    const first = await scan(0, asked)
    expect(first).toMatchObject({ isAdmitted: true, orderOpen: 2 })
    await scan(1)
    expect(await scan(0, asked)).toEqual({ ...first, orderOpen: 1 })
  })

  it('gets the number of now when it was made offline', async () => {
    const { scan } = await withOrder(general(3))
    await scan(1)
    const offline = { isOffline: true, scannedAt: Instant(Date.UTC(2030, 4, 17, 9)), asksForOrder: true }
    expect(await scan(0, offline)).toMatchObject({ isAdmitted: true, orderOpen: 1 })
  })

  it('is not told a number when it is refused for another reason, does not ask, or has no order', async () => {
    const { museum, scan } = await withOrder(general(2))
    const alone = unrefused(await museum.buyMuseumTickets({ ticketType: 'general', ticketDate: today }))
    const asksForOrder = true
    for (const outcome of [
      await scan(0, { asksForOrder, eventId }),
      await scan(0),
      await museum.admitTicket({ code: ScannedCode(alone.confirmationCode), asksForOrder }, scanner),
    ])
      expect(outcome).not.toHaveProperty('orderOpen')
  })
})

describe('a scan that asks for its order while orders cannot be read', () => {
  it('has its response without the number, since it is stored', async () => {
    const { ports, order, codeOf } = await withOrder(general(2))
    const find = async (): Promise<never> => {
      throw new Unavailable('The database does not respond.')
    }
    const museum = aMuseum({ ...ports, orders: { ...ports.orders, find } })
    const scan = { code: codeOf(order.tickets[0]!), asksForOrder: true }
    const outcome = await museum.admitTicket(scan, scanner)
    expect(outcome).toMatchObject({ isAdmitted: true, ticket: { ticketId: order.tickets[0]!.ticketId } })
    expect(outcome).not.toHaveProperty('orderOpen')
  })
})

describe('a scan of a whole order', () => {
  it('admits every ticket that the rules admit, and says what became of each', async () => {
    const { museum, order, press, scan, states, log } = await withOrder(
      toEvent(2),
      toEvent(2, { priceCategory: child }),
      general(1),
      toEvent(1, { ticketDate: tomorrow }),
    )
    await scan(0)
    await museum.cancelTicket(order.tickets[2]!.ticketId, undefined, anActor)
    // The code of a ticket that was used is a key to its order, too.
    const outcome = await press(0, { eventId, gate: Gate('North door') })
    const rows = (await log()).filter(({ pressId }) => pressId !== undefined).toReversed()
    const admitted = [order.tickets[1]!, order.tickets[3]!]
    expect(outcome).toEqual({
      isAdmitted: true,
      press: {
        pressId: rows[0]!.admissionId,
        orderId: order.orderId,
        admissions: admitted.map(({ ticketId, ticketDate }, n) => ({
          admissionId: rows[n]!.admissionId,
          ticketId,
          ticketDate,
        })),
        categories: [
          { name: null, tickets: 1 },
          { name: 'Child, 6 to 17', tickets: 1 },
        ],
        refused: [
          { reason: 'already-admitted', tickets: 1 },
          { reason: 'cancelled', tickets: 1 },
          { reason: 'wrong-event', tickets: 1 },
          { reason: 'wrong-date', tickets: 1 },
        ],
      },
    })
    expect(await states()).toEqual(['admitted', 'admitted', 'cancelled', 'admitted', 'valid', 'valid'])
    const { pressId } = rows[0]!
    expect(rows).toMatchObject(
      admitted.map(({ ticketId }) => ({ ticketId, pressId, isEntry: true, gate: 'North door' })),
    )
  })

  it('admits as many tickets as it asks for: the scanned one, and then the others in the order of the sale', async () => {
    const { press, states } = await withOrder(general(5))
    expect(await press(3, { maxTickets: Quantity(3) })).toMatchObject({
      press: { categories: [{ tickets: 3 }], refused: [] },
    })
    expect(await states()).toEqual(['admitted', 'admitted', 'valid', 'admitted', 'valid'])
    expect(await press(3, { maxTickets: Quantity(50) })).toMatchObject({ press: { categories: [{ tickets: 2 }] } })
  })

  it('is refused for the reason of the scanned ticket when no ticket is admitted', async () => {
    const { order, press, scan, log } = await withOrder(toEvent(1), general(1, { ticketDate: tomorrow }))
    await scan(0)
    const outcome = await press(1)
    const [row, ...others] = (await log()).filter(({ pressId }) => pressId !== undefined)
    const refused = [
      { reason: 'wrong-date', tickets: 1 },
      { reason: 'already-admitted', tickets: 1 },
    ]
    const { pressId } = row!
    expect(outcome).toMatchObject({
      isAdmitted: false,
      reason: 'wrong-date',
      press: { pressId, orderId: order.orderId, admissions: [], categories: [], refused },
    })
    expect(row).toMatchObject({ admissionId: pressId, ticketId: order.tickets[1]!.ticketId, reason: 'wrong-date' })
    expect(others).toEqual([])
  })

  it('gets the same response when it is sent again, and is another scan with another number of tickets', async () => {
    const { press, scan, states } = await withOrder(general(3))
    const first = await press(0, { maxTickets: Quantity(2), scanId: scanId(1) })
    expect(await press(0, { maxTickets: Quantity(2), scanId: scanId(1) })).toEqual(first)
    expect(await states()).toEqual(['admitted', 'admitted', 'valid'])
    for (const other of [
      await press(0, { maxTickets: Quantity(3), scanId: scanId(1) }),
      await press(0, { scanId: scanId(1) }),
      await scan(0, { scanId: scanId(1) }),
    ])
      expect(other).toMatchObject({ refusal: 'scan-id-reused' })
  })

  it('is a scan of one ticket when this has no order, or when no ticket has the code', async () => {
    const { museum, order, press, states } = await withOrder(general(2))
    const alone = unrefused(await museum.buyMuseumTickets({ ticketType: 'general', ticketDate: today }))
    const ofOne = await museum.admitTicket({ code: ScannedCode(alone.confirmationCode), isWholeOrder: true }, scanner)
    expect(ofOne).toMatchObject({ isAdmitted: true, ticket: { ticketId: alone.ticketId } })
    expect(ofOne).not.toHaveProperty('press')
    const forged = `${order.tickets[0]!.ticketId}.${ConfirmationCode('ticket-general-aaaaa-aaaaa')}`
    for (const code of [ScannedCode(forged), ScannedCode('https://museum.example')])
      expect(await press(0, { code })).toEqual({
        isAdmitted: false,
        reason: 'unknown-ticket',
        detail: 'The code is not that of a ticket.',
      })
    expect(await states()).toEqual(['valid', 'valid'])
  })

  it('is refused without a network, where the order is not known', async () => {
    const { press, states } = await withOrder(general(2))
    const offline = { isOffline: true, scannedAt: Instant(Date.UTC(2030, 4, 17, 18)) }
    expect(await press(0, offline)).toMatchObject({ faults: [{ member: 'wholeOrder', code: 'whole-order-offline' }] })
    expect(await states()).toEqual(['valid', 'valid'])
  })

  it('lets each of its admissions be reverted by itself', async () => {
    const { museum, press, states, log } = await withOrder(general(3))
    await press(0)
    const [, second] = await log()
    await museum.revertAdmission(second!.admissionId, anActor)
    expect(await states()).toEqual(['admitted', 'valid', 'admitted'])
    expect(await press(0)).toMatchObject({ press: { categories: [{ tickets: 1 }] } })
  })
})
