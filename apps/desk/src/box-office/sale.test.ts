import { describe, expect, it } from '@jest/globals'
import * as domain from '@museum/domain'
import fc from 'fast-check'
import { categoryPrice, saleTime, saleTotal, timeBeside } from './sale.ts'

const offerOf = (ticketType: 'general' | 'event', price: number) => ({
  price,
  ...(ticketType === 'event' && { event: { eventId: '1', name: 'Tour', location: 'Hall' } }),
})

describe('the price of a ticket at the desk', () => {
  it('is the one of the museum, in currencies with and without decimals', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999_999 }),
        fc.integer({ min: 0, max: 100 }),
        fc.option(fc.integer({ min: 0, max: 9_999_999_999 }), { nil: undefined }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        fc.constantFrom('general', 'event'),
        (hundredths, percentage, generalPrice, currency, ticketType) => {
          const own = generalPrice === undefined ? undefined : domain.Price(generalPrice)
          const price = domain.Price(hundredths)
          const category = { percentage, ...(own !== undefined && { generalPrice: domain.Price.toAmount(own) }) }
          expect(categoryPrice(offerOf(ticketType, domain.Price.toAmount(price)), category, currency)).toBe(
            domain.priceOf(
              ticketType,
              price,
              { percentage: domain.Percentage(percentage), generalPrice: own },
              domain.Currency(currency),
            ),
          )
        },
      ),
    )
  })

  it('is rounded half up', () => {
    const half = (price: number, currency: string) =>
      categoryPrice(offerOf('general', price), { percentage: 50 }, currency)
    expect([half(0.05, 'EUR'), half(0.03, 'EUR'), half(25, 'JPY')]).toEqual([3, 2, 1300])
  })

  it('is that of its category for general entry, and its percentage for an event', () => {
    const reduced = { percentage: 50, generalPrice: 8 }
    const types = ['general', 'event'] as const
    expect(types.map((type) => categoryPrice(offerOf(type, 12), reduced, 'EUR'))).toEqual([800, 600])
  })

  it('adds up without loss', () => {
    const offer = { key: 'a', date: '2030-05-01', price: 0.1, available: null, capacity: null }
    const line = { offer, priceCategory: 'full', name: 'Adult', quantity: 3, price: 10 }
    expect(saleTotal([line])).toBe(30)
  })
})

describe('the entry time of a sale', () => {
  const places = (available: Readonly<Record<string, number | null>>) =>
    Object.entries(available).map(([entryTime, left]) => ({ entryTime, capacity: null, sold: 0, available: left }))
  const entryTimes = places({ '10:00': 0, '10:30': 5, '11:00': 0, '11:30': null })
  const offer = { key: 'a', date: '2030-05-01', price: 12, available: null, capacity: null, entryTimes }

  it('is the first one with places, until another one is chosen', () => {
    expect(saleTime(offer, new Map())).toBe('10:30')
    expect(saleTime(offer, new Map([['b', '11:30']]))).toBe('10:30')
    expect(saleTime(offer, new Map([['a', '11:30']]))).toBe('11:30')
    const { entryTimes: _, ...allDay } = offer
    expect(saleTime(allDay, new Map([['a', '11:30']]))).toBeUndefined()
  })

  it('stays the chosen one when its places are sold, and when it has ended', () => {
    expect(saleTime(offer, new Map([['a', '11:00']]))).toBe('11:00')
    expect(saleTime(offer, new Map([['a', '09:30']]))).toBe('09:30')
    expect(saleTime({ ...offer, entryTimes: places({ '10:00': 0 }) }, new Map())).toBeUndefined()
  })

  it('has those with places beside it', () => {
    expect(timeBeside(entryTimes, '10:30', 1)).toBe('11:30')
    expect(timeBeside(entryTimes, '11:30', 1)).toBe('11:30')
    expect(timeBeside(entryTimes, '11:30', -1)).toBe('10:30')
    expect(timeBeside(entryTimes, '10:30', -1)).toBe('10:30')
    expect(timeBeside(entryTimes, '11:00', -1)).toBe('10:30')
  })
})
