import type { Fault } from '../fault.ts'
import type { Instant } from '../instant.ts'
import { type Currency, Price, type SignedAmount } from '../money.ts'
import { PaymentMethod } from '../order/payment.ts'
import type { Till } from '../order/till.ts'
import type { MemberFault, Refusal } from '../refusal.ts'
import { refuse } from '../refusal.ts'
import { textValue } from '../text.ts'
import type { Brand } from '../brand.ts'
import type { ClosingId } from '../uuid.ts'

/** What a closing counts: what is sold and refunded at a till, or by a user at no till. */
export type Drawer = Readonly<{ till: Till; user?: undefined }> | Readonly<{ till?: undefined; user: string }>
/** Which drawer something is counted in. */
export const Drawer = {
  /** The drawer of what a user sells or refunds, at a till or at none. */
  of: (till: Till | undefined, user: string): Drawer => (till === undefined ? { user } : { till }),
}

/** What was noted about a closing, or a movement of cash: 1 to 500 characters, on one line. */
export type ClosingNote = Brand<string, 'ClosingNote'>
/** Makes a `ClosingNote` from 1 to 500 characters. Throws a `TypeError` for any other text. */
export const ClosingNote = textValue<ClosingNote>({ maxLength: 500 })

/** The amount of a method that was found, in minor units: negative where more was refunded than sold. */
type CountedAmount = Readonly<{ method: PaymentMethod; amount: SignedAmount }>

/** Cash that was taken to the bank (negative), or change that was fetched, in minor units. */
type MovedCash = Readonly<{ amount: SignedAmount; note?: ClosingNote | undefined }>

/** A closing as it is requested. */
export type ClosingDraft = Readonly<{
  till?: Till | undefined
  /** The cash that was in the drawer before the first sale, in minor units. */
  float: Price
  counted: readonly CountedAmount[]
  moved?: readonly MovedCash[] | undefined
  note?: ClosingNote | undefined
}>

/** The moments from `from` on and before `end`, of which sales and refunds are added up together: a day, in most cases. */
export type ClosingPeriod = Readonly<{ from: Instant; end: Instant }>

/** Orders that were sold in a period, added up by how they were paid. */
export type DrawerSale = Readonly<{
  /** The beginning of the period. */
  from: Instant
  /** How they were paid; null where that was not recorded. */
  method: PaymentMethod | null
  /** The method under which an earlier closing has counted them, if the payment was corrected since; null for none. */
  closedAs?: PaymentMethod | null
  /** The sum of the prices of their tickets, in minor units. */
  amount: number
}>

/** Refunds that were settled in a period with a method, added up in minor units. */
export type DrawerRefund = Readonly<{ from: Instant; method: PaymentMethod; amount: number }>

/** What a drawer has sold and refunded in some periods. */
export type DrawerSales = Readonly<{ sales: readonly DrawerSale[]; refunds: readonly DrawerRefund[] }>
/** Sums of what a drawer has sold and refunded. */
export const DrawerSales = {
  /** What was sold, refunded and corrected by period and method. What was paid without a method is not counted. */
  byPeriod({ sales, refunds }: DrawerSales): readonly PeriodSums[] {
    const byKey = new Map<string, PeriodSums>()
    const add = (from: Instant, method: PaymentMethod | null, member: keyof MethodSums, amount: number) => {
      if (method === null) return
      const key = `${from} ${method}`
      const before = byKey.get(key) ?? { from, method, sold: 0, refunded: 0, corrected: 0 }
      byKey.set(key, { ...before, [member]: before[member] + amount })
    }
    for (const { from, method, closedAs = method, amount } of sales) {
      add(from, closedAs, 'sold', amount)
      if (closedAs === method) continue
      add(from, closedAs, 'corrected', -amount)
      add(from, method, 'corrected', amount)
    }
    for (const { from, method, amount } of refunds) add(from, method, 'refunded', amount)
    return [...byKey.values()]
  },
}

const summed = ['sold', 'refunded', 'corrected'] as const
/** What was sold, refunded and corrected with a method, in minor units. */
type MethodSums = Readonly<Record<(typeof summed)[number], number>>

/** What had been sold, refunded and corrected with a method in a period, of which this is the beginning, when a closing was made. */
export type PeriodSums = MethodSums & Readonly<{ from: Instant; method: PaymentMethod }>

/** The sums of a method in a closing, in minor units; `counted` and `difference` are null for a method that was not counted. */
export type ClosedMethod = MethodSums &
  Readonly<{ method: PaymentMethod; expected: number; counted: number | null; difference: number | null }>

/** What was sold and refunded at a till, or by a user at no till, since the closing before, and what was found of it. */
export type Closing = Readonly<{
  closingId: ClosingId
  drawer: Drawer
  /** Counts up from 1 for each drawer, without a gap. */
  number: number
  closedBy: string
  /** When the closing before was made; of the first one, when the date began. */
  from: Instant
  to: Instant
  currency: Currency
  float: Price
  moved: readonly MovedCash[]
  note?: ClosingNote
  /** In ascending order of the methods. */
  methods: readonly ClosedMethod[]
}>

/** A closing, and what the next one subtracts: what had been sold and refunded in these periods, in their order. */
export type RecordedClosing = Readonly<{
  closing: Closing
  periods: readonly ClosingPeriod[]
  sums: readonly PeriodSums[]
}>

/** Who makes a closing, of which drawer and when. */
export type ClosingMaker = Pick<Closing, 'closingId' | 'drawer' | 'closedBy' | 'to' | 'currency'>

const cash = PaymentMethod('cash')
const maxListed = 20
const dayMilliseconds = 86_400_000

/** The rules of closings. */
export const Closing = {
  /** The maximum number of counted methods, and of movements of cash. */
  maxListed,

  /** What is wrong with a number of counted methods, or of movements of cash. */
  faultOfCount: (count: number): Fault<'too-many-items'> | undefined =>
    count > maxListed
      ? { code: 'too-many-items', detail: `must have at most ${maxListed} items`, values: { max: maxListed } }
      : undefined,

  /** What is wrong with a draft by itself: methods that are counted twice, and amounts that are finer than the currency. */
  faultsOf({ float, counted, moved = [] }: ClosingDraft, currency: Currency): readonly MemberFault[] {
    const amounts: readonly (readonly [string, number])[] = [
      ['float', float],
      ...counted.map(({ amount }, n) => [`counted/${n}/amount`, amount] as const),
      ...moved.map(({ amount }, n) => [`moved/${n}/amount`, amount] as const),
    ]
    const tooFine = amounts.flatMap(([member, amount]): readonly MemberFault[] => {
      const fault = Price.faultIn(Price(Math.abs(amount)), currency)
      return fault === undefined ? [] : [{ member, ...fault }]
    })
    const twice = counted.flatMap(({ method }, n): readonly MemberFault[] =>
      counted.findIndex((each) => each.method === method) === n
        ? []
        : [
            {
              member: `counted/${n}/method`,
              code: 'duplicate-method',
              detail: `must be counted once: ${method} is counted before`,
              values: { method },
            },
          ],
    )
    return [...tooFine, ...twice]
  },

  /**
   * The periods that are read for the closing after the latest one: those that may still change, since what is stored late was sold
   * less than a day before the latest closing, and the time since. `days` are the beginnings of yesterday, today and tomorrow.
   */
  periodsAfter(
    latest: RecordedClosing | undefined,
    days: readonly [yesterday: Instant, today: Instant, tomorrow: Instant],
  ): readonly ClosingPeriod[] {
    const kept = (latest?.periods ?? []).filter((period) => !Closing.isFinal(period, latest!.closing))
    const start = latest?.periods.at(-1)!.end ?? days[1]
    const limits = [start, ...days.filter((each) => each > start)]
    return [...kept, ...limits.slice(1).map((end, n) => ({ from: limits[n]!, end }))]
  },

  /** Whether no later closing reads a period of a closing again. */
  isFinal: ({ end }: ClosingPeriod, { to }: Pick<Closing, 'to'>): boolean => end <= to - dayMilliseconds,

  /**
   * Makes the closing after the latest one of the drawer, of what was sold and refunded in these periods.
   */
  of(
    draft: Omit<ClosingDraft, 'till'>,
    maker: ClosingMaker,
    latest: RecordedClosing | undefined,
    periods: readonly ClosingPeriod[],
    sales: DrawerSales,
  ): RecordedClosing {
    const { float, counted, moved = [], note } = draft
    const now = DrawerSales.byPeriod(sales)
    const before = (latest?.sums ?? []).filter(({ from }) => from >= periods[0]!.from)
    const methods = new Set([...now, ...before, ...counted].map(({ method }) => method))
    const movedCash = moved.reduce((sum, { amount }) => sum + amount, 0)
    if (float !== 0 || movedCash !== 0) methods.add(cash)
    const closed = [...methods].toSorted().flatMap((method): readonly ClosedMethod[] => {
      const sums = minus(sumOf(now, method), sumOf(before, method))
      const found = counted.find((each) => each.method === method)?.amount ?? null
      const isEmpty = found === null && summed.every((each) => sums[each] === 0)
      if (isEmpty && !(method === cash && (float !== 0 || movedCash !== 0))) return []
      const expected = sums.sold - sums.refunded + sums.corrected + (method === cash ? float + movedCash : 0)
      return [{ method, ...sums, expected, counted: found, difference: found === null ? null : found - expected }]
    })
    return {
      closing: {
        ...maker,
        number: (latest?.closing.number ?? 0) + 1,
        from: latest?.closing.to ?? periods[0]!.from,
        float,
        moved,
        ...(note !== undefined && { note }),
        methods: closed,
      },
      periods,
      sums: now,
    }
  },

  /** The sums of all methods; `counted` and `difference` are those of the counted methods, null where none was counted. */
  totalOf({ methods }: Pick<Closing, 'methods'>): Omit<ClosedMethod, 'method'> {
    const isCounted = methods.some(({ counted }) => counted !== null)
    const sum = (member: keyof Omit<ClosedMethod, 'method'>) =>
      methods.reduce((total, method) => total + (method[member] ?? 0), 0)
    return {
      sold: sum('sold'),
      refunded: sum('refunded'),
      corrected: sum('corrected'),
      expected: sum('expected'),
      counted: isCounted ? sum('counted') : null,
      difference: isCounted ? sum('difference') : null,
    }
  },

  /** The refusal for a closingId that no closing has. */
  notFound: (closingId: ClosingId): Refusal<'closing-not-found'> =>
    refuse('closing-not-found', `There is no closing ${closingId}.`),
}

const sumOf = (sums: readonly PeriodSums[], method: PaymentMethod): MethodSums =>
  sums.filter((each) => each.method === method).reduce<MethodSums>(plus, { sold: 0, refunded: 0, corrected: 0 })

const plus = (one: MethodSums, other: MethodSums): MethodSums => ({
  sold: one.sold + other.sold,
  refunded: one.refunded + other.refunded,
  corrected: one.corrected + other.corrected,
})

const minus = (one: MethodSums, other: MethodSums): MethodSums => ({
  sold: one.sold - other.sold,
  refunded: one.refunded - other.refunded,
  corrected: one.corrected - other.corrected,
})
