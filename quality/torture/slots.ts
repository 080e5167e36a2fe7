import { Slot } from '@museum/domain'

/** What a ticket is for; without an event, general entry. */
export type Visit = Readonly<{ eventId?: string | null; ticketDate: string; entryTime?: string | null }>
type Occurrence = Omit<Visit, 'entryTime'> & Readonly<{ occurrenceNumber: number | null }>

const slotOf = ({ eventId, ticketDate, entryTime }: Visit, number: number) => ({
  offer: eventId ?? 'general',
  date: ticketDate,
  number,
  time: entryTime ?? undefined,
})

/** A text that tickets have in common which are for the same date of an event or the same day of general entry, and entry time. */
export const visitKey = (visit: Visit): string => Slot.key(slotOf(visit, 0))

/** The same for tickets of one occurrence: a date that was removed and added again has another one. */
export const slotKey = (ticket: Visit & Occurrence): string => Slot.key(slotOf(ticket, ticket.occurrenceNumber ?? 0))

/** The same for tickets of all entry times of an occurrence. */
export const occurrenceKey = (ticket: Occurrence): string => slotKey({ ...ticket, entryTime: null })
