import { describe, expect, it } from '@jest/globals'
import {
  Currency,
  Instant,
  Price,
  PriceCategories,
  PriceCategoryId,
  isRefusal,
  usualPriceCategories,
} from '@museum/domain'
import { aMuseum, anActor, inMemoryPorts } from '@museum/testing'
import { anOrder, somePriceCategories } from '@museum/testing/examples'

/** The categories, with a price of `child` for general entry, in hundredths. */
const pricedAt = (generalPrice: number) =>
  PriceCategories(
    somePriceCategories.map((each) =>
      each.priceCategory === 'child' ? { ...each, generalPrice: Price(generalPrice) } : each,
    ),
  )
const child = anOrder({ priceCategory: PriceCategoryId('child') })

describe('the price categories', () => {
  it('are the default ones until they are set, which the audit log has once', async () => {
    const museum = aMuseum()
    expect(await museum.getPriceCategories()).toEqual(usualPriceCategories)
    for (let again = 0; again < 2; again += 1)
      expect(await museum.setPriceCategories(somePriceCategories, anActor)).toEqual(somePriceCategories)
    expect(await museum.getPriceCategories()).toEqual(somePriceCategories)
    expect(await museum.listAuditEntries({}, { page: 1, limit: 10 })).toMatchObject({
      items: [
        {
          operation: 'setPriceCategories',
          actor: 'curator',
          before: { categories: ['full 100 % Full price'] },
          after: { categories: ['full 100 % Adult', 'child 50 % Child, 6 to 17', 'toddler 0 % Toddler'] },
        },
      ],
    })
  })

  it('are not set when the precondition does not hold', async () => {
    const museum = aMuseum()
    expect(await museum.setPriceCategories(somePriceCategories, anActor, () => false)).toMatchObject({
      refusal: 'precondition-failed',
      because: 'The price categories have changed since you read them. Read them again, then decide again.',
    })
    expect(await museum.getPriceCategories()).toEqual(usualPriceCategories)
  })

  it('have their prices for general entry in the audit log', async () => {
    const museum = aMuseum()
    await museum.setPriceCategories(pricedAt(800), anActor)
    await museum.setPriceCategories(somePriceCategories, anActor)
    const categories = ['full 100 % Adult', 'child 50 % (general entry 8) Child, 6 to 17', 'toddler 0 % Toddler']
    expect(await museum.listAuditEntries({}, { page: 1, limit: 10 })).toMatchObject({
      items: [{ before: { categories } }, { after: { categories } }],
    })
  })

  it('are refused with a new price that is finer than the currency, and keep one that is stored', async () => {
    const ports = inMemoryPorts({ currency: Currency('EUR') })
    await aMuseum(ports).setPriceCategories(pricedAt(850), anActor)
    const museum = aMuseum({ ...ports, currency: Currency('JPY') })
    const renamed = PriceCategories(pricedAt(850).toReversed())
    expect(await museum.setPriceCategories(renamed, anActor)).toEqual(renamed)
    for (const price of [851, 1]) {
      expect(await museum.setPriceCategories(pricedAt(price), anActor)).toMatchObject({
        refusal: 'validation-failed',
        faults: [{ member: '1/generalPrice', code: 'price-too-precise', detail: 'must have no decimals in JPY' }],
      })
    }
    expect(await museum.setPriceCategories(pricedAt(800), anActor)).toEqual(pricedAt(800))
  })

  it('apply to sales of the same server at once, and of another one within five seconds', async () => {
    let moment = Date.UTC(2030, 4, 1, 10)
    const ports = inMemoryPorts({ now: () => Instant(moment) })
    const [one, other] = [aMuseum(ports), aMuseum(ports)]
    const sells = async (museum: typeof one) => !isRefusal(await museum.buyMuseumTickets(child))
    expect([await sells(one), await sells(other)]).toEqual([false, false])
    await one.setPriceCategories(somePriceCategories, anActor)
    expect([await sells(one), await sells(other)]).toEqual([true, false])
    moment += 5_000
    expect(await sells(other)).toBe(true)
  })
})
