import {
  AdmissionCode,
  CalendarDate,
  ConfirmationCode,
  Currency,
  Email,
  EventDates,
  EventDescription,
  EventId,
  EventLocation,
  EventName,
  type EventTicket,
  type GeneralTicket,
  Instant,
  OpeningHours,
  type OpeningHoursChange,
  Percentage,
  Phone,
  Price,
  PriceCategories,
  PriceCategoryId,
  PriceCategoryName,
  type PurchaseContext,
  type Schedule,
  SpecialEvent,
  type SpecialEventDraft,
  type Ticket,
  TicketId,
  type TicketIdentity,
  type TicketKey,
  TicketKeyId,
  type TicketOrder,
  TimeOfDay,
  weekdays,
} from '@museum/domain'

/** The n-th identifier of the examples: a well-formed version 7 UUID, ascending with n. */
export const exampleId = (n: number): string => `01940000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** Dates from their texts, for the `dates` of an event. */
export const someDates = (...dates: readonly string[]): EventDates => EventDates(dates.map(CalendarDate))

/** The draft of `aSpecialEvent()`; say what should differ. */
export const aSpecialEventDraft = (but: Partial<SpecialEventDraft> = {}): SpecialEventDraft => ({
  name: EventName('Night at the Museum'),
  location: EventLocation('Main Hall'),
  eventDescription: EventDescription('Torches, whispers, and a mammoth.'),
  dates: someDates('2030-05-17', '2030-05-18'),
  price: Price(1990),
  ...but,
})

/** A special event of two nights in May 2030; say what should differ. */
export const aSpecialEvent = ({
  eventId = EventId(exampleId(1)),
  ...but
}: Partial<SpecialEventDraft & Pick<SpecialEvent, 'eventId'>> = {}): SpecialEvent =>
  SpecialEvent.create(eventId, aSpecialEventDraft(but))

/** An order for general entry on a Friday in May 2030; say what should differ. */
export const anOrder = (but: Partial<TicketOrder> = {}): TicketOrder => ({
  ticketType: 'general',
  ticketDate: CalendarDate('2030-05-17'),
  purchaser: { email: Email('visitor@example.org'), phone: Phone('+1(234)-567-8910') },
  ...but,
})

/** The context of a purchase on 1 May 2030, with an open museum and no event; say what should differ. */
export const aPurchaseContext = ({
  generalPrice = Price(1200),
  ...but
}: Partial<Omit<PurchaseContext, 'generalPrice'>> &
  Readonly<{ generalPrice?: Price | undefined }> = {}): PurchaseContext => ({
  today: CalendarDate('2030-05-01'),
  timeOfDay: TimeOfDay('10:00'),
  now: Instant(Date.UTC(2030, 4, 1, 10)),
  event: undefined,
  openingHours: hours('09:00', '18:00'),
  generalPrice,
  currency: Currency('EUR'),
  priceCategories: somePriceCategories,
  ...but,
})

/** The full price, half of it for children, and nothing for toddlers. */
export const somePriceCategories: PriceCategories = PriceCategories([
  { priceCategory: PriceCategoryId('full'), name: PriceCategoryName('Adult'), percentage: Percentage(100) },
  { priceCategory: PriceCategoryId('child'), name: PriceCategoryName('Child, 6 to 17'), percentage: Percentage(50) },
  { priceCategory: PriceCategoryId('toddler'), name: PriceCategoryName('Toddler'), percentage: Percentage(0) },
])

/** The identity of `anEventTicket()`; say what should differ. */
export const aTicketIdentity = (but: Partial<TicketIdentity> = {}): TicketIdentity => ({
  ticketId: TicketId(exampleId(102)),
  confirmationCode: ConfirmationCode('ticket-event-abcdef-23456'),
  ...but,
})

const sold = {
  ticketDate: CalendarDate('2030-05-17'),
  purchaser: { email: Email('visitor@example.org') },
  currency: Currency('EUR'),
  state: 'valid',
  soldAt: Instant(Date.UTC(2030, 4, 1, 10)),
  soldBy: 'box office',
} as const

/** A valid general ticket; say what should differ. */
export const aGeneralTicket = (but: Partial<GeneralTicket> = {}): GeneralTicket => ({
  ticketType: 'general',
  ticketId: TicketId(exampleId(101)),
  confirmationCode: ConfirmationCode('ticket-general-abcdef-23456'),
  price: Price(0),
  ...sold,
  ...but,
})

/** A valid ticket to `aSpecialEvent()`; say what should differ. */
export const anEventTicket = (but: Partial<EventTicket> = {}): EventTicket => {
  const { eventId, name, location, price, revision } = aSpecialEvent()
  return {
    ticketType: 'event',
    event: { eventId, name, location },
    occurrenceNumber: revision,
    ...aTicketIdentity(),
    price,
    ...sold,
    ...but,
  }
}

/** The first key of a museum. The public key is from the first test vector of RFC 8032. Say what should differ. */
export const aTicketKey = (but: Partial<TicketKey> = {}): TicketKey => ({
  keyId: TicketKeyId(1),
  publicKey: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  createdAt: Instant(Date.UTC(2030, 3, 30)),
  ...but,
})

/** A code of the ticket, with a signature that is not valid. */
export const anAdmissionCode = (ticket: Ticket): string => {
  const bytes = AdmissionCode.signedBytesOf(AdmissionCode.contentOf(ticket, ticket.signingKey ?? TicketKeyId(1)))
  let seed = bytes.reduce((sum, byte) => (sum * 31 + byte) % 2_147_483_647, 1)
  return AdmissionCode.encode(
    bytes,
    Uint8Array.from({ length: 64 }, () => (seed = (seed * 48_271) % 2_147_483_647)),
  )
}

/** Opening hours from two texts, such as `09:00` and `18:00`. */
export const hours = (timeOpen: string, timeClose: string): OpeningHours =>
  OpeningHours({ timeOpen: TimeOfDay(timeOpen), timeClose: TimeOfDay(timeClose) })

/** The default schedule: all seven days, 09:00 to 18:00. */
export const everyDay: Schedule = {
  weekly: Object.fromEntries(weekdays.map((weekday) => [weekday, hours('09:00', '18:00')])),
  exceptions: new Map(),
}

/** The schedule after a change of a weekday or of one date. */
export const scheduleAfter = ({ weekly, exceptions }: Schedule, change: OpeningHoursChange): Schedule => {
  if ('weekday' in change) {
    const { [change.weekday]: _, ...others } = weekly
    return { weekly: change.hours === 'closed' ? others : { ...weekly, [change.weekday]: change.hours }, exceptions }
  }
  const others = [...exceptions].filter(([date]) => date !== change.date)
  return {
    weekly,
    exceptions: new Map(change.hours === 'as-the-week' ? others : [...others, [change.date, change.hours]]),
  }
}
