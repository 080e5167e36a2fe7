import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  Currency,
  EventId,
  EventName,
  Percentage,
  Price,
  PriceCategories,
  PriceCategoryId,
  PriceCategoryName,
  usualPriceCategories,
} from '@museum/domain'
import { anAuditEntry } from '@museum/testing'
import { aSpecialEvent, exampleId } from '@museum/testing/examples'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { findFinerPrices } from './find-finer-prices.ts'

const events = [1_000, 250, 1_050, 1].map((price, n) => ({
  eventId: EventId(exampleId(n + 1)),
  name: EventName(`Event ${n}`),
  price: Price(price),
}))

const categories = [800, 850].map((generalPrice, n) => ({
  priceCategory: PriceCategoryId(`c${n}`),
  name: PriceCategoryName(`Category ${n}`),
  percentage: Percentage(50),
  generalPrice: Price(generalPrice),
}))

describe.each(namedEngines)('the prices that are finer than the currency on %s', (_name, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    for (const event of events) await opened.specialEvents.add(aSpecialEvent(event), anAuditEntry())
  })
  afterEach(() => opened.close())

  it('of events are counted, and the first ones are named', async () => {
    const { database } = opened
    expect(await findFinerPrices(database, Currency('JPY'), 2)).toMatchObject({
      count: 3,
      events: events.slice(1, 3),
    })
    for (const currency of ['EUR', 'KWD'])
      expect(await findFinerPrices(database, Currency(currency), 2)).toMatchObject({ count: 0, events: [] })
  })

  it('of price categories for general entry are named', async () => {
    const { database, priceCategories } = opened
    await priceCategories.replace(
      PriceCategories([...usualPriceCategories, ...categories]),
      () => undefined,
      () => anAuditEntry(),
    )
    const { percentage: _, ...second } = categories[1]!
    expect((await findFinerPrices(database, Currency('JPY'), 2)).categories).toEqual([second])
    expect((await findFinerPrices(database, Currency('EUR'), 2)).categories).toEqual([])
  })
})
