import {
  CalendarDate,
  Email,
  EventId,
  LanguageTag,
  Phone,
  Quantity,
  type ReservationDraft,
  TimeOfDay,
} from '@museum/domain'
import { readCount } from '@museum/languages'
import type { Offer, OfferedCategory } from './offers.ts'

/** Whether the form asks for a phone number. */
export type AsksForPhone = 'off' | 'optional' | 'required'

/** What a visitor has typed and chosen, as the form sends it. */
export type TypedOrder = Readonly<{
  /** Makes of several sendings of one form one reservation. */
  key: string
  date: string
  event: string
  time: string
  /** By price category. */
  quantities: ReadonlyMap<string, string>
  /** The sum that the form showed for that, in minor units, by price category; absent in an empty form. */
  prices: ReadonlyMap<string, string>
  email: string
  phone: string
  hasAcceptedTerms: boolean
}>

/** A field of the form, or the whole of its quantities. */
type FaultyField = 'time' | 'quantities' | 'email' | 'phone' | 'terms'

/** What is wrong with a field: a text of the section `shop.faults`. */
export type FormFault = Readonly<{
  field: FaultyField
  fault: 'noTickets' | 'tooManyTickets' | 'notACount' | 'noTime' | 'notAnEmail' | 'notAPhone' | 'termsNotAccepted'
}>

const [quantityPrefix, pricePrefix] = ['quantity-', 'price-']

/** The names of the fields for a price category. */
export const fieldsOf = (priceCategory: string): Readonly<Record<'quantity' | 'price', string>> => ({
  quantity: quantityPrefix + priceCategory,
  price: pricePrefix + priceCategory,
})

/** The form as it was sent; of a field that was sent several times, the last. */
export const readTyped = (fields: URLSearchParams): TypedOrder => {
  const all = Object.fromEntries(fields)
  const withPrefix = (prefix: string) =>
    new Map(
      Object.entries(all).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value.trim()] as const] : [],
      ),
    )
  const text = (name: string) => all[name]?.trim() ?? ''
  return {
    key: text('key'),
    date: text('date'),
    event: text('event'),
    time: text('time'),
    quantities: withPrefix(quantityPrefix),
    prices: withPrefix(pricePrefix),
    email: text('email'),
    phone: text('phone'),
    hasAcceptedTerms: text('terms') !== '',
  }
}

/** The date and the event that a form or an address names; `undefined` for texts that name none. */
export const readChoice = ({
  date,
  event,
}: Readonly<{ date: string; event: string }>): Readonly<{ date: CalendarDate; eventId?: EventId }> | undefined => {
  if (CalendarDate.faultOf(date) !== undefined) return undefined
  if (event === '') return { date: CalendarDate(date) }
  return EventId.faultOf(event) === undefined ? { date: CalendarDate(date), eventId: EventId(event) } : undefined
}

/** What the form orders, or what is wrong with it. */
export const draftOf = (
  typed: TypedOrder,
  { ticketType, eventId, date, entryTimes, categories }: Offer,
  {
    maxTickets,
    asksForPhone,
    language,
  }: Readonly<{ maxTickets: number; asksForPhone: AsksForPhone; language: string }>,
): Readonly<{ draft: ReservationDraft }> | Readonly<{ faults: readonly FormFault[] }> => {
  const faults: FormFault[] = []
  const counts = categories.map(({ priceCategory }) => {
    const text = typed.quantities.get(priceCategory) ?? ''
    return text === '' ? 0 : readCount(text).value
  })
  const total = counts.reduce((sum: number, count) => sum + (count ?? 0), 0)
  const isUntimed = entryTimes === undefined
  if (!isUntimed && !entryTimes.some(({ entryTime }) => entryTime === typed.time))
    faults.push({ field: 'time', fault: 'noTime' })
  if (counts.some((count) => count === undefined)) faults.push({ field: 'quantities', fault: 'notACount' })
  else if (total === 0) faults.push({ field: 'quantities', fault: 'noTickets' })
  else if (total > maxTickets) faults.push({ field: 'quantities', fault: 'tooManyTickets' })
  if (Email.faultOf(typed.email) !== undefined) faults.push({ field: 'email', fault: 'notAnEmail' })
  const isPhoneGiven = asksForPhone === 'required' || (asksForPhone === 'optional' && typed.phone !== '')
  if (isPhoneGiven && Phone.faultOf(typed.phone) !== undefined) faults.push({ field: 'phone', fault: 'notAPhone' })
  if (!typed.hasAcceptedTerms) faults.push({ field: 'terms', fault: 'termsNotAccepted' })
  if (faults.length > 0) return { faults }
  const items = categories.flatMap(({ priceCategory }, n) => {
    const count = counts[n]!
    if (count === 0) return []
    return {
      ticketType,
      ...(eventId !== undefined && { eventId }),
      ticketDate: date,
      ...(!isUntimed && { entryTime: TimeOfDay(typed.time) }),
      priceCategory,
      quantity: Quantity(count),
    }
  })
  return {
    draft: {
      items,
      purchaser: { email: Email(typed.email), ...(isPhoneGiven && { phone: Phone(typed.phone) }) },
      total: shownTotal(typed, categories, counts),
      language: LanguageTag(language),
    },
  }
}

/** The categories whose prices are no longer those that the form showed, and the price `before`, in minor units. */
export const changedPrices = (
  { prices }: TypedOrder,
  { categories }: Offer,
): readonly (OfferedCategory & Readonly<{ before: number }>)[] =>
  categories.flatMap((category) => {
    const before = shownPrice(prices, category)
    return Number.isNaN(before) || before === category.price ? [] : [{ ...category, before }]
  })

/** The price that the form showed for a category; not a number where it says none. */
const shownPrice = (prices: TypedOrder['prices'], { priceCategory }: OfferedCategory): number => {
  const price = prices.get(priceCategory) ?? ''
  return /^\d{1,10}$/.test(price) ? Number(price) : Number.NaN
}

/** What the form showed as the price of what it orders, in minor units; `undefined` where it says none. */
const shownTotal = (
  { prices }: TypedOrder,
  categories: Offer['categories'],
  counts: readonly (number | undefined)[],
): number | undefined => {
  const sum = categories.reduce(
    (total, category, n) => total + (counts[n] === 0 ? 0 : counts[n]! * shownPrice(prices, category)),
    0,
  )
  return Number.isNaN(sum) ? undefined : sum
}
