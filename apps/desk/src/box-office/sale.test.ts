import { describe, expect, it } from '@jest/globals'
import * as domain from '@museum/domain'
import fc from 'fast-check'
import { categoryPrice, saleTime, saleTotal, timeBeside } from './sale.ts'

describe('the price of a ticket at the desk', () => {
  it('is the one of the museum, in currencies with and without decimals', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999_999 }),
        fc.integer({ min: 0, max: 100 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (hundredths, percentage, currency) => {
          const full = domain.Price(hundredths)
          expect(categoryPrice(domain.Price.toAmount(full), percentage, currency)).toBe(
            domain.priceOf(full, domain.Percentage(percentage), domain.Currency(currency)),
          )
        },
      ),
    )
  })

  it('is rounded half up', () => {
    expect([categoryPrice(0.05, 50, 'EUR'), categoryPrice(0.03, 50, 'EUR'), categoryPrice(25, 50, 'JPY')]).toEqual([
      3, 2, 1300,
    ])
  })

  it('adds up without loss', () => {
    const offer = { key: 'a', date: '2030-05-01', price: 0.1, available: null, capacity: null }
    const line = { offer, priceCategory: 'full', name: 'Adult', quantity: 3, price: categoryPrice(0.1, 100, 'EUR') }
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
