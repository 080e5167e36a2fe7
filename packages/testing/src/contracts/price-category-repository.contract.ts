import {
  Percentage,
  Price,
  PriceCategories,
  PriceCategoryId,
  PriceCategoryName,
  refuse,
  usualPriceCategories,
} from '@museum/domain'
import { somePriceCategories } from '../examples/index.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const entry = anAuditEntry({ operation: 'setPriceCategories', subject: { kind: 'price-categories', id: 'all' } })

/** The tests that every repository of price categories must pass. Run them once per adapter. */
export const priceCategoryRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the price category repository in ${adapter}`, open, ({ it, servers }) => {
    const set = (categories: PriceCategories, server: 'one' | 'other' = 'one') =>
      servers[server].priceCategories.replace(
        categories,
        () => undefined,
        () => entry,
      )
    const entries = async () => (await servers.one.audit.list({}, { page: 1, limit: 100 })).items

    it('has the usual categories until they are changed', async () => {
      expect(await servers.one.priceCategories.list()).toEqual(usualPriceCategories)
    })

    it('stores a list in its order, which the other server reads at once', async () => {
      const turned = PriceCategories(somePriceCategories.toReversed())
      for (const categories of [somePriceCategories, turned, usualPriceCategories]) {
        expect(await set(categories)).toEqual(categories)
        expect(await servers.other.priceCategories.list()).toEqual(categories)
      }
    })

    it('stores names of every script, and 20 categories', async () => {
      const others = Array.from({ length: 19 }, (_, n) => ({
        priceCategory: PriceCategoryId(`c${n}`),
        name: PriceCategoryName(`児童・生徒 👩‍👧 ${n} ${'ß'.repeat(40)}`),
        percentage: Percentage(n),
      }))
      const most = PriceCategories([...others, ...usualPriceCategories])
      await set(most)
      expect(await servers.other.priceCategories.list()).toEqual(most)
    })

    it('stores a price for general entry, from 0 to the largest, and takes it away', async () => {
      const child = {
        priceCategory: PriceCategoryId('child'),
        name: PriceCategoryName('C'),
        percentage: Percentage(50),
      }
      const priced = (generalPrice: number) => ({ ...child, generalPrice: Price(generalPrice) })
      const lists = [child, priced(0), priced(800), priced(9_999_999_999), child].map((each) =>
        PriceCategories([...usualPriceCategories, each]),
      )
      for (const [n, list] of lists.entries()) {
        expect(await set(list)).toEqual(list)
        expect(await servers.other.priceCategories.list()).toEqual(list)
        expect(await entries()).toHaveLength(n + 1)
      }
    })

    it('returns a list with two equal names, which an earlier version has stored', async () => {
      const [one, other] = ['a', 'b'].map((id) => ({
        priceCategory: PriceCategoryId(id),
        name: PriceCategoryName('Child'),
        percentage: Percentage(50),
      }))
      const list = [...usualPriceCategories, one, other] as readonly unknown[] as PriceCategories
      await set(list)
      expect(await servers.other.priceCategories.list()).toEqual(list)
    })

    it('stores the audit entry with a change, which is made of the list before', async () => {
      const seen: unknown[] = []
      await servers.one.priceCategories.replace(
        somePriceCategories,
        (before) => void seen.push(before),
        (before) => {
          seen.push(before)
          return entry
        },
      )
      expect(seen).toEqual([usualPriceCategories, usualPriceCategories])
      expect(await entries()).toHaveLength(1)
    })

    it('writes nothing if the list is equal or is refused', async () => {
      await set(somePriceCategories)
      await set(somePriceCategories, 'other')
      const refusal = refuse('precondition-failed', 'because')
      expect(
        await servers.one.priceCategories.replace(
          usualPriceCategories,
          () => refusal,
          () => entry,
        ),
      ).toEqual(refusal)
      expect(await servers.other.priceCategories.list()).toEqual(somePriceCategories)
      expect(await entries()).toHaveLength(1)
    })

    it('makes concurrent changes on two servers one after the other', async () => {
      const categoryList = (n: number) =>
        PriceCategories([
          ...usualPriceCategories,
          { priceCategory: PriceCategoryId(`c${n}`), name: PriceCategoryName('C'), percentage: Percentage(n) },
        ])
      const lists = Array.from({ length: 8 }, (_, n) => categoryList(n))
      const before: PriceCategories[] = []
      await Promise.all(
        lists.map((list, n) =>
          servers[n % 2 === 0 ? 'one' : 'other'].priceCategories.replace(
            list,
            () => undefined,
            (each) => {
              before.push(each)
              return entry
            },
          ),
        ),
      )
      const last = await servers.one.priceCategories.list()
      // An attempt that is repeated makes its entry again, of the list that it finds then.
      expect(new Set([...before, last].map((list) => JSON.stringify(list)))).toEqual(
        new Set([usualPriceCategories, ...lists].map((list) => JSON.stringify(list))),
      )
      expect(await entries()).toHaveLength(8)
    })
  })
