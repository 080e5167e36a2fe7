import type { TicketId } from '@museum/domain'

/**
 * Thrown by an adapter when the system behind it (a database, for example) cannot be reached or is too busy.
 * Unless it is an `OutcomeUnknown`, nothing was stored; the same call may succeed later.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/** Thrown when the connection was lost during a write: it is unknown whether the write was stored. */
export class OutcomeUnknown extends Unavailable {
  override readonly name = 'OutcomeUnknown'
  /** The ticket whose outcome is unknown, where the write was a sale: the caller can look it up later. */
  readonly ticketId: TicketId | undefined
  constructor(message: string, { ticketId, ...options }: ErrorOptions & { ticketId?: TicketId } = {}) {
    super(message, options)
    this.ticketId = ticketId
  }
}
