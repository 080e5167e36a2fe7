import type { Brand } from '../brand.ts'
import type { CalendarDate } from '../calendar-date.ts'
import { type Places, Availability } from '../capacity.ts'
import type { Instant } from '../instant.ts'
import type { Currency, Price } from '../money.ts'
import type { OpeningHours } from '../museum-hours/opening-hours.ts'
import {
  PriceCategories,
  type PriceCategory,
  type PriceCategoryId,
  fullPrice,
  priceOf,
} from '../prices/price-category.ts'
import { type MemberFault, type Refusal, describeFaults, refuse, refuseFaults } from '../refusal.ts'
import { SpecialEvent } from '../special-event/special-event.ts'
import { textValue } from '../text.ts'
import type { AdmissionId, EventId, OrderId, TicketId } from '../uuid.ts'
import type { ConfirmationCode } from './confirmation-code.ts'
import type { Purchaser } from './purchaser.ts'
import type { Gate } from './scan.ts'
import type { TicketKeyId } from './ticket-key.ts'
import type { TicketState, TicketType } from './ticket-state.ts'

/** An order for one ticket. */
export type TicketOrder = Readonly<{
  ticketType: TicketType
  /** The special event of an event ticket; a general ticket ignores it. */
  eventId?: EventId | undefined
  ticketDate: CalendarDate
  /** `full` where it is absent. */
  priceCategory?: PriceCategoryId | undefined
  /** Absent for a visitor at the desk who gives no address. */
  purchaser?: Purchaser | undefined
}>

/** The data that the purchase rules need besides the order. */
export type PurchaseContext = Readonly<{
  today: CalendarDate
  now: Instant
  /** The user who sells the ticket, if known. */
  soldBy?: string | undefined
  /** The key that signs the code of the ticket; undefined while the museum has no key. */
  signingKey?: TicketKeyId | undefined
  /** The event that the order names, if there is one. */
  event: SpecialEvent | undefined
  /** The museum's hours on the order's date; none when it is closed. */
  openingHours: OpeningHours | undefined
  /** The places of the order's date; absent when they are not limited, or not known yet. */
  places?: Places | undefined
  generalPrice: Price
  currency: Currency
  priceCategories: PriceCategories
}>

/** What identifies a ticket. The caller provides it, since the rules are pure functions. */
export type TicketIdentity = Readonly<{ ticketId: TicketId; confirmationCode: ConfirmationCode }>

type SoldTicket = TicketIdentity &
  Readonly<{
    ticketDate: CalendarDate
    /** Absent when the purchaser gave no address, or when the data of the purchaser were erased. */
    purchaser?: Purchaser
    price: Price
    currency: Currency
    /** The category at whose price it was sold, with its name at that time; absent for the full price. */
    priceCategory?: Pick<PriceCategory, 'priceCategory' | 'name'>
    state: TicketState
    /** Absent for tickets that were sold before it was stored, as is `soldBy`. */
    soldAt?: Instant
    /** The user who sold the ticket. */
    soldBy?: string
    /** The ticket key under which the ticket was sold. Absent for tickets that were sold before codes were signed. */
    signingKey?: TicketKeyId
    /** The order with which it was sold; absent for a ticket that was bought alone. */
    orderId?: OrderId
    /** When and where the ticket was used; present in the state `admitted` only. */
    admission?: Readonly<{ admissionId: AdmissionId; at: Instant; gate?: Gate }>
  }>

/** A ticket for general entry on one date. */
export type GeneralTicket = SoldTicket &
  Readonly<{ ticketType: 'general'; event?: undefined; occurrenceNumber?: undefined }>
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

/** Why an order cannot become a ticket. */
export type PurchaseRefusal = Refusal<'validation-failed' | 'museum-closed' | 'event-not-found' | 'sold-out'>
/** The rules of tickets. */
export const Ticket = {
  /**
   * The purchase rules. General entry needs an open museum; an event ticket names an event that takes place on its
   * date; neither is sold for a past date. All rules that fail are reported together, with two exceptions: an unknown
   * event is reported alone, and `sold-out` only when no other rule fails.
   */
  purchase(order: TicketOrder, context: PurchaseContext, identity: TicketIdentity): Ticket | PurchaseRefusal {
    const { ticketType, eventId, ticketDate, purchaser } = order
    const { today, event, openingHours, places, generalPrice, currency, now, soldBy, signingKey } = context
    const category = PriceCategories.find(context.priceCategories, order.priceCategory)
    const isSoldOut = places !== undefined && Availability.isSoldOut(places)
    const faults: MemberFault[] = []
    if (category === undefined) faults.push(unknownPriceCategory(order.priceCategory!))
    if (ticketDate < today) faults.push(dateInThePast(ticketDate, today))
    const sellFor = (full: Price, { priceCategory, name, percentage }: PriceCategory) => ({
      ticketDate,
      ...(purchaser !== undefined && { purchaser }),
      price: priceOf(full, percentage, currency),
      currency,
      state: 'valid' as const,
      ...identity,
      soldAt: now,
      ...(priceCategory !== fullPrice && { priceCategory: { priceCategory, name } }),
      ...(soldBy !== undefined && { soldBy }),
      ...(signingKey !== undefined && { signingKey }),
    })

    if (ticketType === 'general') {
      if (openingHours === undefined) faults.push(museumClosed(ticketDate))
      if (faults.length > 0 || category === undefined) return purchaseRefusal(faults)
      if (isSoldOut) return soldOut(ticketDate)
      return { ticketType, ...sellFor(generalPrice, category) }
    }

    if (eventId === undefined) return purchaseRefusal([eventIdRequired, ...faults])
    if (event === undefined) return SpecialEvent.notFound(eventId)
    const occurrence = SpecialEvent.occurrenceOn(event, ticketDate)
    if (occurrence === undefined) faults.push(eventNotOnThatDate(ticketDate))
    if (faults.length > 0 || category === undefined || occurrence === undefined) return purchaseRefusal(faults)
    if (isSoldOut) return soldOut(ticketDate)
    const { name, location, price } = event
    const snapshot = { eventId, name, location }
    return { ticketType, event: snapshot, occurrenceNumber: occurrence.number, ...sellFor(price, category) }
  },

  /** A ticket as it was when it was sold. */
  asSold({ admission: _admission, ...ticket }: Ticket): Ticket {
    return { ...ticket, state: 'valid' }
  },

  /** Why the ticket cannot be cancelled, if it cannot: it was used. */
  cancellationRefusal: ({ ticketId, state }: Ticket): Refusal<'ticket-admitted'> | undefined =>
    state === 'admitted'
      ? refuse('ticket-admitted', `Ticket ${ticketId} was used, so it cannot be cancelled.`)
      : undefined,

  /** The refusal for a ticketId that no ticket has. */
  notFound: (ticketId: TicketId): Refusal<'ticket-not-found'> =>
    refuse('ticket-not-found', `There is no ticket ${ticketId}.`),
  /** The refusal for a ticket that is cancelled. */
  alreadyCancelled: (ticketId: TicketId): Refusal<'ticket-cancelled'> =>
    refuse('ticket-cancelled', `Ticket ${ticketId} is cancelled.`),
}

/** The refusal of a purchase with faults. */
export const purchaseRefusal = (faults: readonly MemberFault[]): Refusal<'validation-failed' | 'museum-closed'> =>
  faults.every(({ code }) => code === 'museum-closed')
    ? refuse('museum-closed', describeFaults(faults), faults)
    : refuseFaults(...faults)

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
const unknownPriceCategory = (priceCategory: PriceCategoryId): MemberFault => ({
  member: 'priceCategory',
  code: 'unknown-price-category',
  detail: `must be one of the museum's price categories: ${priceCategory} is none of them`,
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
const soldOut = (ticketDate: CalendarDate): Refusal<'sold-out'> => {
  const detail = `must be a date with a place left: ${ticketDate} is sold out`
  return refuse('sold-out', `ticketDate ${detail}.`, [{ member: 'ticketDate', code: 'sold-out', detail }])
}

/** Why a ticket is cancelled: 1 to 500 characters, not blank, one line. It should name no person. */
export type CancellationReason = Brand<string, 'CancellationReason'>
/** Makes a `CancellationReason` from 1 to 500 characters. Throws a `TypeError` for any other text. */
export const CancellationReason = textValue<CancellationReason>({ maxLength: 500 })
