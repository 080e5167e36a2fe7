/**
 * The requests and responses of a run's clients. Times are milliseconds of `performance.now()` in the process of the clients.
 */

/** One sending of a request. `status` is 0 when no complete response arrived; `body` then says why. */
export type Attempt = Readonly<{
  status: number
  body: string
  /** Whether the response is marked as a replay of an earlier one. */
  isReplay: boolean
  /** The entity tag of the response. */
  etag?: string
  /** Where the response redirects to. */
  location?: string
  sentAt: number
  receivedAt: number
}>

/** A purchase of one ticket, with an e-mail address of its own. One with a key may have several attempts, also concurrent ones. */
export type Purchase = Readonly<{
  email: string
  ticketType: 'general' | 'event'
  ticketDate: string
  eventId?: string
  idempotencyKey?: string
  /** Whether another purchase used the key before, so that the server must refuse this one. */
  reusesKey?: boolean
  attempts: Attempt[]
}>

/** A PATCH with the complete dates of an event. */
type DatesUpdate = Readonly<{ dates: readonly string[]; attempts: Attempt[] }>
type Deletion = Readonly<{ attempts: Attempt[] }>

/** A PUT of a capacity; null: not limited. */
export type CapacitySetting = Readonly<{ places: number | null; attempts: Attempt[] }>

/** A special event, with a name of its own: its creation and every change of it. */
export type SpecialEvent = Readonly<{
  name: string
  /** The dates of its creation. */
  dates: readonly string[]
  idempotencyKey?: string
  /** Whether the staff clients leave it alone. */
  isKept?: boolean
  /** The attempts to create it. */
  attempts: Attempt[]
  /** Updates, one at a time: each is sent again until its outcome is known. */
  updates: DatesUpdate[]
  /**
   * Changes of the capacity, one at a time, each sent again until its outcome is known; also while an update or a deletion is
   * in progress.
   */
  capacities: CapacitySetting[]
  /** Deletions, at any time, also while an update is in progress. */
  deletions: Deletion[]
}>

/** From the kill of the database until it accepted connections again. */
export type Outage = Readonly<{ from: number; until: number }>

export type History = Readonly<{
  purchases: Purchase[]
  specialEvents: SpecialEvent[]
  /** The capacities of general entry, one at a time. */
  generalEntryCapacities: CapacitySetting[]
  outages: Outage[]
  /** Whether the run kills servers or drops connections, so that responses may be missing. */
  mayMissResponses: boolean
  /** In milliseconds: for scenarios in which requests may wait longer than a running server promises. */
  maxResponseTime?: number | undefined
}>

export const emptyHistory = (mayMissResponses: boolean, maxResponseTime?: number): History => ({
  purchases: [],
  specialEvents: [],
  generalEntryCapacities: [],
  outages: [],
  mayMissResponses,
  maxResponseTime,
})

/** Whether the response says that something was created, now or by an earlier attempt. */
export const isCreated = ({ status }: Attempt) => status === 201

/** Whether the response says that an update or a deletion is done. */
export const isDone = ({ status }: Attempt) => status === 200 || status === 204

/** From the sending of an attempt until its response. */
export const periodOf = ({ sentAt, receivedAt }: Attempt) => ({ from: sentAt, until: receivedAt })

const problemType = ({ body }: Attempt) => /"type":"\/problems\/([^"]+)"/.exec(body)?.[1]
export const isProblem = (attempt: Attempt, type: string) => problemType(attempt) === type

/** Whether the response says that no place is left. */
export const isSoldOut = (attempt: Attempt) => attempt.status === 409 && problemType(attempt) === 'sold-out'

/** Whether the response is 409 since another request with the same key is in progress. */
const isInProgress = (attempt: Attempt) => attempt.status === 409 && problemType(attempt) === 'request-in-progress'

/** Whether the response refuses the request; 409 while another one is in progress does not. */
export const isRefusal = (attempt: Attempt) => attempt.status >= 400 && attempt.status < 500 && !isInProgress(attempt)

/** When the first attempt was sent. */
export const firstSent = (attempts: readonly Attempt[]) => Math.min(...attempts.map(({ sentAt }) => sentAt))

/** When the first response said that something was created; infinite without one. */
export const firstConfirmed = (attempts: readonly Attempt[]) =>
  Math.min(...attempts.filter(isCreated).map(({ receivedAt }) => receivedAt))

/** Whether sending the request again would give no new information. */
export const isFinal = (attempt: Attempt) => attempt.status > 0 && attempt.status < 500 && !isInProgress(attempt)

/**
 * Whether the response is `service-unavailable`, so that the request may be sent again: to a POST it says that nothing was
 * stored, a PATCH or DELETE may have been applied.
 */
export const isUnavailable = (attempt: Attempt) =>
  attempt.status === 503 && problemType(attempt) === 'service-unavailable'

/**
 * Whether a POST may have taken effect although the response does not say so. A refusal says that nothing was stored, and
 * so does `service-unavailable`.
 */
export const hasUnknownOutcome = (attempt: Attempt) =>
  attempt.status === 0 || isInProgress(attempt) || (attempt.status >= 500 && !isUnavailable(attempt))

/** The eventId in the body of a created event. */
export const eventIdIn = (body: string): string => (JSON.parse(body) as { eventId: string }).eventId

/** The ticketId in the detail of an `outcome-unknown`. */
export const ticketIdIn = (body: string) =>
  /"detail":"[^"]*?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/.exec(body)?.[1]
