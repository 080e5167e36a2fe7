import type { CalendarDate } from '../calendar-date.ts'
import type { Instant } from '../instant.ts'
import type { OpeningHours } from '../museum-hours/opening-hours.ts'
import { type MemberFault, type Refusal, refuse } from '../refusal.ts'
import type { Currency, Price } from '../money.ts'
import { type EventNotFound, SpecialEvent, eventNotFound } from '../special-event/special-event.ts'
import type { AdmissionId, EventId, TicketId } from '../uuid.ts'
import type { ConfirmationCode } from './confirmation-code.ts'
import type { Purchaser } from './purchaser.ts'
import type { Gate } from './scan.ts'
import type { TicketKeyId } from './ticket-key.ts'
import type { TicketState } from './ticket-state.ts'
import type { TicketType } from './ticket-type.ts'

/** An order for one ticket. */
export type TicketOrder = Readonly<{
  ticketType: TicketType
  /** The special event of an event ticket; a general ticket ignores it. */
  eventId?: EventId | undefined
  ticketDate: CalendarDate
  purchaser: Purchaser
}>

/** The data that the purchase rules need besides the order. */
export type PurchaseContext = Readonly<{
  today: CalendarDate
  now: Instant
  /** The user who sells the ticket, where it is known. */
  soldBy?: string | undefined
  /** The key that signs the code of the ticket; none as long as the museum has no key. */
  signingKey?: TicketKeyId | undefined
  /** The event that the order names, if there is one. */
  event: SpecialEvent | undefined
  /** The museum's hours on the order's date; none when it is closed. */
  openingHours: OpeningHours | undefined
  /** Whether no place is left on the order's date. */
  isSoldOut?: boolean
  generalPrice: Price
  currency: Currency
}>

/** What identifies a ticket. The caller provides it, since the rules are pure functions. */
export type TicketIdentity = Readonly<{ ticketId: TicketId; confirmationCode: ConfirmationCode }>
/** The one entry for which a ticket was used. */
export type Admission = Readonly<{ admissionId: AdmissionId; at: Instant; gate?: Gate }>

type SoldTicket = TicketIdentity &
  Readonly<{
    ticketDate: CalendarDate
    /** Absent when the data of the purchaser were erased. */
    purchaser?: Purchaser
    price: Price
    currency: Currency
    state: TicketState
    /** Absent for tickets that were sold before it was stored, as is `soldBy`. */
    soldAt?: Instant
    /** The user who sold the ticket. */
    soldBy?: string
    /** The ticket key under which the ticket was sold. Absent for tickets that were sold before codes were signed. */
    signingKey?: TicketKeyId
    /** The entry for which the ticket was used; present in the state `admitted` only. */
    admission?: Admission
  }>

/** A ticket for general entry on one date. */
export type GeneralTicket = SoldTicket & Readonly<{ ticketType: 'general' }>
/** It keeps the name and the location that the event had when the ticket was sold. */
export type EventTicket = SoldTicket &
  Readonly<{
    ticketType: 'event'
    event: Pick<SpecialEvent, 'eventId' | 'name' | 'location'>
    /** The number of the occurrence that the ticket is for; the occurrence's date is `ticketDate`. */
    occurrenceNumber: number
  }>
/** A ticket that was sold: for general entry, or for one date of a special event. */
export type Ticket = GeneralTicket | EventTicket

/** No place is left on the date. */
export type SoldOut = Refusal<'sold-out'>
/** Why an order cannot become a ticket. */
export type PurchaseRefusal = Refusal<'validation-failed' | 'museum-closed'> | EventNotFound | SoldOut
/** No ticket has the ticketId. */
export type TicketNotFound = Refusal<'ticket-not-found'>
/** The ticket is cancelled. */
export type TicketCancelled = Refusal<'ticket-cancelled'>
/** The ticket was used. */
export type TicketAdmitted = Refusal<'ticket-admitted'>

/** The rules of tickets. */
export const Ticket = {
  /**
   * The purchase rules. General entry needs an open museum; an event ticket names an event that takes place on its
   * date; neither is sold for a past date. All rules that fail are reported together, but an unknown event alone, and
   * `sold-out` only when no other rule fails.
   */
  purchase(order: TicketOrder, context: PurchaseContext, identity: TicketIdentity): Ticket | PurchaseRefusal {
    const { ticketType, eventId, ticketDate, purchaser } = order
    const { today, event, openingHours, isSoldOut, generalPrice, currency, now, soldBy, signingKey } = context
    const sold = { ticketDate, purchaser, currency, state: 'valid', ...identity, soldAt: now } as const
    const known = { ...(soldBy !== undefined && { soldBy }), ...(signingKey !== undefined && { signingKey }) }
    const faults: MemberFault[] = []
    if (ticketDate < today) faults.push(dateInThePast(ticketDate, today))

    if (ticketType === 'general') {
      if (openingHours === undefined) faults.push(museumClosed(ticketDate))
      if (faults.length > 0) return refusalOf(faults)
      if (isSoldOut) return soldOut(ticketDate)
      return { ticketType, price: generalPrice, ...sold, ...known }
    }

    if (eventId === undefined) return refusalOf([eventIdRequired, ...faults])
    if (event === undefined) return eventNotFound(eventId)
    const occurrence = SpecialEvent.occurrenceOn(event, ticketDate)
    if (occurrence === undefined) return refusalOf([...faults, eventNotOnThatDate(ticketDate)])
    if (faults.length > 0) return refusalOf(faults)
    if (isSoldOut) return soldOut(ticketDate)
    const { name, location, price } = event
    const snapshot = { eventId, name, location }
    return { ticketType, event: snapshot, occurrenceNumber: occurrence.number, price, ...sold, ...known }
  },

  /** Why the ticket cannot be cancelled, if it cannot: it was used. */
  cancellationRefusal: ({ ticketId, state }: Ticket): TicketAdmitted | undefined =>
    state === 'admitted'
      ? refuse('ticket-admitted', `Ticket ${ticketId} was used, so that it cannot be cancelled.`)
      : undefined,
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
const soldOut = (ticketDate: CalendarDate): SoldOut => {
  const detail = `must be a date with a place left: ${ticketDate} is sold out`
  return refuse('sold-out', `ticketDate ${detail}.`, [{ member: 'ticketDate', code: 'sold-out', detail }])
}

/** The refusal for a ticketId that no ticket has. */
export const ticketNotFound = (ticketId: TicketId): TicketNotFound =>
  refuse('ticket-not-found', `There is no ticket ${ticketId}.`)
/** The refusal for a ticket that is cancelled. */
export const ticketCancelled = (ticketId: TicketId): TicketCancelled =>
  refuse('ticket-cancelled', `Ticket ${ticketId} is cancelled.`)
