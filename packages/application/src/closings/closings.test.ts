import { describe, expect, it } from '@jest/globals'
import {
  CalendarDate,
  type Closing,
  type ClosingDraft,
  ClosingId,
  Currency,
  Instant,
  type OrderDraft,
  PaymentMethod,
  Price,
  Quantity,
  SignedAmount,
  Till,
  isRefusal,
} from '@museum/domain'
import { aMuseum, inMemoryPorts } from '@museum/testing'
import { exampleId } from '@museum/testing/examples'
import type { MuseumPorts } from '../ports.ts'

const hour = 3_600_000
const [friday, nine] = [CalendarDate('2030-05-17'), Date.UTC(2030, 4, 17, 9)]
const [cash, card] = [PaymentMethod('cash'), PaymentMethod('card')]
const till = Till('Till 1')
const [anna, ben, admin] = [
  { username: 'anna', role: 'box-office' },
  { username: 'ben', role: 'box-office' },
  { username: 'curator', role: 'admin' },
] as const
const nothing = { float: Price(0), counted: [] }
const firstPage = { page: 1, limit: 100 }

/** A museum in UTC at 9 o'clock, on a clock that a test sets, where general entry costs 12.00. */
const open = async (but: Partial<MuseumPorts> = {}) => {
  const clock = { now: nine }
  const dateOf = (moment: number) => CalendarDate(new Date(moment).toISOString().slice(0, 10))
  const ports = inMemoryPorts({
    generalPrice: Price(1_200),
    now: () => Instant(clock.now),
    today: () => dateOf(clock.now),
    dateOf,
    startOfDay: (date) => Instant(Date.parse(`${date}T00:00:00Z`)),
    ...but,
  })
  const museum = aMuseum(ports)
  const sell = async (actor: { username: string } = anna, draft: Partial<OrderDraft> = {}) => {
    const item = { ticketType: 'general', ticketDate: CalendarDate('2030-06-30'), quantity: Quantity(1) } as const
    const order = await museum.placeOrder({ items: [item], payment: { method: cash }, ...draft }, { actor })
    if (isRefusal(order)) throw new Error(order.because)
    return order
  }
  const close = async (draft: Partial<ClosingDraft> = {}, actor: { username: string } = anna) => {
    const closing = await museum.createClosing({ ...nothing, ...draft }, { actor })
    if (isRefusal(closing)) throw new Error(closing.because)
    return closing
  }
  return { museum, ports, clock, sell, close }
}
const soldOf = ({ methods }: Closing) => methods.map(({ method, sold }) => [method, sold])

describe('createClosing', () => {
  it('counts what a user sold at no till from today on, and what a till sold, by whoever', async () => {
    const { clock, sell, close } = await open()
    clock.now -= 10 * hour
    await sell()
    clock.now += 10 * hour
    await sell()
    await sell(anna, { till })
    await sell(ben, { till, payment: { method: card } })
    await sell(ben)
    clock.now += 1
    const ofAnna = await close()
    expect(ofAnna).toMatchObject({
      number: 1,
      drawer: { user: 'anna' },
      closedBy: 'anna',
      from: Date.UTC(2030, 4, 17),
      to: nine + 1,
    })
    expect(soldOf(ofAnna)).toEqual([[cash, 1_200]])
    expect(soldOf(await close({ till }))).toEqual([
      [card, 1_200],
      [cash, 1_200],
    ])
  })

  it('counts what was sold since the closing before, on every date since the day before that one', async () => {
    const { clock, sell, close } = await open()
    await close()
    clock.now += 15 * hour
    await sell()
    clock.now += 24 * hour
    await sell()
    clock.now += 1
    expect(await close()).toMatchObject({ number: 2, from: nine, methods: [{ sold: 2_400 }] })
    clock.now += 30 * 24 * hour
    expect(await close()).toMatchObject({ number: 3, methods: [] })
  })

  it('counts also what a server whose clock is ahead has sold, and never goes back in time', async () => {
    const { clock, sell, close } = await open()
    clock.now += 1
    await sell()
    clock.now -= 1
    expect(await close()).toMatchObject({ number: 1, methods: [{ sold: 1_200 }], to: nine })
    clock.now -= hour
    expect(await close()).toMatchObject({ number: 2, methods: [], from: nine, to: nine })
    clock.now += 2 * hour
    expect(await close()).toMatchObject({ number: 3, methods: [], from: nine })
  })

  it('counts nothing twice, though the clock was set back to an earlier date', async () => {
    const { clock, sell, close } = await open()
    clock.now += 1
    await sell()
    clock.now += 1
    await close()
    clock.now -= 3 * 24 * hour
    expect(await close()).toMatchObject({ number: 2, methods: [], to: nine + 2 })
  })

  it('is recorded, with its number and its difference', async () => {
    const { ports, close, museum } = await open()
    const closing = await close({ till, counted: [{ method: cash, amount: SignedAmount.ofAmount(-0.5) }] })
    await close()
    const { items } = await museum.listAuditEntries({}, firstPage).then((page) => {
      if (isRefusal(page)) throw new Error(page.because)
      return page
    })
    const entry = { at: nine, actor: 'anna', operation: 'createClosing', before: null }
    expect(items.filter(({ operation }) => operation === 'createClosing')).toMatchObject([
      { ...entry, after: { number: 1, difference: null } },
      { ...entry, subject: { kind: 'closing', id: closing.closingId }, after: { till, number: 1, difference: -0.5 } },
    ])
    expect(await ports.closings.find(closing.closingId)).toEqual(closing)
  })

  it('is refused with faults of its draft, and stores nothing', async () => {
    const { museum, ports } = await open({ currency: Currency('JPY') })
    const refused = await museum.createClosing({ ...nothing, float: Price(50) }, { actor: anna })
    expect(refused).toMatchObject({
      refusal: 'validation-failed',
      faults: [{ member: 'float', code: 'price-too-precise' }],
    })
    expect(await ports.closings.list({}, firstPage)).toMatchObject({ items: [] })
  })

  it('takes effect once under a key', async () => {
    const { museum, ports } = await open()
    const once = { idempotencyKey: 'evening', fingerprint: 'f', render: ({ number }: Closing) => `number ${number}` }
    for (const replayed of [false, true])
      expect(await museum.createClosing(nothing, { actor: anna, once })).toEqual({ response: 'number 1', replayed })
    expect((await ports.closings.list({}, firstPage)).items).toHaveLength(1)
  })
})

describe('previewClosing', () => {
  it('returns the closing that would be made, and stores nothing', async () => {
    const { museum, sell, clock, close, ports } = await open()
    await sell(ben, { till })
    clock.now += 1
    const preview = await museum.previewClosing({ till }, anna)
    expect(preview).toMatchObject({ number: 1, drawer: { till }, float: 0, methods: [{ sold: 1_200, counted: null }] })
    expect(await museum.previewClosing({}, anna)).toMatchObject({ drawer: { user: 'anna' }, methods: [] })
    expect((await ports.closings.list({}, firstPage)).items).toEqual([])
    const { closingId: _, ...closed } = await close({ till })
    expect(preview).toMatchObject(closed)
  })
})

describe('getClosing and listClosings', () => {
  it('are for an administrator of all closings, for the box office of its own', async () => {
    const { museum, close, clock } = await open()
    const ofAnna = await close({ till })
    clock.now += 1
    const ofBen = await close({}, ben)
    expect((await museum.listClosings({}, firstPage, admin)).items).toEqual([ofBen, ofAnna])
    expect((await museum.listClosings({ till }, firstPage, admin)).items).toEqual([ofAnna])
    expect((await museum.listClosings({}, firstPage, ben)).items).toEqual([ofBen])
    for (const principal of [admin, anna]) expect(await museum.getClosing(ofAnna.closingId, principal)).toEqual(ofAnna)
    expect(await museum.getClosing(ofAnna.closingId, ben)).toMatchObject({ refusal: 'forbidden' })
    expect(await museum.getClosing(ClosingId(exampleId(99_999)), admin)).toMatchObject({ refusal: 'closing-not-found' })
  })
})

describe('a till', () => {
  it('is in the order, in its reversal and in its refund', async () => {
    const { museum, sell, ports } = await open()
    const order = await sell(anna, { till })
    expect(order).toMatchObject({ till })
    const other = Till('Till 2')
    const [ticket] = order.tickets
    await museum.reverseOrder(order.orderId, { till: other }, anna)
    const refunded = (await ports.refunds.cancellationsOf([ticket!])).get(ticket!.ticketId)
    expect(refunded?.settlement).toEqual({ method: cash, settledAt: nine, settledBy: 'anna', till: other })
    const second = await sell()
    expect('till' in second).toBe(false)
    await museum.cancelOrder(second.orderId, undefined, anna)
    await museum.refundOrder(second.orderId, { method: card, till }, anna)
    const settled = await ports.refunds.cancellationsOf(second.tickets)
    expect(settled.get(second.tickets[0]!.ticketId)?.settlement).toMatchObject({ method: card, till })
    const period = { from: friday, to: friday, till }
    const report = await museum.getSales(period, admin)
    if (isRefusal(report)) throw new Error(report.because)
    const rows = []
    for await (const some of report.rowsByDate) rows.push(...some)
    expect(rows).toMatchObject([
      { kind: 'sale', till, method: cash },
      { kind: 'refund', till, method: card },
    ])
  })
})
