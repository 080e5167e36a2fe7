import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { Currency, EventId, EventName, Price } from '@museum/domain'
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

describe.each(namedEngines)('the events whose prices are finer than the currency on %s', (_name, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
    for (const event of events) await opened.specialEvents.add(aSpecialEvent(event), anAuditEntry())
  })
  afterEach(() => opened.close())

  it('are counted, and the first ones are named', async () => {
    const { database } = opened
    expect(await findFinerPrices(database, Currency('JPY'), 2)).toEqual({ count: 3, events: events.slice(1, 3) })
    for (const currency of ['EUR', 'KWD'])
      expect(await findFinerPrices(database, Currency(currency), 2)).toEqual({ count: 0, events: [] })
  })
})
