import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Unavailable } from '@museum/application'
import {
  type Currency,
  type Instant,
  type LanguageTag,
  type OrderId,
  PaymentId,
  type PaymentLine,
  type RefundId,
} from '@museum/domain'
import { withinLimit } from '../time-limit.ts'

/** A payment of a rehearsal, as its files have it. Amounts are in minor units. */
export type RehearsalPayment = Readonly<{
  paymentId: PaymentId
  reservationId: OrderId
  lines: readonly PaymentLine[]
  amount: number
  currency: Currency
  /** When the page ends, in milliseconds since 1970. */
  expiresAt: Instant
  returnUrl: string
  language?: LanguageTag
  state: 'open' | 'closed' | 'paid'
  /** Whether a card was declined, and no other one was taken since. */
  isDeclined?: true
  /** Whether it was paid too late. */
  isLate?: true
  paidAt?: Instant
  refunds: readonly Readonly<{
    refundId: RefundId
    amount: number
    state: 'sending' | 'settled' | 'failed'
    because?: string
  }>[]
}>

/** Payments in files that several processes share. Each function throws `Unavailable` while the folder cannot be used. */
export type PaymentFiles = Readonly<{
  /** The latest state of a payment. */
  find: (paymentId: PaymentId) => Promise<RehearsalPayment | undefined>
  /**
   * Changes a payment, and returns it as it is then. `decide` gets the latest state, returns the same object where nothing changes,
   * and is called again when another process was faster.
   */
  change: <Result extends RehearsalPayment | undefined>(
    paymentId: PaymentId,
    decide: (payment: RehearsalPayment | undefined) => Result,
  ) => Promise<Result>
  /** The identifiers of all payments. */
  ids: () => Promise<readonly PaymentId[]>
}>

/**
 * A payment is a folder, with a file for each of its states: `1.json`, `2.json` and so on, of which the last counts. A file is
 * complete before it gets its name, and of two processes that want the same name one fails: so no change is lost, and a process may
 * end at any time without leaving a lock behind.
 */
export const paymentFiles = (folder: string): PaymentFiles => {
  const latest = async (paymentId: PaymentId) => {
    const names = await readdir(join(folder, paymentId)).catch(whereMissing([]))
    const number = Math.max(0, ...names.map((name) => Number(/^(\d+)\.json$/.exec(name)?.[1] ?? 0)))
    if (number === 0) return { number, payment: undefined }
    const text = await readFile(join(folder, paymentId, `${number}.json`), 'utf8')
    return { number, payment: JSON.parse(text) as RehearsalPayment }
  }

  /** Writes a state; returns whether no other process has written one with this number. */
  const write = async (payment: RehearsalPayment, number: number) => {
    const own = join(folder, payment.paymentId)
    await mkdir(own, { recursive: true, mode: 0o700 })
    const part = join(own, `${randomUUID()}.part`)
    try {
      await writeFile(part, `${JSON.stringify(payment, undefined, 2)}\n`, { flag: 'wx', mode: 0o600 })
      await link(part, join(own, `${number}.json`))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    } finally {
      await rm(part, { force: true })
    }
  }

  /** The result of work with files. */
  const usable = async <Result>(work: () => Promise<Result>) => {
    try {
      return await withinLimit(work(), `The folder of the payments, ${folder}, does not respond.`)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === undefined) throw error
      throw new Unavailable(`The folder of the payments, ${folder}, cannot be used (${code}).`)
    }
  }

  return {
    find: (paymentId) => usable(async () => (await latest(paymentId)).payment),
    change: (paymentId, decide) =>
      usable(async () => {
        for (;;) {
          const { number, payment } = await latest(paymentId)
          const changed = decide(payment)
          if (changed === undefined || changed === payment || (await write(changed, number + 1))) return changed
        }
      }),
    ids: () => usable(async () => (await readdir(folder).catch(whereMissing([]))).filter(isPaymentId).map(PaymentId)),
  }
}

/** What stands for a file that does not exist. */
const whereMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value
    throw error
  }

const isPaymentId = (name: string) => PaymentId.faultOf(name) === undefined
