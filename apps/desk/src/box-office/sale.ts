import type { AvailabilityOfDate, OrderFields, PriceCategories } from '@museum/client'
import { currencyDecimals } from '@museum/languages'
import { hundredths } from '../shell/amounts.ts'
import { addDays } from '../shell/dates.ts'

/** An entry time with its places, as the API has it. */
export type EntryTime = NonNullable<NonNullable<AvailabilityOfDate['generalEntry']>['entryTimes']>[number]

/** What can be sold for a date: general entry, or a special event. */
export type Offer = Readonly<{
  /** Identifies the offer among the offers of all dates. */
  key: string
  date: string
  /** Absent for general entry. */
  event?: Readonly<{ eventId: string; name: string; location: string }>
  /** The full price, as the API has it: `12.5`. */
  price: number
  /** The places left; null if their number is not limited. */
  available: number | null
  /** How many are sold at most; null if that is not limited. */
  capacity: number | null
  /** The entry times that have not ended; absent where the date has none. */
  entryTimes?: readonly EntryTime[]
}>

export const offersOn = ({ date, generalEntry, events }: AvailabilityOfDate): readonly Offer[] => [
  ...(generalEntry === null ? [] : [{ key: date, date, ...priceAndPlaces(generalEntry) }]),
  ...events.map(({ eventId, name, location, ...places }) => ({
    key: `${date} ${eventId}`,
    date,
    event: { eventId, name, location },
    ...priceAndPlaces(places),
  })),
]

type PriceAndPlaces = Pick<Offer, 'price' | 'available' | 'capacity' | 'entryTimes'>
const priceAndPlaces = ({ price, available, capacity, entryTimes }: PriceAndPlaces) => ({
  price,
  available,
  capacity,
  ...(entryTimes && { entryTimes }),
})

/** The entry times that staff have chosen, by the key of the offer. */
export type ChosenTimes = ReadonlyMap<string, string>

/**
 * The entry time at which an offer is sold: the chosen one, also when it has ended, since the visitor was told of it and the museum
 * refuses it; otherwise the first one with places.
 */
export const saleTime = ({ key, entryTimes }: Offer, chosen: ChosenTimes): string | undefined =>
  entryTimes && (chosen.get(key) ?? entryTimes.find(({ available }) => available !== 0)?.entryTime)

/** The entry time with places that is so many after another one, or before it; the other one where there is none. */
export const timeBeside = (entryTimes: readonly EntryTime[], entryTime: string, steps: number): string => {
  const times = entryTimes.filter((each) => each.available !== 0 || each.entryTime === entryTime)
  return times[times.findIndex((each) => each.entryTime === entryTime) + steps]?.entryTime ?? entryTime
}

/** Equal tickets of a sale, with the price of each in hundredths of the currency. */
export type Line = Readonly<{
  offer: Offer
  entryTime?: string | undefined
  priceCategory: string
  name: string
  quantity: number
  price: number
}>

/** The most tickets of one line, and of an order. */
export const maxTickets = 50

/**
 * The price of a category in hundredths: for general entry its own price, if it has one; otherwise its percentage, rounded half up to
 * the smallest unit of the currency, as the museum rounds it.
 */
export const categoryPrice = (
  { event, price }: Pick<Offer, 'event' | 'price'>,
  { percentage, generalPrice }: Pick<PriceCategories[number], 'percentage' | 'generalPrice'>,
  currency: string,
): number => {
  if (event === undefined && generalPrice !== undefined) return hundredths(generalPrice)
  const full = hundredths(price)
  if (percentage === 100) return full
  const unit = 10 ** (2 - currencyDecimals(currency))
  return Math.floor((full * percentage + 50 * unit) / (100 * unit)) * unit
}

/** How many tickets of each offer and price category the visitor wants. */
export type Counts = ReadonlyMap<string, number>
const countKey = (offer: Offer, priceCategory: string) => `${offer.key} ${priceCategory}`

export const ticketCount = (counts: Counts, offer: Offer, priceCategory: string): number =>
  counts.get(countKey(offer, priceCategory)) ?? 0

export const withCount = (counts: Counts, offer: Offer, priceCategory: string, quantity: number): Counts => {
  const key = countKey(offer, priceCategory)
  const rest = [...counts].filter(([each]) => each !== key)
  return new Map(quantity === 0 ? rest : [...rest, [key, quantity]])
}

/** Whether nothing of an offer is left. */
export const isSoldOut = ({ available, entryTimes }: Offer): boolean =>
  entryTimes === undefined ? available === 0 : entryTimes.every((each) => each.available === 0)

/** How many tickets of a category of an offer can be sold: the offer has so many places for all categories, and an order so many tickets. */
export const mostTickets = (
  counts: Counts,
  times: ChosenTimes,
  offer: Offer,
  { priceCategory: own }: Readonly<{ priceCategory: string }>,
  categories: readonly Readonly<{ priceCategory: string }>[],
): Readonly<{ places: number; max: number }> => {
  const time = saleTime(offer, times)
  const { available } = offer.entryTimes?.find(({ entryTime }) => entryTime === time) ?? offer
  const others = categories
    .filter(({ priceCategory }) => priceCategory !== own)
    .reduce((sum, { priceCategory }) => sum + ticketCount(counts, offer, priceCategory), 0)
  const inSale = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const places = Math.max(0, (available ?? Infinity) - others)
  return { places, max: Math.max(0, Math.min(places, maxTickets - inSale + ticketCount(counts, offer, own))) }
}

/** Above so many tickets of one line, so many days ahead, or so much money in hundredths, staff are asked whether they meant it. */
const unusual = { tickets: 20, days: 366, total: 50_000 }

/** Whether a sale may be a slip of the hand. */
export const isUnusual = (
  lines: readonly Line[],
  { currency, today }: Readonly<{ currency: string; today: string }>,
): boolean =>
  lines.some(({ quantity, offer }) => quantity > unusual.tickets || offer.date > addDays(today, unusual.days)) ||
  saleTotal(lines) > unusual.total * (currencyDecimals(currency) === 0 ? 100 : 1)

/** The lines of a sale, in the order of the offers and of the categories. */
export const saleLines = (
  counts: Counts,
  times: ChosenTimes,
  offers: readonly Offer[],
  categories: PriceCategories,
  currency: string,
): readonly Line[] =>
  offers.flatMap((offer) =>
    categories.flatMap((category) => {
      const { priceCategory, name } = category
      const quantity = ticketCount(counts, offer, priceCategory)
      return quantity === 0
        ? []
        : {
            offer,
            entryTime: saleTime(offer, times),
            priceCategory,
            name,
            quantity,
            price: categoryPrice(offer, category, currency),
          }
    }),
  )

/** What the visitor pays, in hundredths of the currency. */
export const saleTotal = (lines: readonly Line[]): number =>
  lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0)

/** The items of an order: the lines, in their order. */
export const saleItems = (lines: readonly Line[]): OrderFields['items'] =>
  lines.map(({ offer, entryTime, priceCategory, quantity }) => ({
    ticketDate: offer.date,
    ...(entryTime !== undefined && { entryTime }),
    priceCategory,
    quantity,
    ...(offer.event === undefined ? { ticketType: 'general' } : { ticketType: 'event', eventId: offer.event.eventId }),
  }))

/** The order of a sale. */
export const saleOrder = (
  lines: readonly Line[],
  { method, email }: Readonly<{ method: string; email: string }>,
): OrderFields => ({
  items: saleItems(lines),
  total: saleTotal(lines) / 100,
  payment: { method },
  ...(email.trim() !== '' && { email: email.trim() }),
})
