import { describe, expect, it } from '@jest/globals'
import { hours } from '@museum/testing/examples'
import {
  CalendarDate,
  Currency,
  Email,
  EventDates,
  EventDescription,
  EventId,
  EventName,
  EntryTimes,
  type FaultValues,
  Instant,
  OpeningHours,
  Scan,
  ScannedCode,
  Order,
  Percentage,
  Phone,
  Price,
  PriceCategories,
  PriceCategoryId,
  PriceCategoryName,
  Quantity,
  Schedule,
  TicketKeyId,
  TimeOfDay,
  fullPrice,
  isRefusal,
  refuse,
} from './index.ts'

describe('a fault', () => {
  const dates = Array.from({ length: 367 }, () => CalendarDate.last)
  const exceptions = Array.from({ length: 1_001 }, (_, n) => CalendarDate.plusDays(CalendarDate('2030-05-17'), n))
  const full = { priceCategory: fullPrice, name: PriceCategoryName('Adult'), percentage: Percentage(100) }
  const others = Array.from({ length: 20 }, (_, n) => ({ ...full, priceCategory: PriceCategoryId(`child-${n}`) }))
  const ofItems = (count: number, tickets: number) =>
    Order.faultsOf({
      items: exceptions
        .slice(0, count)
        .map((ticketDate) => ({ ticketType: 'general', ticketDate, quantity: Quantity(tickets) })),
    })[0]
  it.each<[() => Readonly<{ detail: string; values?: FaultValues }> | undefined, string, FaultValues?]>([
    [() => EventName.faultOf(' '), 'must not be blank'],
    [() => EventName.faultOf('x'.repeat(256)), 'must have at most 255 characters', { maxLength: 255 }],
    [() => EventDescription.faultOf('x'.repeat(5001)), 'must have at most 5000 characters', { maxLength: 5000 }],
    [() => EventName.faultOf('\ud800'), 'must not hold half of a surrogate pair'],
    [() => EventId.faultOf('x'), 'must be a UUID: 8-4-4-4-12 hexadecimal digits, in either case'],
    [() => CalendarDate.faultOf('x'), 'must be a real date of the years 1970 to 9999, written YYYY-MM-DD'],
    [() => TimeOfDay.faultOf('x'), 'must be a time from 00:00 to 23:59, written HH:mm'],
    [() => EventDates.faultOf([]), 'must name at least one date'],
    [() => EventDates.faultOf(dates), 'must name at most 366 dates', { max: 366 }],
    [() => Price.ofAmount.faultOf(-1), 'must be a number from 0 to 99999999.99', { min: 0, max: 99_999_999.99 }],
    [() => Price.ofAmount.faultOf(0.001), 'must have at most two decimals', { decimals: 2 }],
    [() => Price.faultOf(-1), 'must be an integer from 0 to 9999999999', { min: 0, max: 9_999_999_999 }],
    [() => Currency.faultOf('x'), 'must be the three capital letters of a currency, such as EUR'],
    [
      () => Email.faultOf('x'),
      'must be an e-mail address: at most 254 characters, one @ before a host name, no white space, no ; , | < > ( ) [ ] : \\ or double quote',
    ],
    [() => Email.stored.faultOf('x'), 'must be an e-mail address: at most 254 characters, one @, no white space'],
    [
      () => Phone.faultOf('x'),
      'must be a phone number: at most 32 digits, + ( ) - . / x # and spaces, with at least 3 digits',
    ],
    [() => TicketKeyId.faultOf(0), 'must be an integer from 1 to 255', { min: 1, max: 255 }],
    [() => Percentage.faultOf(101), 'must be an integer from 0 to 100', { min: 0, max: 100 }],
    [
      () => PriceCategoryId.faultOf('Child'),
      'must be 1 to 30 lower-case letters, digits and hyphens, the first a letter, such as child',
    ],
    [() => PriceCategories.faultsOf([]).at(-1), 'must contain the category full, with the percentage 100'],
    [() => PriceCategories.faultsOf([{ ...full, percentage: Percentage(50) }])[0], 'must be 100 for the category full'],
    [() => PriceCategories.faultsOf([full, ...others])[0], 'must have at most 20 price categories', { max: 20 }],
    [
      () => Schedule.faultsOfExceptions(exceptions)[0],
      'must have at most 1000 entries: leave out past dates',
      { max: 1000 },
    ],
    [() => Order.faultOfItemCount(0), 'must have at least one item'],
    [() => Order.faultOfItemCount(21), 'must have at most 20 items', { max: 20 }],
    [() => ofItems(20, 3), 'must be for at most 50 tickets in all: they are 60', { max: 50, tickets: 60 }],
    [
      () => ofItems(11, 1),
      'must be for at most 5 dates of events and days of general entry: they are 11',
      { max: 5, dates: 11 },
    ],
    [
      () => Price.faultIn(Price(1950), Currency('JPY')),
      'must have no decimals in JPY',
      { decimals: 0, currency: 'JPY' },
    ],
    [
      () => Schedule.faultsOfExceptions([CalendarDate('2030-05-17'), CalendarDate('2030-05-17')])[0],
      'must be unique: 2030-05-17 is in the list before',
      { date: '2030-05-17' },
    ],
    [
      () => OpeningHours.faultOf({ timeOpen: TimeOfDay('18:00'), timeClose: TimeOfDay('09:00') }),
      'must open before it closes, not 18:00 to 09:00',
      { timeOpen: '18:00', timeClose: '09:00' },
    ],
    [
      () => PriceCategories.faultsOf([full, full])[0],
      'must be unique: full is in the list before',
      { priceCategory: 'full' },
    ],
    [
      () => PriceCategories.faultsOf([full, full])[1],
      'must be unique: the name of full reads the same',
      { priceCategory: 'full' },
    ],
    [
      () => EntryTimes.faultsOfRule({ every: 7, lastEntry: 481 })[0],
      'must be a whole number of minutes from 0 to 480',
      { min: 0, max: 480 },
    ],
    [
      () => EntryTimes.faultsOfRule({ times: Array.from({ length: 49 }, () => TimeOfDay('10:00')), length: 60 })[0],
      'must have at most 48 times',
      { max: 48 },
    ],
    [
      () => EntryTimes.faultsOfRule({ times: [TimeOfDay('11:00'), TimeOfDay('10:00')], length: 60 })[0],
      'must be later than the time before it, 11:00',
      { previous: '11:00' },
    ],
    [
      () => Scan.faultOf({ isOffline: true, scannedAt: Instant(400_000) }, Instant(0)),
      'must be at most 5 minutes ahead of the clock of the server: check the clock of the scanner',
      { minutes: 5 },
    ],
    [
      () => Scan.faultOf({ isOffline: true, scannedAt: Instant(0) }, Instant(8 * 86_400_000)),
      'must be at most 7 days ago',
      { days: 7 },
    ],
    [() => ScannedCode.faultOf('x'.repeat(1_001)), 'must have at most 1000 characters', { maxLength: 1000 }],
  ])(
    'has a detail that says what to change, and the numbers, dates and times of it (%#)',
    (faultOf, detail, ...[values]) => {
      expect(faultOf()?.detail).toBe(detail)
      expect(faultOf()?.values).toEqual(values)
    },
  )

  it('is thrown as a TypeError with its code when a value is created from faulty input', () => {
    expect(() => EventName(' ')).toThrow(new TypeError('text-blank: must not be blank'))
    expect(() => hours('18:00', '09:00')).toThrow('closes-before-it-opens: must open before it closes')
  })
})

describe('a refusal', () => {
  it('is distinguished from every other outcome', () => {
    expect(isRefusal(refuse('not-today', 'No.'))).toBe(true)
    for (const outcome of [undefined, null, 'refused', 17, true, {}, [], { because: 'No.' }])
      expect(isRefusal(outcome)).toBe(false)
  })

  it('has a name also when the type of the outcome is unknown', () => {
    const outcome: unknown = refuse('not-today', 'No.')
    expect(isRefusal(outcome) && outcome.refusal).toBe('not-today')
  })

  it('has the member faults only when it is given faults', () => {
    expect(refuse('not-today', 'No.')).toEqual({ refusal: 'not-today', because: 'No.' })
    expect(Object.keys(refuse('not-today', 'No.'))).toEqual(['refusal', 'because'])
  })
})
