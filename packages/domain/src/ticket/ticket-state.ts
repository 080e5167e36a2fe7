/** `cancelled` is final, unless a deleted event is restored. */
export type TicketState = 'valid' | 'cancelled'

/** What the state of a ticket follows from. */
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
 * The state of a ticket, computed each time the ticket is read: cancelled when it was cancelled by itself, cancelled when
 * its occurrence does not exist any more, otherwise valid.
 */
export const ticketState = (facts: TicketStateFacts): TicketState => {
  if (facts.isCancelled) return 'cancelled'
  if (facts.ticketType === 'general') return 'valid'
  return facts.occurrenceNumber === facts.currentOccurrenceNumber ? 'valid' : 'cancelled'
}
