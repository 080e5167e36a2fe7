import type { Brand } from '../brand.ts'
import type { CalendarDate } from '../calendar-date.ts'
import { type EntryTimeAvailability, type Places, Availability } from '../capacity.ts'
import type { FaultValues } from '../fault.ts'
import type { Instant } from '../instant.ts'
import type { Currency, Price } from '../money.ts'
import type { OpeningHours, TimeOfDay } from '../museum-hours/opening-hours.ts'
import type { VatRates } from '../order/vat-rate.ts'
import { EntryTimes, type OfferedEntryTime } from '../places/entry-times.ts'
import { Slot } from '../places/slot.ts'
import {
  PriceCategories,
  type PriceCategory,
  type PriceCategoryId,
  fullPrice,
  priceOf,
} from '../prices/price-category.ts'
import { type MemberFault, type Refusal, describeFaults, isRefusal, refuse, refuseFaults } from '../refusal.ts'
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
  /** Required where the date has entry times. */
  entryTime?: TimeOfDay | undefined
  /** `full` where it is absent. */
  priceCategory?: PriceCategoryId | undefined
  /** Absent for a visitor at the desk who gives no address. */
  purchaser?: Purchaser | undefined
}>

/** The data that the purchase rules need besides the order. */
export type PurchaseContext = Readonly<{
  today: CalendarDate
  /** The time on the museum's clock. */
  timeOfDay: TimeOfDay
  now: Instant
  /** The user who sells the ticket, if known. */
  soldBy?: string | undefined
  /** The key that signs the code of the ticket; undefined while the museum has no key. */
  signingKey?: TicketKeyId | undefined
  /** The event that the order names, if there is one. */
  event: SpecialEvent | undefined
  /** The museum's hours on the order's date; none when it is closed. */
  openingHours: OpeningHours | undefined
  /** The entry times of the order's date, which may be none; absent where what it orders has no rule of entry times. */
  entryTimes?: readonly OfferedEntryTime[] | undefined
  /**
   * How many tickets are sold in the order's slot, and the capacity of its date, which does not count for a slot with an entry time;
   * absent when the places are not limited, or not known yet.
   */
  places?: Places | undefined
  /** The places of all entry times of the date, of which a refusal names the next ones that have some. */
  timesWithPlaces?: readonly EntryTimeAvailability[] | undefined
  generalPrice: Price
  currency: Currency
  priceCategories: PriceCategories
  /** The rates of tax, which are kept with an order; absent where no tax is named. */
  vatRates?: VatRates | undefined
}>

/** What identifies a ticket. The caller provides it, since the rules are pure functions. */
export type TicketIdentity = Readonly<{ ticketId: TicketId; confirmationCode: ConfirmationCode }>

type SoldTicket = TicketIdentity &
  Readonly<{
    ticketDate: CalendarDate
    /** The time on the museum's clock at which the visitor may begin to come in; absent for a ticket that admits all day. */
    entryTime?: TimeOfDay
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

/** What a ticket is sold for: its slot, and its price. */
export type Quote = Readonly<{ slot: Slot }> & Pick<Ticket, 'price' | 'currency' | 'priceCategory'>

/** What a ticket has of its sale. */
export type SaleContext = Pick<PurchaseContext, 'now' | 'soldBy' | 'signingKey' | 'event'> &
  Pick<TicketOrder, 'purchaser'>

/** Why an order cannot become a ticket. */
export type PurchaseRefusal = Refusal<'validation-failed' | 'museum-closed' | 'event-not-found' | 'sold-out'>
/** The rules of tickets. */
export const Ticket = {
  /** The purchase rules: see `Ticket.quote`. Makes the ticket of the order. */
  purchase(order: TicketOrder, context: PurchaseContext, identity: TicketIdentity): Ticket | PurchaseRefusal {
    const quote = Ticket.quote(order, context)
    return isRefusal(quote) ? quote : Ticket.sell(quote, { ...context, purchaser: order.purchaser }, identity)
  },

  /**
   * What a ticket of an order is sold for. General entry needs an open museum; an event ticket names an event that takes place on
   * its date; neither is sold for a past date. On a date with entry times, a ticket names one that has not ended. All rules that
   * fail are reported together, with two exceptions: an unknown event is reported alone, and `sold-out` only when no other rule
   * fails.
   */
  quote(order: TicketOrder, context: PurchaseContext): Quote | PurchaseRefusal {
    const { ticketType, eventId, ticketDate } = order
    const { today, event, openingHours, generalPrice, currency } = context
    const category = PriceCategories.find(context.priceCategories, order.priceCategory)
    const faults: MemberFault[] = []
    if (category === undefined) faults.push(unknownPriceCategory(order.priceCategory!))
    if (ticketDate < today) faults.push(dateInThePast(ticketDate, today))
    if (ticketType === 'event') {
      if (eventId === undefined) return purchaseRefusal([eventIdRequired, ...faults])
      if (event === undefined) return SpecialEvent.notFound(eventId)
    }
    const takesPlace =
      ticketType === 'event' ? SpecialEvent.occurrenceOn(event!, ticketDate) !== undefined : openingHours !== undefined
    if (takesPlace) faults.push(...faultsOfEntryTime(order, context))
    else faults.push((ticketType === 'event' ? eventNotOnThatDate : museumClosed)(ticketDate))
    const slot = Slot.wanted(order, context)
    if (faults.length > 0 || category === undefined || slot === undefined) return purchaseRefusal(faults)
    return (
      soldOutRefusal(order, context) ?? {
        slot,
        price: priceOf(ticketType, ticketType === 'general' ? generalPrice : event!.price, category, currency),
        currency,
        ...(category.priceCategory !== fullPrice && {
          priceCategory: { priceCategory: category.priceCategory, name: category.name },
        }),
      }
    )
  },

  /** A new ticket. `event` is the one that the quote is for. */
  sell(
    { slot: { offer, date, number, time }, price, currency, priceCategory }: Quote,
    { now, soldBy, signingKey, event, purchaser }: SaleContext,
    identity: TicketIdentity,
  ): Ticket {
    const sold = {
      ticketDate: date,
      ...(time !== undefined && { entryTime: time }),
      ...(purchaser !== undefined && { purchaser }),
      price,
      currency,
      state: 'valid' as const,
      ...identity,
      soldAt: now,
      ...(priceCategory !== undefined && { priceCategory }),
      ...(soldBy !== undefined && { soldBy }),
      ...(signingKey !== undefined && { signingKey }),
    }
    if (offer === 'general') return { ticketType: 'general', ...sold }
    const { name, location } = event!
    return { ticketType: 'event', event: { eventId: offer, name, location }, occurrenceNumber: number, ...sold }
  },

  /** A ticket as it was when it was sold. */
  asSold({ admission: _admission, ...ticket }: Ticket): Ticket {
    return { ...ticket, state: 'valid' }
  },

  /** Why the ticket cannot be cancelled, if it cannot: it was used. */
  cancellationRefusal: ({ ticketId, state }: Ticket): Refusal<'ticket-admitted'> | undefined =>
    state === 'admitted'
      ? {
          ...refuse('ticket-admitted', `Ticket ${ticketId} was used, so it cannot be cancelled.`),
          values: { ticketId },
        }
      : undefined,

  /** The refusal for a ticketId that no ticket has. */
  notFound: (ticketId: TicketId): Refusal<'ticket-not-found'> =>
    refuse('ticket-not-found', `There is no ticket ${ticketId}.`),
  /** The refusal for a ticket that is cancelled. */
  alreadyCancelled: (ticketId: TicketId): Refusal<'ticket-cancelled'> => ({
    ...refuse('ticket-cancelled', `Ticket ${ticketId} is cancelled.`),
    values: { ticketId },
  }),
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
  values: { date: ticketDate, today },
})
const unknownPriceCategory = (priceCategory: PriceCategoryId): MemberFault => ({
  member: 'priceCategory',
  code: 'unknown-price-category',
  detail: `must be one of the museum's price categories: ${priceCategory} is none of them`,
  values: { priceCategory },
})
const museumClosed = (ticketDate: CalendarDate): MemberFault => ({
  member: 'ticketDate',
  code: 'museum-closed',
  detail: `must be a day on which the museum is open: it is closed on ${ticketDate}`,
  values: { date: ticketDate },
})

const eventNotOnThatDate = (ticketDate: CalendarDate): MemberFault => ({
  member: 'ticketDate',
  code: 'event-not-on-that-date',
  detail: `must be one of the event's dates: it does not take place on ${ticketDate}`,
  values: { date: ticketDate },
})
/** Whether what a quote was made for still takes place, and neither its date nor its entry time has ended. */
export const isStillOffered = (order: TicketOrder, { slot }: Quote, context: PurchaseContext): boolean => {
  const wanted = Slot.wanted(order, context)
  return (
    wanted !== undefined &&
    Slot.key(wanted) === Slot.key(slot) &&
    slot.date >= context.today &&
    faultsOfEntryTime(order, context).length === 0
  )
}

/** What is wrong with the entry time of an order, for something that takes place on its date. */
const faultsOfEntryTime = (
  { ticketDate, entryTime }: TicketOrder,
  { entryTimes, today, timeOfDay }: PurchaseContext,
): readonly MemberFault[] => {
  const date = ticketDate
  const fault = (code: MemberFault['code'], detail: string, values?: FaultValues): readonly MemberFault[] => [
    { member: 'entryTime', code, detail, ...(values && { values }) },
  ]
  if (entryTime === undefined) {
    if (entryTimes === undefined || entryTimes.length === 0) return []
    return fault('entry-time-required', `is required: ${date} has ${describeTimes(entryTimes)}`, {
      date,
      ...rangeOf(entryTimes),
    })
  }
  if (entryTimes === undefined) return fault('no-entry-times', 'must be absent: what it is for has no entry times')
  if (entryTimes.length === 0)
    return fault('not-an-entry-time', `must be absent: ${date} has no entry times, and is sold for the whole day`, {
      date,
      ...rangeOf(entryTimes),
    })
  const offered = entryTimes.find((each) => each.entryTime === entryTime)
  if (offered === undefined)
    return fault('not-an-entry-time', `must be an entry time of ${date}, which has ${describeTimes(entryTimes)}`, {
      date,
      ...rangeOf(entryTimes),
    })
  const { until } = offered
  return date === today && until <= timeOfDay
    ? fault('entry-time-over', `must be an entry time that has not ended: ${entryTime} ended at ${until}`, {
        date,
        entryTime,
        until,
      })
    : []
}

/** The number of entry times, the first and the last. */
const rangeOf = (entryTimes: readonly OfferedEntryTime[]) => ({
  entryTimes: entryTimes.length,
  first: entryTimes[0]?.entryTime ?? null,
  last: entryTimes.at(-1)?.entryTime ?? null,
})

const describeTimes = (entryTimes: readonly OfferedEntryTime[]) => {
  const [first, last] = [entryTimes[0]!.entryTime, entryTimes.at(-1)!.entryTime]
  return entryTimes.length > 3
    ? `${entryTimes.length} entry times from ${first} to ${last}`
    : `the entry times ${listTimes(entryTimes)}`
}

const listTimes = (times: readonly Readonly<{ entryTime: TimeOfDay }>[]) => {
  const texts = times.map(({ entryTime }) => entryTime)
  return texts.length === 1 ? texts[0]! : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}

/** How many tickets may still be sold in the slot of an order. */
export const placesLeft = (order: TicketOrder, context: PurchaseContext): number => {
  const places = EntryTimes.placesOf(order, context)
  return (places && Availability.placesLeft(places)) ?? Number.POSITIVE_INFINITY
}

/** The fault of an order for a slot with too few places for this many tickets. */
export const notEnoughPlaces = (order: TicketOrder, context: PurchaseContext, tickets: number): MemberFault => {
  const { ticketDate, entryTime } = order
  const left = placesLeft(order, context)
  const has = left === 0 ? 'none' : String(left)
  if (entryTime === undefined)
    return {
      member: 'ticketDate',
      code: 'sold-out',
      detail: `must be a date with enough places left: ${ticketDate} has ${has}`,
      values: { left, date: ticketDate },
    }
  const next = EntryTimes.nextWithPlaces(context.timesWithPlaces ?? [], entryTime, tickets)
  const others = next.length === 0 ? '' : `; enough are left at ${listTimes(next)}`
  return {
    member: 'entryTime',
    code: 'sold-out',
    detail: `must be an entry time with enough places left: ${entryTime} has ${has}${others}`,
    values: { left, date: ticketDate, entryTime, nextEntryTimes: next.map((each) => each.entryTime) },
  }
}

const soldOutRefusal = (order: TicketOrder, context: PurchaseContext): Refusal<'sold-out'> | undefined => {
  if (placesLeft(order, context) > 0) return undefined
  const { ticketDate } = order
  const ofDate = `must be a date with a place left: ${ticketDate} is sold out`
  const fault: MemberFault =
    order.entryTime === undefined
      ? { member: 'ticketDate', code: 'sold-out', detail: ofDate, values: { left: 0, date: ticketDate } }
      : notEnoughPlaces(order, context, 1)
  return refuse('sold-out', describeFaults([fault]), [fault])
}

/** Why a ticket is cancelled: 1 to 500 characters, not blank, one line. It should name no person. */
export type CancellationReason = Brand<string, 'CancellationReason'>
/** Makes a `CancellationReason` from 1 to 500 characters. Throws a `TypeError` for any other text. */
export const CancellationReason = textValue<CancellationReason>({ maxLength: 500 })
