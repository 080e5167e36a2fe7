import { eraseText, storeText, storedTexts } from '../shell/browser-storage.ts'
import { clock } from '../shell/clock.ts'

/** A request with an Idempotency-Key that was sent, and whose response has not arrived. */
export type PendingRequest = Readonly<{
  /** The user who sent it. The API keeps keys for each user, so it must be sent again as this one. */
  username: string
  idempotencyKey: string
  /** When it was first sent, in ISO 8601, by the clock of the museum. */
  sentAt: string
  /** Whether data of it were erased: it cannot be sent again. */
  isErased?: true
}>

/**
 * The API keeps a response for 24 hours; a repetition after that would take effect again. The client goes on with its own
 * repetitions for an hour at most.
 */
const repeatableMilliseconds = 22 * 60 * 60 * 1_000
/** The time of the museum is known so exactly. */
const toleratedMilliseconds = 60 * 1_000

/** Whether a repetition certainly has no second effect. The time of one that seems to be sent in the future is wrong. */
export const isRepeatable = ({ sentAt, isErased }: PendingRequest, now: number = clock.now()): boolean => {
  const age = now - Date.parse(sentAt)
  return isErased !== true && age > -toleratedMilliseconds && age < repeatableMilliseconds
}

type Key = Pick<PendingRequest, 'idempotencyKey'>

/** The pending requests of one kind that this browser stores. */
export type PendingRequests<Pending extends PendingRequest> = Readonly<{
  /** Stored before it is sent, so that a reload sends it again under its key. */
  store: (pending: Pending) => void
  /** Once the outcome is known: the store then has nothing of the request. */
  erase: (key: Key) => void
  /** Replaces what cannot be read: what it has is not known. */
  eraseDamaged: () => void
  /** Those of all users, the first one first. */
  all: () => readonly Pending[]
  /** The keys of those that cannot be read. */
  damaged: () => readonly string[]
}>

type Members = Partial<Record<string, unknown>>

/** The pending requests that are stored under names that begin with `prefix`. `hasBody` checks what they have of their kind. */
export const pendingRequests = <Pending extends PendingRequest>(
  prefix: string,
  hasBody: (stored: Members) => boolean,
): PendingRequests<Pending> => {
  const isPending = (stored: Members): boolean => {
    const { username, idempotencyKey, sentAt } = stored
    return (
      typeof username === 'string' &&
      typeof idempotencyKey === 'string' &&
      !Number.isNaN(Date.parse(String(sentAt))) &&
      hasBody(stored)
    )
  }
  const read = (idempotencyKey: string, text: string): Pending | undefined => {
    try {
      const stored = (JSON.parse(text) ?? {}) as Members
      return isPending(stored) && stored['idempotencyKey'] === idempotencyKey ? (stored as Pending) : undefined
    } catch {
      return undefined
    }
  }
  /** What is stored under each key; nothing when the browser lets the page store nothing. */
  const entries = () => {
    try {
      return storedTexts(prefix).map(([idempotencyKey, text]) => ({
        idempotencyKey,
        pending: read(idempotencyKey, text),
      }))
    } catch {
      return []
    }
  }
  const damaged = () =>
    entries().flatMap(({ idempotencyKey, pending }) => (pending === undefined ? [idempotencyKey] : []))
  return {
    store: (pending) => storeText(prefix + pending.idempotencyKey, JSON.stringify(pending)),
    erase: ({ idempotencyKey }) => eraseText(prefix + idempotencyKey),
    eraseDamaged: () => {
      for (const idempotencyKey of damaged()) storeText(prefix + idempotencyKey, 'damaged')
    },
    all: () =>
      entries()
        .flatMap(({ pending }) => pending ?? [])
        .toSorted((a, b) => (a.sentAt < b.sentAt ? -1 : 1)),
    damaged,
  }
}
