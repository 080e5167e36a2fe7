import type { TicketId } from '@museum/domain'

/**
 * Thrown by an adapter when the system behind it (a database, for example) cannot be reached or is too busy.
 * Unless it is an `OutcomeUnknown`, nothing was stored; the same call may succeed later.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/** Thrown when it is unknown whether a write was stored, since the connection was lost. */
export class OutcomeUnknown extends Unavailable {
  override readonly name = 'OutcomeUnknown'
  /** The ticketId of the ticket, if the write was a sale: the caller can look it up later. */
  readonly ticketId: TicketId | undefined
  constructor(message: string, { ticketId, ...options }: ErrorOptions & { ticketId?: TicketId } = {}) {
    super(message, options)
    this.ticketId = ticketId
  }
}
