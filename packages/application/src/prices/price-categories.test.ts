import { describe, expect, it } from '@jest/globals'
import { Instant, PriceCategoryId, isRefusal, usualPriceCategories } from '@museum/domain'
import { aMuseum, anActor, inMemoryPorts } from '@museum/testing'
import { anOrder, somePriceCategories } from '@museum/testing/examples'

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
