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
  it.each<[() => Readonly<{ detail: string }> | undefined, string]>([
    [() => EventName.faultOf(' '), 'must not be blank'],
    [() => EventName.faultOf('x'.repeat(256)), 'must have at most 255 characters'],
    [() => EventDescription.faultOf('x'.repeat(5001)), 'must have at most 5000 characters'],
    [() => EventName.faultOf('\ud800'), 'must not hold half of a surrogate pair'],
    [() => EventId.faultOf('x'), 'must be a UUID: 8-4-4-4-12 hexadecimal digits, in either case'],
    [() => CalendarDate.faultOf('x'), 'must be a real date of the years 1970 to 9999, written YYYY-MM-DD'],
    [() => TimeOfDay.faultOf('x'), 'must be a time from 00:00 to 23:59, written HH:mm'],
    [() => EventDates.faultOf([]), 'must name at least one date'],
    [() => EventDates.faultOf(dates), 'must name at most 366 dates'],
    [() => Price.ofAmount.faultOf(-1), 'must be a number from 0 to 99999999.99'],
    [() => Price.ofAmount.faultOf(0.001), 'must have at most two decimals'],
    [() => Price.faultOf(-1), 'must be an integer from 0 to 9999999999'],
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
    [() => TicketKeyId.faultOf(0), 'must be an integer from 1 to 255'],
    [() => Percentage.faultOf(101), 'must be an integer from 0 to 100'],
    [
      () => PriceCategoryId.faultOf('Child'),
      'must be 1 to 30 lower-case letters, digits and hyphens, the first a letter, such as child',
    ],
    [() => PriceCategories.faultsOf([]).at(-1), 'must contain the category full, with the percentage 100'],
    [() => PriceCategories.faultsOf([{ ...full, percentage: Percentage(50) }])[0], 'must be 100 for the category full'],
    [() => PriceCategories.faultsOf([full, ...others])[0], 'must have at most 20 price categories'],
    [() => Schedule.faultsOfExceptions(exceptions)[0], 'must have at most 1000 entries: leave out past dates'],
    [() => Order.faultOfItemCount(0), 'must have at least one item'],
    [() => Order.faultOfItemCount(21), 'must have at most 20 items'],
    [() => ofItems(20, 3), 'must be for at most 50 tickets in all: they are 60'],
    [() => ofItems(11, 1), 'must be for at most 5 dates of events and days of general entry: they are 11'],
  ])('has a detail that says what to change (%#)', (faultOf, detail) => {
    expect(faultOf()?.detail).toBe(detail)
  })

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
