import { CalendarDate, Email, OrderId } from '@museum/domain'
import { exampleId } from '../examples/index.ts'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const [date, next] = [CalendarDate('2030-05-01'), CalendarDate('2030-05-02')]
const email = Email('visitor@example.org')
/** The n-th order. */
const order = (n: number, but: Partial<{ date: CalendarDate; email: Email }> = {}) => ({
  date,
  email,
  orderId: OrderId(exampleId(n)),
  ...but,
})

/** The tests that every repository of free orders must pass. Run them once per adapter. */
export const freeOrderRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the free order repository in ${adapter}`, open, ({ it, servers }) => {
    it('counts as many orders of an address on a date as the limit allows, on both servers together', async () => {
      expect(await servers.one.freeOrders.count(order(1), 2)).toBe(true)
      expect(await servers.other.freeOrders.count(order(2), 2)).toBe(true)
      for (const server of [servers.one, servers.other]) expect(await server.freeOrders.count(order(3), 2)).toBe(false)
    })

    it('counts an order once, however often it is counted', async () => {
      for (const server of [servers.one, servers.other, servers.one])
        expect(await server.freeOrders.count(order(1), 2)).toBe(true)
      expect(await servers.one.freeOrders.count(order(2), 2)).toBe(true)
      expect(await servers.one.freeOrders.count(order(3), 2)).toBe(false)
      expect(await servers.one.freeOrders.count(order(1), 2)).toBe(true)
    })

    it('counts each date and each address by itself, and the forms of an address together', async () => {
      expect(await servers.one.freeOrders.count(order(1), 1)).toBe(true)
      expect(await servers.one.freeOrders.count(order(2, { date: next }), 1)).toBe(true)
      expect(await servers.one.freeOrders.count(order(3, { email: Email('other@example.org') }), 1)).toBe(true)
      expect(await servers.one.freeOrders.count(order(4, { email: Email('VISITOR@Example.org') }), 1)).toBe(false)
    })

    it('never counts more when servers count at the same time', async () => {
      const counted = await Promise.all(
        Array.from({ length: 12 }, (_, n) => servers[n % 2 === 0 ? 'one' : 'other'].freeOrders.count(order(n + 1), 5)),
      )
      expect(counted.filter((isCounted) => isCounted)).toHaveLength(5)
    })

    it('removes what was counted for earlier dates, and nothing else', async () => {
      for (const n of [1, 2]) await servers.one.freeOrders.count(order(n), 2)
      await servers.one.freeOrders.count(order(3, { date: next }), 1)
      expect(await servers.other.freeOrders.removeBefore(date)).toBe(0)
      expect(await servers.other.freeOrders.removeBefore(next)).toBe(2)
      expect(await servers.one.freeOrders.count(order(4), 1)).toBe(true)
      expect(await servers.one.freeOrders.count(order(5, { date: next }), 1)).toBe(false)
    })
  })
