import { describe, expect, it } from '@jest/globals'
import { CalendarDate, Email, Price, Quantity } from '@museum/domain'
import { aMuseum, inMemoryPorts, unrefused } from '@museum/testing'
import { maxFreeOrders } from './free-orders.ts'

const pages = { username: 'shop:pages', role: 'shop' } as const

/** Two servers of a museum whose general entry is free, at which visitors reserve. */
const open = () => {
  const ports = inMemoryPorts({ generalPrice: Price(0) })
  const [museum, other] = [aMuseum(ports), aMuseum(ports)]
  const reserve = async (email = 'visitor@example.org') => {
    const items = [{ ticketType: 'general' as const, ticketDate: CalendarDate('2030-05-17'), quantity: Quantity(2) }]
    return unrefused(await museum.createReservation({ items, purchaser: { email: Email(email) } }, { actor: pages }))
      .reservationId
  }
  return { museum, other, reserve }
}

describe('a free order of a visitor', () => {
  it('is the fifth of a day at most, on two servers at the same time too; its reservation stays held', async () => {
    const { museum, other, reserve } = open()
    const held = await Promise.all(Array.from({ length: 8 }, () => reserve()))
    const outcomes = await Promise.all(
      held.map((id, n) => (n % 2 === 0 ? museum : other).sellFreeReservation(id, pages)),
    )
    expect(outcomes.filter((outcome) => 'order' in outcome)).toHaveLength(maxFreeOrders)
    for (const [n, outcome] of outcomes.entries()) {
      const { state } = unrefused(await museum.getReservation(held[n]!, pages))
      expect([outcome, state]).toEqual([outcome, 'order' in outcome ? 'sold' : 'held'])
      if (!('order' in outcome)) expect(outcome).toMatchObject({ refusal: 'too-many-orders' })
    }
    unrefused(await museum.sellFreeReservation(await reserve('other@example.org'), pages))
  })

  it('counts once, however often it is sent, and is the same order after the limit is reached', async () => {
    const { museum, reserve } = open()
    const held = await reserve()
    for (let times = 0; times < 7; times += 1) unrefused(await museum.sellFreeReservation(held, pages))
    for (let n = 1; n < maxFreeOrders; n += 1) unrefused(await museum.sellFreeReservation(await reserve(), pages))
    expect(await museum.sellFreeReservation(await reserve(), pages)).toMatchObject({ refusal: 'too-many-orders' })
    expect(await museum.sellFreeReservation(held, pages)).toMatchObject({ isNew: false })
  })
})
