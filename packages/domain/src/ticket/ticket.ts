import type { CalendarDate } from '../calendar-date.ts'
import type { OpeningHours } from '../museum-hours/opening-hours.ts'
import { type MemberFault, type Refusal, refuse } from '../refusal.ts'
import type { Currency, Price } from '../money.ts'
import { type EventNotFound, SpecialEvent, eventNotFound } from '../special-event/special-event.ts'
import type { EventId, TicketId } from '../uuid.ts'
import type { ConfirmationCode } from './confirmation-code.ts'
import type { Purchaser } from './purchaser.ts'
import type { TicketType } from './ticket-type.ts'

/** A valid ticket can only become cancelled: with its event, or with the date it is for. */
export type TicketState = 'valid' | 'cancelled'

/** What a purchaser asks for. */
export type TicketOrder = Readonly<{
  ticketType: TicketType
  /** The special event of an event ticket; a general ticket ignores it. */
  eventId?: EventId | undefined
  ticketDate: CalendarDate
  purchaser: Purchaser
}>

/** What the clerk knows when an order comes in. */
export type PurchaseContext = Readonly<{
  today: CalendarDate
  /** The event that the order names, if there is one. */
  event: SpecialEvent | undefined
  /** The museum's hours on the order's date; none when it is closed. */
  openingHours: OpeningHours | undefined
  generalPrice: Price
  currency: Currency
}>

/** What makes a ticket this ticket: brought from outside, for the rules know neither chance nor time. */
export type TicketIdentity = Readonly<{ ticketId: TicketId; confirmationCode: ConfirmationCode }>
type SoldTicket = TicketIdentity &
  Readonly<{ ticketDate: CalendarDate; purchaser: Purchaser; price: Price; currency: Currency; state: TicketState }>

export type GeneralTicket = SoldTicket & Readonly<{ ticketType: 'general' }>
/** It keeps what the event was called and where it was when the ticket was sold. */
export type EventTicket = SoldTicket &
  Readonly<{ ticketType: 'event'; event: Pick<SpecialEvent, 'eventId' | 'name' | 'location'> }>
export type Ticket = GeneralTicket | EventTicket

export type PurchaseRefusal = Refusal<'validation-failed' | 'museum-closed'> | EventNotFound
export type TicketNotFound = Refusal<'ticket-not-found'>
export type TicketCancelled = Refusal<'ticket-cancelled'>

export const Ticket = {
  /**
   * The purchase rules. General entry needs an open museum; an event ticket names an event that takes place on its
   * date; neither is sold for the past. Every rule that fails is told at once, but an unknown event is told alone.
   */
  purchase(order: TicketOrder, context: PurchaseContext, identity: TicketIdentity): Ticket | PurchaseRefusal {
    const { ticketType, eventId, ticketDate, purchaser } = order
    const { today, event, openingHours, generalPrice, currency } = context
    const faults: MemberFault[] = []
    if (ticketDate < today) faults.push(dateInThePast(ticketDate, today))

    if (ticketType === 'general') {
      if (openingHours === undefined) faults.push(museumClosed(ticketDate))
      if (faults.length > 0) return refusalOf(faults)
      return { ticketType, ticketDate, purchaser, price: generalPrice, currency, state: 'valid', ...identity }
    }

    if (eventId === undefined) return refusalOf([eventIdRequired, ...faults])
    if (event === undefined) return eventNotFound(eventId)
    if (!SpecialEvent.takesPlaceOn(event, ticketDate)) faults.push(eventNotOnThatDate(ticketDate))
    if (faults.length > 0) return refusalOf(faults)
    const { name, location, price } = event
    const snapshot = { eventId, name, location }
    return { ticketType, event: snapshot, ticketDate, purchaser, price, currency, state: 'valid', ...identity }
  },

  /**
   * What the scanner at the door reads, the only content of the code on the ticket image:
   * the ticketId, a full stop, the confirmation code.
   */
  admissionCode: ({ ticketId, confirmationCode }: TicketIdentity): string => `${ticketId}.${confirmationCode}`,
}

const refusalOf = (faults: readonly MemberFault[]): Refusal<'validation-failed' | 'museum-closed'> => {
  const because = faults.map(({ member, detail }) => `${member} ${detail}.`).join(' ')
  return refuse(
    faults.every(({ code }) => code === 'museum-closed') ? 'museum-closed' : 'validation-failed',
    because,
    faults,
  )
}

const eventIdRequired: MemberFault = {
  member: 'eventId',
  code: 'event-id-required',
  detail: 'is required for an event ticket: it names the special event',
}
const dateInThePast = (ticketDate: CalendarDate, today: CalendarDate): MemberFault => ({
  member: 'ticketDate',
  code: 'date-in-the-past',
  detail: `must not be in the past: ${ticketDate} is before today, ${today}`,
})
const museumClosed = (ticketDate: CalendarDate): MemberFault => ({
  member: 'ticketDate',
  code: 'museum-closed',
  detail: `must be a day on which the museum is open: it is closed on ${ticketDate}`,
})

const eventNotOnThatDate = (ticketDate: CalendarDate): MemberFault => ({
  member: 'ticketDate',
  code: 'event-not-on-that-date',
  detail: `must be one of the event's dates: it does not take place on ${ticketDate}`,
})
export const ticketNotFound = (ticketId: TicketId): TicketNotFound =>
  refuse('ticket-not-found', `There is no ticket ${ticketId}.`)
export const ticketCancelled = (ticketId: TicketId): TicketCancelled =>
  refuse('ticket-cancelled', `Ticket ${ticketId} was cancelled, with its event or the date it was for.`)
/** What a repository answers when the event lost that date since the rule was asked. */
export const refusedForThatDate = (ticketDate: CalendarDate): PurchaseRefusal =>
  refusalOf([eventNotOnThatDate(ticketDate)])
