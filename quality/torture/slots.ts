import { Slot } from '@museum/domain'

type Sold = Readonly<{ eventId?: string | null; ticketDate: string }>

/** A text that tickets have in common which are for the same date of an event, or the same day of general entry. */
export const dateKey = ({ eventId, ticketDate }: Sold): string =>
  Slot.key({ offer: eventId ?? 'general', date: ticketDate, number: 0 })

/** The same for tickets of one occurrence: a date that was removed and added again has another one. */
export const slotKey = (ticket: Sold & Readonly<{ occurrenceNumber: number | null }>): string =>
  Slot.key({ offer: ticket.eventId ?? 'general', date: ticket.ticketDate, number: ticket.occurrenceNumber ?? 0 })
