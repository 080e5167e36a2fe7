/** `general` is regular entry; `event` is a ticket to a special event. */
export type TicketType = 'general' | 'event'

/**
 * `cancelled` is final unless a deleted event is restored, and `admitted` is final unless the admission is reverted.
 */
export type TicketState = 'valid' | 'admitted' | 'cancelled'

/** The facts that determine the state of a ticket. */
type TicketStateFacts = Readonly<{
  /** Whether the ticket was used. */
  isAdmitted: boolean
  /** Whether this one ticket was cancelled. */
  isCancelled: boolean
}> &
  (
    | Readonly<{ ticketType: 'general' }>
    | Readonly<{
        ticketType: 'event'
        /** The number of the occurrence that the ticket was sold for. */
        occurrenceNumber: number
        /** The number of the occurrence that the event has on the ticket's date now, if it has that date. */
        currentOccurrenceNumber: number | undefined
      }>
  )

/**
 * The state of a ticket, computed each time the ticket is read:
 * - admitted when it was used, also after its event was deleted;
 * - cancelled when the ticket itself was cancelled, or its occurrence no longer exists;
 * - otherwise valid.
 */
export const ticketState = (facts: TicketStateFacts): TicketState => {
  if (facts.isAdmitted) return 'admitted'
  if (facts.isCancelled) return 'cancelled'
  if (facts.ticketType === 'general') return 'valid'
  return facts.occurrenceNumber === facts.currentOccurrenceNumber ? 'valid' : 'cancelled'
}
