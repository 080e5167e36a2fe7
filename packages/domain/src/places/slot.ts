import type { CalendarDate } from '../calendar-date.ts'
import type { OpeningHours, TimeOfDay } from '../museum-hours/opening-hours.ts'
import { SpecialEvent } from '../special-event/special-event.ts'
import type { TicketType } from '../ticket/ticket-state.ts'
import type { EventId } from '../uuid.ts'
import type { EntryTime } from './entry-times.ts'

/** What tickets are sold for: general entry, or a special event. */
export type Offer = 'general' | EventId

/**
 * What takes place once, and whose tickets share one number of places: general entry on a day, or an occurrence of an event; where
 * the date has entry times, one of them. `number` distinguishes the occurrences of an event on one date: a date that was removed and
 * added again has another one. General entry has 0.
 */
export type Slot = Readonly<{ offer: Offer; date: CalendarDate; number: number; time?: TimeOfDay | undefined }>

/** What a slot is named by in a ticket. */
type OfTicket = Readonly<{
  event?: Readonly<{ eventId: EventId }> | undefined
  ticketDate: CalendarDate
  occurrenceNumber?: number | undefined
  entryTime?: TimeOfDay | undefined
}>
/** What an order asks for. */
type Asked = Readonly<{ ticketType: TicketType; eventId?: EventId | undefined }>
/** What is offered to an order on its date. */
type Offered = Readonly<{
  event: SpecialEvent | undefined
  openingHours: OpeningHours | undefined
  entryTimes?: readonly EntryTime[] | undefined
}>

/** Names slots. */
export const Slot = {
  /** The slot in which a ticket has a place. */
  of: ({ event, ticketDate: date, occurrenceNumber = 0, entryTime: time }: OfTicket): Slot => ({
    offer: event?.eventId ?? 'general',
    date,
    number: occurrenceNumber,
    ...(time !== undefined && { time }),
  }),
  /** What a ticket is for, as its visitor sees it: tickets have the same exactly if their slots are equal but for `number`. */
  visitOf: ({ event, ticketDate, entryTime }: OfTicket): string => {
    const visit = `${event?.eventId ?? 'general'}-${ticketDate}`
    return entryTime === undefined ? visit : `${visit}-${entryTime}`
  },
  /** What an order asks for; undefined for an event that it does not name. */
  offer: ({ ticketType, eventId }: Asked): Offer | undefined => (ticketType === 'general' ? ticketType : eventId),
  /** The slot in which an order wants places, by what is offered to it; undefined when nothing takes place then. */
  wanted(
    {
      ticketType,
      ticketDate: date,
      entryTime: time,
    }: Asked & Readonly<{ ticketDate: CalendarDate; entryTime?: TimeOfDay | undefined }>,
    { event, openingHours, entryTimes = [] }: Offered,
  ): Slot | undefined {
    const hasTime = entryTimes.some(({ entryTime }) => entryTime === time)
    if (hasTime !== entryTimes.length > 0 || hasTime !== (time !== undefined)) return undefined
    if (ticketType === 'general') return openingHours && { offer: 'general', date, number: 0, ...(hasTime && { time }) }
    const occurrence = event && SpecialEvent.occurrenceOn(event, date)
    return occurrence && { offer: event.eventId, ...occurrence, ...(hasTime && { time }) }
  },
  /** Two slots have the same key exactly if they are equal: `OFFER DATE NUMBER`, with ` TIME` for a slot with a time. */
  key: ({
    offer,
    date,
    number,
    time,
  }: Readonly<{ offer: string; date: string; number: number; time?: string | undefined }>): string =>
    time === undefined ? `${offer} ${date} ${number}` : `${offer} ${date} ${number} ${time}`,
}
