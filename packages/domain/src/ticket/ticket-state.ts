/** `cancelled` is final, unless a deleted event is restored. */
export type TicketState = 'valid' | 'cancelled'

/** The facts that determine the state of a ticket. */
export type TicketStateFacts = Readonly<{
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
 * The state of a ticket, computed each time the ticket is read: cancelled when the ticket itself was cancelled or its
 * occurrence does not exist any more, otherwise valid.
 */
export const ticketState = (facts: TicketStateFacts): TicketState => {
  if (facts.isCancelled) return 'cancelled'
  if (facts.ticketType === 'general') return 'valid'
  return facts.occurrenceNumber === facts.currentOccurrenceNumber ? 'valid' : 'cancelled'
}
