import { type Museum, type Programme, Unavailable } from '@museum/application'
import {
  Availability,
  CalendarDate,
  type Currency,
  type EventId,
  type OpeningHours,
  type PlacesLevel,
  type Price,
  type PriceCategory,
  type TicketType,
  type TimeOfDay,
  isRefusal,
  priceOf,
} from '@museum/domain'
import { LRUCache } from 'lru-cache'
import { cachedFor } from '../../health/cached-for.ts'

type Uses = Pick<
  Museum,
  'getProgramme' | 'getAvailability' | 'getGeneralEntryAvailability' | 'getPriceCategories' | 'getMuseum'
>

/** A price category in which an offer is sold, and its price for it in minor units. */
export type OfferedCategory = Pick<PriceCategory, 'priceCategory' | 'name'> & Readonly<{ price: Price }>

/** General entry, or an event, on a date: what a visitor can buy. */
export type Offer = Readonly<{
  ticketType: TicketType
  eventId?: EventId
  name?: string
  location?: string
  date: CalendarDate
  level: PlacesLevel
  /** The hours of general entry. */
  openingHours?: Pick<OpeningHours, 'timeOpen' | 'timeClose'>
  /** Present where the date has entry times that are not over. */
  entryTimes?: readonly Readonly<{ entryTime: TimeOfDay; level: PlacesLevel }>[]
  categories: readonly OfferedCategory[]
  currency: Currency
}>

/** A date of general entry in the list of a month; `undefined` level: the museum is closed. */
export type OfferedDate = Readonly<{ date: CalendarDate; level: PlacesLevel | undefined }>

/** For how many days ahead general entry is offered; as many as the programme has events for. */
const daysAhead = 365
/** How many dates a visitor sees at once. */
export const datesAtOnce = 28

type Period = Readonly<Record<'startDate' | 'endDate', CalendarDate>>
/** How many periods are kept: more dates than are offered. */
const maxPeriods = 400

/** Milliseconds for which what visitors read is not read again, as for the page at `/`. */
const maxAge = 2_000

/** What the shop offers, as it was stored at most a few seconds ago: everyone can ask for it, as often as they like. */
export const shopOffers = (
  { getProgramme, getAvailability, getGeneralEntryAvailability, getPriceCategories, getMuseum }: Uses,
  perf: Readonly<{ now: () => number }> = performance,
) => {
  const programme = cachedFor(
    maxAge,
    () => getProgramme('full'),
    () => perf.now(),
  )
  const categories = cachedFor(maxAge, getPriceCategories, () => perf.now())
  const profile = cachedFor(maxAge, getMuseum, () => perf.now())
  /** Reads what is stored for a period, unless it was read a moment ago. */
  const cachedPeriods = <Read>(read: (period: Period) => Promise<Read>) => {
    const periods = new LRUCache<string, Promise<Read>>({ max: maxPeriods, ttl: maxAge, ttlResolution: 0, perf })
    const keyOf = ({ startDate, endDate }: Period) => `${startDate} ${endDate}`
    return {
      get(period: Period): Promise<Read> {
        const known = periods.get(keyOf(period))
        if (known !== undefined) return known
        const reading = read(period)
        periods.set(keyOf(period), reading)
        reading.catch(() => periods.delete(keyOf(period)))
        return reading
      },
      forget: (period: Period) => periods.delete(keyOf(period)),
    }
  }
  const generalEntry = cachedPeriods((period) => getGeneralEntryAvailability(period, { page: 1, limit: datesAtOnce }))
  const availability = cachedPeriods(getAvailability)
  /** What is offered on a date: an event, or general entry; `undefined` where there is nothing to buy. */
  const find = async (date: CalendarDate, eventId: EventId | undefined): Promise<Offer | undefined> => {
    const { today, currency } = await profile()
    if (date < today || date > CalendarDate.plusDays(today, daysAhead)) return undefined
    const days = await availability.get({ startDate: date, endDate: date })
    // So many entry times of events are on one date that they cannot be read.
    if (isRefusal(days)) throw new Unavailable(days.because)
    const [day] = days
    const event = eventId && day?.events.find((each) => each.event.eventId === eventId)
    const offered = eventId === undefined ? day?.generalEntry : event
    if (offered === undefined) return undefined
    const ticketType = event ? 'event' : 'general'
    const sold = await categoriesOf(ticketType, event ? event.event.price : day!.generalEntry!.price)
    if (sold.length === 0) return undefined
    const { timeOpen, timeClose } = day!.generalEntry ?? {}
    return {
      ticketType,
      date,
      level: levelOf(offered),
      categories: sold,
      currency,
      ...(event && { eventId: event.event.eventId, name: event.event.name, location: event.event.location }),
      ...(!event && timeOpen && timeClose && { openingHours: { timeOpen, timeClose } }),
      ...(offered.entryTimes && {
        entryTimes: offered.entryTimes.map((time) => ({
          entryTime: time.entryTime,
          level: Availability.levelOf(time),
        })),
      }),
    }
  }
  /** The categories in which something is sold: while nothing can be paid online, those that are free. */
  const categoriesOf = async (ticketType: TicketType, full: Price): Promise<readonly OfferedCategory[]> => {
    const [{ currency, paysOnline }, all] = await Promise.all([profile(), categories()])
    return all
      .map((each) => ({
        priceCategory: each.priceCategory,
        name: each.name,
        price: priceOf(ticketType, full, each, currency),
      }))
      .filter(({ price }) => paysOnline || price === 0)
  }

  return {
    /** The programme of events. */
    programme,

    /** Dates of general entry from a date on, at the earliest today; none where it is not sold here. */
    async dates(from: CalendarDate): Promise<readonly OfferedDate[]> {
      const { today, generalPrice } = await programme()
      if ((await categoriesOf('general', generalPrice)).length === 0) return []
      // Beginnings that are four weeks apart, so that what is read is read for all visitors.
      const steps = Math.max(0, Math.floor((CalendarDate.toDays(from) - CalendarDate.toDays(today)) / datesAtOnce))
      const first = CalendarDate.plusDays(today, steps * datesAtOnce)
      const last = CalendarDate.plusDays(today, daysAhead)
      const end = CalendarDate.plusDays(first, datesAtOnce - 1)
      if (first > last) return []
      const endDate = end < last ? end : last
      const days = await generalEntry.get({ startDate: first, endDate })
      const levels = new Map(days.items.map((day) => [day.date, levelOf(day)]))
      return [...CalendarDate.between(first, endDate)].map((date) => ({
        date,
        level: levels.get(date),
      }))
    },

    /** Whether an event is sold here. */
    isSold: async ({ price }: Pick<Programme['events'][number], 'price'>): Promise<boolean> =>
      (await categoriesOf('event', price)).length > 0,

    find,

    /** The same as it is stored now, for a visitor who was refused. */
    async findAgain(date: CalendarDate, eventId: EventId | undefined): Promise<Offer | undefined> {
      availability.forget({ startDate: date, endDate: date })
      return find(date, eventId)
    },
  }
}

const levelOf = (offered: Pick<Availability, 'capacity' | 'available' | 'entryTimes'>): PlacesLevel =>
  // All entry times of the day are over.
  offered.entryTimes?.length === 0 ? 'none' : Availability.levelOf(offered)
