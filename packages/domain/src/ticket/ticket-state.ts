/** `cancelled` is final, unless a deleted event is restored. */
export type TicketState = 'valid' | 'cancelled'

/**
 * The state of a ticket, computed each time the ticket is read: cancelled when it was cancelled by itself, cancelled when
 * its occurrence does not exist any more, otherwise valid.
 *
 * `occurrenceNumber` is the number that an event ticket was sold with, and `currentOccurrenceNumber` the one that its
 * event has on its date now, if it has that date. Both are undefined for a general ticket.
 */
export const ticketState = ({
  isCancelled,
  occurrenceNumber,
  currentOccurrenceNumber,
}: Readonly<{
  isCancelled: boolean
  occurrenceNumber?: number | undefined
  currentOccurrenceNumber?: number | undefined
}>): TicketState => (isCancelled || occurrenceNumber !== currentOccurrenceNumber ? 'cancelled' : 'valid')
