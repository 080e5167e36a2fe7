import { describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { basicAuth } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

type Order = Readonly<{
  orderId: string
  total: number
  tickets: readonly Readonly<{ ticketId: string; price: number }>[]
}>
type Sums = Readonly<{ method: string; sold: number; refunded: number; corrected: number }>
type Closing = Readonly<{ number: number; from: string; to: string; methods: readonly Sums[] }>

const password = 'correct horse battery'
const settings = {
  MUSEUM_ADMIN_USERNAME: 'curator',
  MUSEUM_ADMIN_PASSWORD: password,
  MUSEUM_GENERAL_PRICE: '12.35',
}
const clerks = ['anna', 'ben', 'carla'] as const
const tills = ['Till 1', 'Till 2', undefined] as const
const methods = ['cash', 'card', 'voucher'] as const
const orders = 200

describe('a day at two tills with three clerks', () => {
  const { start, runWithInput } = useServers(newDatabase)

  it('is counted to the cent by closings that are made while orders are sold, undone, refunded and corrected', async () => {
    const servers = [await start(settings), await start(settings)] as const
    for (const clerk of clerks)
      expect(await runWithInput(`${password}\n`, 'users add', settings, clerk, '--role', 'box-office')).toMatchObject({
        code: 0,
      })
    const send = async (n: number, method: string, path: string, body?: object) => {
      const clerk = clerks[n % 3]!
      const headers = { Authorization: basicAuth(clerk, password) }
      const response = await servers[n % 2]!.request(method, path, body, headers)
      return { clerk, status: response.status, body: (await response.json()) as unknown }
    }
    const drawerOf = (till: string | undefined, clerk: string) => till ?? `user ${clerk}`
    /** What the responses say, in cents, for each drawer and method. */
    const counted = new Map<string, number>()
    const add = (drawer: string, method: string, amount: number) => {
      const key = `${drawer}, ${method}`
      counted.set(key, (counted.get(key) ?? 0) + Math.round(amount * 100))
    }
    const closings = new Map<string, Closing[]>()
    const close = async (n: number, till: string | undefined) => {
      const { clerk, status, body } = await send(n, 'POST', '/closings', { till, float: 100, counted: [] })
      expect(status).toBe(201)
      const drawer = drawerOf(till, clerk)
      closings.set(drawer, [...(closings.get(drawer) ?? []), body as Closing])
    }
    const sell = async (n: number) => {
      const [till, method] = [tills[(n >> 2) % 3], methods[n % 5 === 0 ? 2 : n % 2]!]
      const item = { ticketType: 'general', ticketDate: '2040-05-17', quantity: 1 + (n % 4) }
      const placed = await send(n, 'POST', '/orders', { items: [item], payment: { method }, till })
      expect(placed.status).toBe(201)
      const { orderId, total, tickets } = placed.body as Order
      const drawer = drawerOf(till, placed.clerk)
      add(drawer, method, total)
      const later = tills[(n + 1) % 3]
      if (n % 7 === 0) {
        const reversed = await send(n + 1, 'POST', `/orders/${orderId}/reversal`, { till: later })
        expect(reversed.status).toBe(200)
        add(drawerOf(later, reversed.clerk), method, -total)
      } else if (n % 5 === 1) {
        const { ticketId, price } = tickets[0]!
        expect((await send(n, 'POST', `/tickets/${ticketId}/cancellation`, {})).status).toBe(200)
        const refund = { method: 'cash', ...(later !== undefined && { till: later }) }
        const refunded = await send(n + 2, 'POST', `/tickets/${ticketId}/refund`, refund)
        expect(refunded.status).toBe(200)
        add(drawerOf(later, refunded.clerk), 'cash', -price)
      } else if (n % 6 === 2) {
        // Often after a closing has counted it.
        await close(n, till)
        expect((await send(n + 1, 'PUT', `/orders/${orderId}/payment`, { method: 'invoice' })).status).toBe(200)
        add(drawer, method, -total)
        add(drawer, 'invoice', total)
      }
    }
    const desk = async (first: number) => {
      for (let n = first; n < orders; n += 5) await sell(n)
    }
    await Promise.all([0, 1, 2, 3, 4].map(desk))
    for (const n of [0, 1]) await close(n, tills[n])
    for (const n of [0, 1, 2]) await close(n, undefined)

    const closed = new Map<string, number>()
    for (const [drawer, all] of closings) {
      const inOrder = all.toSorted((one, other) => one.number - other.number)
      expect(inOrder.map(({ number }) => number)).toEqual(inOrder.map((__, n) => n + 1))
      expect(inOrder.slice(1).map(({ from }) => from)).toEqual(inOrder.slice(0, -1).map(({ to }) => to))
      for (const { method, sold, refunded, corrected } of inOrder.flatMap((each) => each.methods)) {
        const key = `${drawer}, ${method}`
        closed.set(key, (closed.get(key) ?? 0) + Math.round((sold - refunded + corrected) * 100))
      }
    }
    const nonZero = (sums: ReadonlyMap<string, number>) => [...sums].filter(([, sum]) => sum !== 0).toSorted()
    expect(nonZero(closed)).toEqual(nonZero(counted))
    expect(closings.get('Till 1')!.length).toBeGreaterThan(3)
    expect(
      [...closings.values()]
        .flat()
        .flatMap((each) => each.methods)
        .some(({ corrected }) => corrected !== 0),
    ).toBe(true)
  })
})
