import type { CalendarDate } from '../calendar-date.ts'
import { Instant } from '../instant.ts'
import type { OpeningHours, TimeOfDay } from '../museum-hours/opening-hours.ts'
import type { Ticket } from '../ticket/ticket.ts'

const hour = 3_600_000

/** How the museum's clock becomes a moment. */
export type ClockMoments = Readonly<{
  /** The moment at which a date begins. */
  startOfDay: (date: CalendarDate) => Instant
  /** The moment of a time on a date. */
  momentOf: (date: CalendarDate, time: TimeOfDay) => Instant
}>

/** The rules by which visitors cancel their own tickets. */
export const OwnCancellation = {
  /** For how many milliseconds the link in the e-mail cancels. */
  linkLifetime: hour,
  /** How many such e-mails are sent for an order within `linkLifetime`. */
  maxMails: 3,

  /**
   * The moment at which a ticket can no longer be cancelled by its visitor: so many hours, as they pass, before its entry time (of an
   * event, its session); else before the museum opens; else before its date begins. `openingHours` are the hours of the date, for a
   * ticket for general entry, if the museum is open then.
   */
  endOf(
    { ticketType, ticketDate, entryTime }: Pick<Ticket, 'ticketType' | 'ticketDate' | 'entryTime'>,
    openingHours: OpeningHours | undefined,
    hours: number,
    { startOfDay, momentOf }: ClockMoments,
  ): Instant {
    const time = entryTime ?? (ticketType === 'general' ? openingHours?.timeOpen : undefined)
    const beginning = time === undefined ? startOfDay(ticketDate) : momentOf(ticketDate, time)
    return Instant(beginning - hours * hour)
  },
}
