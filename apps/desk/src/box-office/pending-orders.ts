import type { OrderFields } from '@museum/client'
import { eraseText, storeText, storedTexts } from '../shell/browser-storage.ts'
import { clock } from '../shell/clock.ts'

/** An order that was sent, and whose response has not arrived. */
export type PendingOrder = Readonly<{
  /** The user who sent it. The API keeps keys for each user, so it must be sent again as this one. */
  username: string
  idempotencyKey: string
  /** When it was first sent, in ISO 8601, by the clock of the museum. */
  sentAt: string
  /** Without its items if `isErased`. */
  order: OrderFields
  /** Whether the data of its purchaser were erased: it cannot be sent again. */
  isErased?: true
}>

/**
 * The API keeps a response for 24 hours; a repetition after that would buy the tickets again. The client goes on with its own
 * repetitions for an hour at most.
 */
const repeatableMilliseconds = 22 * 60 * 60 * 1_000
/** The time of the museum is known so exactly. */
const toleratedMilliseconds = 60 * 1_000

const prefix = 'museum.pending-order.'
const storageKey = ({ idempotencyKey }: Pick<PendingOrder, 'idempotencyKey'>) => prefix + idempotencyKey

/** Stored before it is sent, so that a reload sends it again under its key. */
export const storePendingOrder = (pending: PendingOrder): void =>
  storeText(storageKey(pending), JSON.stringify(pending))

/** Once the outcome is known: the store then has nothing of the order. */
export const erasePendingOrder = (pending: Pick<PendingOrder, 'idempotencyKey'>): void => eraseText(storageKey(pending))

const isPendingOrder = (stored: unknown): stored is PendingOrder => {
  const { username, idempotencyKey, sentAt, order } = (stored ?? {}) as Partial<Record<string, unknown>>
  const { items, total } = (order ?? {}) as Partial<Record<string, unknown>>
  return (
    typeof username === 'string' &&
    typeof idempotencyKey === 'string' &&
    !Number.isNaN(Date.parse(String(sentAt))) &&
    Array.isArray(items) &&
    (total === undefined || typeof total === 'number')
  )
}
const read = (text: string): PendingOrder | undefined => {
  try {
    const stored: unknown = JSON.parse(text)
    return isPendingOrder(stored) ? stored : undefined
  } catch {
    return undefined
  }
}
/** What is stored under each key; nothing when the browser lets the page store nothing. */
const entries = () => {
  try {
    return storedTexts(prefix).map(([idempotencyKey, text]) => ({ idempotencyKey, pending: read(text) }))
  } catch {
    return []
  }
}

/** The pending orders of this browser, of all users, the first one first. */
export const pendingOrders = (): readonly PendingOrder[] =>
  entries()
    .flatMap(({ idempotencyKey, pending }) => (pending?.idempotencyKey === idempotencyKey ? [pending] : []))
    .toSorted((a, b) => (a.sentAt < b.sentAt ? -1 : 1))

/** The keys of the pending orders that cannot be read. */
export const damagedOrders = (): readonly string[] =>
  entries().flatMap(({ idempotencyKey, pending }) =>
    pending?.idempotencyKey === idempotencyKey ? [] : [idempotencyKey],
  )

/** Whether a repetition certainly buys nothing twice. The time of one that seems to be sent in the future is wrong. */
export const isRepeatable = ({ sentAt, isErased }: PendingOrder, now: number = clock.now()): boolean => {
  const age = now - Date.parse(sentAt)
  return isErased !== true && age > -toleratedMilliseconds && age < repeatableMilliseconds
}

/** At a sign-out: the store then has no data of a purchaser, of any user's orders. Orders without such data can still be sent again. */
export const erasePurchasers = (): void => {
  for (const pending of pendingOrders()) {
    const { email, phone, payment, total } = pending.order
    if (email !== undefined || phone !== undefined || payment?.reference !== undefined)
      storePendingOrder({ ...pending, isErased: true, order: { items: [], ...(total !== undefined && { total }) } })
  }
  // What it has is not known.
  for (const idempotencyKey of damagedOrders()) storeText(storageKey({ idempotencyKey }), 'damaged')
}
