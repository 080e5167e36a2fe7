import type { OrderFields } from '@museum/client'

/** An order that was sent, and whose response has not arrived. */
export type PendingOrder = Readonly<{
  /** The user who sent it. The API keeps keys for each user, so it must be sent again as this one. */
  username: string
  idempotencyKey: string
  /** When it was first sent, in ISO 8601. */
  sentAt: string
  order: OrderFields
}>

/** The API keeps a response for 24 hours; a repetition after that would buy the tickets again. */
const repeatableMilliseconds = 23 * 60 * 60 * 1_000

const prefix = 'museum.pending-order.'
const nameOf = ({ idempotencyKey }: Pick<PendingOrder, 'idempotencyKey'>) => prefix + idempotencyKey

/** Stored before it is sent, so that a reload sends it again under its key. */
export const storePendingOrder = (pending: PendingOrder): void =>
  localStorage.setItem(nameOf(pending), JSON.stringify(pending))

/** Once the outcome is known: the store then has nothing of the order. */
export const erasePendingOrder = (pending: Pick<PendingOrder, 'idempotencyKey'>): void =>
  localStorage.removeItem(nameOf(pending))

/** The pending orders of this browser, of all users, the first one first. */
export const pendingOrders = (): readonly PendingOrder[] =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix))
    .map((name) => JSON.parse(localStorage.getItem(name) ?? 'null') as PendingOrder | null)
    .filter((pending) => pending !== null)
    .toSorted((a, b) => (a.sentAt < b.sentAt ? -1 : 1))

/** Whether a repetition certainly buys nothing twice. */
export const isRepeatable = ({ sentAt }: PendingOrder, now: number = Date.now()): boolean =>
  now - Date.parse(sentAt) < repeatableMilliseconds
