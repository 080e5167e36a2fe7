import { describe, expect, it } from '@jest/globals'
import { CalendarDate, Instant, Price, Quantity } from '@museum/domain'
import { aMuseum, anActor, inMemoryPorts, unrefused } from '@museum/testing'

const shop = { publicUrl: 'https://museum.example', payment: 'off' } as const
const website = { username: 'website', role: 'shop' } as const
const draft = {
  items: [{ ticketType: 'general' as const, ticketDate: CalendarDate('2030-05-17'), quantity: Quantity(2) }],
}
const once = { idempotencyKey: 'one', fingerprint: 'f', render: () => 'response' }

/** Two servers of a museum with a shop, and a clock that a test sets. */
const open = (but: Parameters<typeof inMemoryPorts>[0] = {}) => {
  const clock = { now: Date.UTC(2030, 4, 1, 10) }
  const ports = inMemoryPorts({ now: () => Instant(clock.now), generalPrice: Price(0), shop, ...but })
  return { clock, ports, museum: aMuseum(ports), other: aMuseum(ports) }
}

describe('a shop that is closed', () => {
  it('makes no reservation for the role shop, on this server at once, on another one within 5 seconds', async () => {
    const { clock, museum, other } = open()
    for (const each of [museum, other]) unrefused(await each.createReservation(draft, { actor: website }))
    expect(unrefused(await museum.setShop({ isOpen: false }, anActor))).toEqual({ ...shop, isOpen: false })
    expect(await museum.createReservation(draft, { actor: website })).toMatchObject({ refusal: 'shop-closed' })
    clock.now += 5_000
    expect(await other.createReservation(draft, { actor: website })).toMatchObject({ refusal: 'shop-closed' })
    expect([await museum.isShopOpen(), await other.isShopOpen()]).toEqual([false, false])
    expect([await museum.getMuseum(), await other.getMuseum()]).toMatchObject([{ shop: false }, { shop: false }])
    unrefused(await other.setShop({ isOpen: true }, anActor))
    clock.now += 5_000
    for (const each of [museum, other]) unrefused(await each.createReservation(draft, { actor: website }))
    expect(await museum.getMuseum()).toMatchObject({ shop: true })
  })

  it('sells what is held, answers a repeated request as before, and the box office reserves and sells on', async () => {
    const { museum } = open()
    const held = unrefused(await museum.createReservation(draft, { actor: website }))
    const keyed = unrefused(await museum.createReservation(draft, { actor: website, once }))
    unrefused(await museum.setShop({ isOpen: false }, anActor))
    expect(await museum.createReservation(draft, { actor: website, once })).toEqual({ ...keyed, replayed: true })
    expect(unrefused(await museum.sellReservation(held.reservationId, {}, website)).order.tickets).toHaveLength(2)
    for (const role of ['box-office', 'admin'] as const)
      unrefused(await museum.createReservation(draft, { actor: { username: 'desk', role } }))
    unrefused(await museum.placeOrder(draft))
  })

  it('is in the audit log, once for each change', async () => {
    const { museum, ports } = open()
    for (const isOpen of [true, false, false, true]) unrefused(await museum.setShop({ isOpen }, anActor))
    const { items } = await ports.audit.list({ about: { kind: 'shop' } }, { page: 1, limit: 10 })
    expect(items.map(({ operation, before, after }) => [operation, before, after])).toEqual([
      ['setShop', { open: false }, { open: true }],
      ['setShop', { open: true }, { open: false }],
    ])
  })

  it('is not changed when it is another one than the caller knows', async () => {
    const { museum } = open()
    const refused = await museum.setShop({ isOpen: false }, anActor, ({ isOpen }) => !isOpen)
    expect(refused).toMatchObject({ refusal: 'precondition-failed' })
    expect(await museum.getShop()).toEqual({ ...shop, isOpen: true })
  })
})

describe('a museum without a shop', () => {
  it('has none to open or to close, and the role shop reserves also where one was closed before', async () => {
    const { museum, ports } = open()
    unrefused(await museum.setShop({ isOpen: false }, anActor))
    const without = aMuseum({ ...ports, shop: undefined })
    expect(await without.getShop()).toMatchObject({ refusal: 'shop-off' })
    expect(await without.setShop({ isOpen: true }, anActor)).toMatchObject({ refusal: 'shop-off' })
    expect(await without.getMuseum()).toMatchObject({ shop: false })
    unrefused(await without.createReservation(draft, { actor: website }))
  })
})
