import { describe, expect, it } from '@jest/globals'
import * as domain from '@museum/domain'
import fc from 'fast-check'
import { categoryPrice, saleTotal } from './sale.ts'

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
    const offer = { key: 'a', date: '2030-05-01', price: 0.1, available: null }
    const line = { offer, priceCategory: 'full', name: 'Adult', quantity: 3, price: categoryPrice(0.1, 100, 'EUR') }
    expect(saleTotal([line])).toBe(30)
  })
})
