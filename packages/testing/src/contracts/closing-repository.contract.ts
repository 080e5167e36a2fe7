import { IdempotencyRecord } from '@museum/application'
import {
  CalendarDate,
  Closing,
  ClosingId,
  ClosingNote,
  type ClosingPeriod,
  ConfirmationCode,
  Currency,
  Drawer,
  Instant,
  OrderChange,
  OrderId,
  PaymentMethod,
  Price,
  type Settlement,
  SignedAmount,
  type Ticket,
  TicketId,
  Till,
  isRefusal,
} from '@museum/domain'
import { aGeneralTicket, exampleId } from '../examples/index.ts'
import { aSale } from '../in-memory/a-sale.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import { anOrderCancellation, anOrderChange } from '../in-memory/an-order-change.ts'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const day = 86_400_000
const today = Instant(Date.UTC(2030, 4, 17))
const yesterday = Instant(today - day)
const noon = today + day / 2
const [cash, card, voucher] = [PaymentMethod('cash'), PaymentMethod('card'), PaymentMethod('voucher')]
const [atTill, other] = [Drawer.of(Till('Kasse 1 🎟'), 'anna'), Drawer.of(Till('kasse 1 🎟'), 'anna')]
const ofAnna = Drawer.of(undefined, 'anna')
const ofUnknown = Drawer.of(undefined, 'Kasse 1 🎟')
const entry = anAuditEntry({ operation: 'createClosing' })

/** The first identifier that was made at a moment, and those after it: the first 48 bits are its milliseconds. */
const idAt = (moment: number, n: number) => {
  const time = moment.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(n).padStart(12, '0')}`
}

/** Yesterday, and today until a moment. */
const periodsUntil = (end: number): readonly ClosingPeriod[] => [
  { from: yesterday, end: today },
  { from: today, end: Instant(end) },
]

/** The tests that every `ClosingRepository` must pass. Run them once per adapter. */
export const closingRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the closing repository in ${adapter}`, open, ({ it, servers }) => {
    let lastTicket = 0
    type Sale = { drawer?: Drawer; at?: number; method?: PaymentMethod | undefined; prices?: readonly number[] }
    /** Sells an order, by default at the till in cash for 12.00, and returns its identifier. */
    const sell = async ({ drawer = atTill, at = noon, prices = [1_200], ...but }: Sale = {}) => {
      const method = 'method' in but ? but.method : cash
      const orderId = OrderId(idAt(at, (lastTicket += 1)))
      const tickets = prices.map((price): Ticket =>
        aGeneralTicket({
          ticketId: TicketId(idAt(at, (lastTicket += 1))),
          confirmationCode: ConfirmationCode(`ticket-closing-${String(lastTicket).padStart(6, '0')}-xxxxx`),
          soldAt: Instant(at),
          soldBy: drawer.user ?? 'anna',
          price: Price(price),
          orderId,
        }),
      )
      const order = { orderId, ...(method && { payment: { method } }), ...(drawer.till && { till: drawer.till }) }
      const sale = aSale(tickets as [Ticket, ...Ticket[]], { order })
      expect(isRefusal(await servers.one.tickets.sell(...sale))).toBe(false)
      return orderId
    }
    const correct = async (orderId: OrderId, method: PaymentMethod) => {
      const change = anOrderChange(() => ({ cancelled: [], refunded: [], payment: { method } }))
      expect(isRefusal(await servers.other.orders.change(orderId, change))).toBe(false)
    }
    /** Cancels an order and settles its refunds. */
    const refund = async (orderId: OrderId, settlement: Partial<Settlement> = {}) => {
      expect(isRefusal(await servers.one.orders.change(orderId, anOrderCancellation()))).toBe(false)
      const settled = { method: cash, settledAt: Instant(noon), settledBy: 'anna', till: atTill.till, ...settlement }
      const change = anOrderChange((current) => OrderChange.refund(current, settled, () => CalendarDate('2030-05-17')))
      expect(isRefusal(await servers.other.orders.change(orderId, change))).toBe(false)
    }
    type Made = { drawer?: Drawer; at?: number; closingId?: ClosingId; closedBy?: string; once?: IdempotencyRecord }
    let lastClosing = 0
    /** Makes a closing, by default of the till with what was sold until an hour after noon. */
    const close = async (
      { drawer = atTill, at = noon + 3_600_000, closedBy = 'anna', once, ...but }: Made = {},
      server: 'one' | 'other' = 'one',
    ) => {
      const closingId = but.closingId ?? ClosingId(exampleId(7_000 + (lastClosing += 1)))
      const draft = { float: Price(100), counted: [{ method: cash, amount: SignedAmount.ofAmount(13) }] }
      const maker = { closingId, drawer, closedBy, to: Instant(at), currency: Currency('EUR') }
      return servers[server].closings.add(
        { closingId, drawer, ...(once && { once }) },
        () => periodsUntil(at),
        ({ latest, sales }) => ({
          ...Closing.of(draft, maker, latest, periodsUntil(at), sales),
          entry,
          ...(once && { renderAnswer: () => once.answer }),
        }),
      )
    }
    const made = async (...args: Parameters<typeof close>) => {
      const closing = await close(...args)
      if (isRefusal(closing)) throw new Error(JSON.stringify(closing))
      return closing
    }
    /** What a closing has sold, refunded and corrected, by method. */
    const sumsOf = ({ methods }: Closing) =>
      methods.map(({ method, sold, refunded, corrected }) => [method, sold, refunded, corrected])
    const read = async (drawer: Drawer = atTill, end = noon + 3_600_000) => {
      const state = await servers.other.closings.read(drawer, () => periodsUntil(end))
      const bySum = (one: object, another: object) => (JSON.stringify(one) < JSON.stringify(another) ? -1 : 1)
      return {
        ...state,
        sales: { sales: added(state.sales.sales).toSorted(bySum), refunds: added(state.sales.refunds).toSorted(bySum) },
      }
    }
    /** Sums with equal members but the amount, added up: an adapter may leave them apart. */
    const added = <Sum extends { amount: number }>(sums: readonly Sum[]): Sum[] => {
      const byKey = new Map<string, Sum>()
      for (const sum of sums) {
        const key = JSON.stringify({ ...sum, amount: 0 })
        byKey.set(key, { ...sum, amount: sum.amount + (byKey.get(key)?.amount ?? 0) })
      }
      return [...byKey.values()]
    }

    it('reads what a drawer has sold and refunded, by date and method, and nothing of others', async () => {
      expect(await read()).toEqual({ latest: undefined, sales: { sales: [], refunds: [] } })
      await sell({ prices: [1_200, 600] })
      await sell({ at: noon + 1, prices: [1] })
      await sell({ at: noon - day, method: card })
      await sell({ method: undefined, prices: [700] })
      for (const drawer of [other, ofAnna, Drawer.of(undefined, 'Anna')]) await sell({ drawer, prices: [5] })
      await refund(await sell({ at: noon - 2 * day, prices: [900, 50] }))
      await refund(await sell({ drawer: ofAnna, prices: [4] }), { method: voucher, settledAt: Instant(noon - day) })
      await refund(await sell({ drawer: ofAnna, prices: [3] }), { till: undefined })
      await refund(await sell({ drawer: ofAnna, prices: [2] }), { till: undefined, settledBy: 'Anna' })
      expect((await read()).sales).toEqual({
        sales: [
          { from: yesterday, method: card, amount: 1_200 },
          { from: today, method: cash, amount: 1_801 },
          { from: today, method: null, amount: 700 },
        ],
        refunds: [
          { from: yesterday, method: voucher, amount: 4 },
          { from: today, method: cash, amount: 950 },
        ],
      })
      expect((await read(ofAnna)).sales).toEqual({
        sales: [{ from: today, method: cash, amount: 5 + 4 + 3 + 2 }],
        refunds: [{ from: today, method: cash, amount: 3 }],
      })
      expect((await read(ofUnknown)).sales).toEqual({ sales: [], refunds: [] })
    })

    it('reads from the beginning of a period on and before its end', async () => {
      await sell({ at: noon, prices: [1] })
      await sell({ at: noon + 1, prices: [10] })
      await refund(await sell({ at: noon + 5, prices: [100] }), { settledAt: Instant(noon) })
      const sumUntil = async (end: number) => {
        const { sales, refunds } = (await read(atTill, end)).sales
        return [sales, refunds].map((sums) => sums.reduce((sum, { amount }) => sum + amount, 0))
      }
      expect(await sumUntil(noon)).toEqual([0, 0])
      expect(await sumUntil(noon + 1)).toEqual([1, 100])
      expect(await sumUntil(noon + 2)).toEqual([11, 100])
    })

    it('stores a closing exactly, with its audit entry, for every server', async () => {
      const orderId = await sell()
      const closingId = ClosingId(exampleId(7_500))
      const maker = { closingId, drawer: atTill, closedBy: 'Zoë ', to: Instant(noon + 1), currency: Currency('EUR') }
      const draft = {
        float: Price(15_000),
        counted: [{ method: card, amount: SignedAmount.ofAmount(-3.5) }],
        moved: [{ amount: SignedAmount.ofAmount(-200), note: ClosingNote('Zur Bank 🏦') }],
        note: ClosingNote('"quoted"'),
      }
      const periods: readonly ClosingPeriod[] = [{ from: today, end: Instant(noon + 1) }]
      const closing = await servers.one.closings.add(
        { closingId, drawer: atTill },
        () => periods,
        ({ latest, sales }) => ({ ...Closing.of(draft, maker, latest, periods, sales), entry }),
      )
      expect(closing).toEqual({
        ...maker,
        number: 1,
        from: today,
        float: 15_000,
        moved: draft.moved,
        note: draft.note,
        methods: [
          { method: card, sold: 0, refunded: 0, corrected: 0, expected: 0, counted: -350, difference: -350 },
          { method: cash, sold: 1_200, refunded: 0, corrected: 0, expected: -3_800, counted: null, difference: null },
        ],
      })
      for (const server of ['one', 'other'] as const)
        expect(await servers[server].closings.find(closingId)).toEqual(closing)
      expect(await servers.one.closings.find(ClosingId(exampleId(7_501)))).toBeUndefined()
      const { items } = await servers.other.audit.list({}, { page: 1, limit: 10 })
      expect(items.map(({ operation }) => operation)).toEqual(['createClosing'])
      expect((await read()).latest).toEqual({
        closing,
        periods,
        sums: [{ from: today, method: cash, sold: 1_200, refunded: 0, corrected: 0 }],
      })
      expect(await servers.other.orders.find(orderId)).toMatchObject({ till: atTill.till })
    })

    it('counts what was sold and refunded since the closing before, also what is stored late', async () => {
      await refund(await sell())
      expect(sumsOf(await made())).toEqual([[cash, 1_200, 1_200, 0]])
      expect(sumsOf(await made())).toEqual([[cash, 0, 0, 0]])
      await sell({ method: card, prices: [700] })
      await sell({ at: noon - day, prices: [30] })
      expect(sumsOf(await made({}, 'other'))).toEqual([
        [card, 700, 0, 0],
        [cash, 30, 0, 0],
      ])
    })

    it('counts up the numbers of each drawer without a gap, of closings that are made at the same time too', async () => {
      await sell({ prices: [100] })
      const closings = await Promise.all(Array.from({ length: 6 }, (_, n) => made({}, n % 2 === 0 ? 'one' : 'other')))
      expect(closings.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
      const sold = closings.map(({ methods }) => methods.find(({ method }) => method === cash)?.sold ?? 0)
      expect(sold.reduce((sum, each) => sum + each, 0)).toBe(100)
      for (const drawer of [other, ofAnna]) expect(await made({ drawer })).toMatchObject({ number: 1, drawer })
    })

    it('tells what was corrected of counted sales from what was sold, each time', async () => {
      const [counted, later] = [await sell({ prices: [100, 20] }), await sell({ prices: [7], method: undefined })]
      await made()
      await correct(counted, card)
      await correct(later, voucher)
      const uncounted = await sell({ at: noon + 2 * 3_600_000, prices: [3] })
      await correct(uncounted, card)
      const second = await made({ at: noon + 3 * 3_600_000 })
      expect(sumsOf(second)).toEqual([
        [card, 3, 0, 120],
        [cash, 0, 0, -120],
        [voucher, 0, 0, 7],
      ])
      await correct(counted, voucher)
      await correct(uncounted, cash)
      expect(sumsOf(await made({ at: noon + 4 * 3_600_000 }))).toEqual([
        [card, 0, 0, -123],
        [cash, 0, 0, 3],
        [voucher, 0, 0, 120],
      ])
      await correct(counted, cash)
      expect(sumsOf(await made({ at: noon + 4 * 3_600_000 }))).toEqual([
        [cash, 0, 0, 120],
        [voucher, 0, 0, -120],
      ])
    })

    it('does not tell apart the corrections of another drawer, and those before the first closing', async () => {
      const ofOther = await sell({ drawer: ofAnna })
      await correct(await sell(), card)
      await made()
      await correct(ofOther, card)
      expect(sumsOf(await made({ drawer: ofAnna }))).toEqual([
        [card, 1_200, 0, 0],
        [cash, 0, 0, 0],
      ])
    })

    it('stores a closing under a key once', async () => {
      const record = { username: 'anna', idempotencyKey: 'a', fingerprint: 'f', answer: 'closed' }
      expect(await made({ once: record })).toMatchObject({ number: 1 })
      expect(await servers.other.idempotencyRecords.find('anna', 'a')).toEqual(record)
      expect(await close({ once: record }, 'other')).toEqual(IdempotencyRecord.inProgress(record))
      expect(await made({ once: { ...record, idempotencyKey: 'b' } })).toMatchObject({ number: 2 })
    })

    it('lists closings, the latest first, of a user or a till', async () => {
      const closings = [
        await made({ at: noon }),
        await made({ at: noon + 2, closedBy: 'ben' }),
        await made({ at: noon + 1, drawer: ofAnna }),
        await made({ at: noon + 2, drawer: other }),
      ]
      const [first, second, third, fourth] = closings
      const all = [fourth, second, third, first]
      const list = servers.other.closings.list
      expect(await list({}, { page: 1, limit: 10 })).toEqual({ items: all, total: 4 })
      expect(await list({}, { page: 2, limit: 3 })).toEqual({ items: [first], total: 4 })
      for (const [n, after] of all.entries())
        expect(await list({}, { after: after!, limit: 2 })).toEqual({ items: all.slice(n + 1, n + 3) })
      expect((await list({ closedBy: 'anna' }, { page: 1, limit: 10 })).items).toEqual([fourth, third, first])
      expect((await list({ till: atTill.till }, { page: 1, limit: 10 })).items).toEqual([second, first])
      expect((await list({ till: atTill.till, closedBy: 'anna' }, { page: 1, limit: 1 })).items).toEqual([first])
    })
  })
