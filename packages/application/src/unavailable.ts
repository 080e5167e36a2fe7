import type { TicketId } from '@museum/domain'

/**
 * Thrown by an adapter whose outside (a database, say) is away or too busy just now.
 * Unless it is an `OutcomeUnknown`, nothing was stored; the same call may succeed later.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/** Thrown when the outside went away in the middle of a write: whether it was stored is not known. */
export class OutcomeUnknown extends Unavailable {
  override readonly name = 'OutcomeUnknown'
  /** The ticket that was sold or was not, when that is what is not known: by it one can look later. */
  readonly ticketId: TicketId | undefined
  constructor(message: string, { ticketId, ...options }: ErrorOptions & { ticketId?: TicketId } = {}) {
    super(message, options)
    this.ticketId = ticketId
  }
}
