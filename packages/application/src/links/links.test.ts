import { describe, expect, it } from '@jest/globals'
import { CalendarDate, Email, Instant, OrderId, Price, Quantity, TicketId } from '@museum/domain'
import { aMuseum, anActor, inMemoryPaymentProvider, inMemoryPorts, unrefused } from '@museum/testing'
import { anOrder, exampleId } from '@museum/testing/examples'
import type { Museum } from '../museum.ts'

const day = 86_400_000
const email = Email('visitor@example.org')
const ticketDate = CalendarDate('2030-05-17')

/** A museum with links, two servers and a clock that a test sets. */
const open = async () => {
  const clock = { now: Date.UTC(2030, 4, 1, 10) }
  const ports = inMemoryPorts({
    now: () => Instant(clock.now),
    generalPrice: Price(1_200),
    paymentProvider: inMemoryPaymentProvider({ now: () => Instant(clock.now) }),
  })
  const [museum, other] = [aMuseum(ports), aMuseum(ports)]
  await museum.ensureLinkKey(anActor)
  const order = async () =>
    unrefused(
      await museum.placeOrder({
        items: [{ ticketType: 'general', ticketDate, quantity: Quantity(2) }],
        purchaser: { email },
      }),
    )
  const reserve = async () =>
    unrefused(
      await museum.createReservation(
        { items: [{ ticketType: 'general', ticketDate, quantity: Quantity(2) }], purchaser: { email } },
        { actor: anActor },
      ),
    )
  const linkOf = async (tickets: Parameters<typeof museum.linkOf>[0]) => (await museum.linkOf(tickets))!
  return { clock, ports, museum, other, order, reserve, linkOf }
}
const linkTo = async (museum: Museum, reservation: Parameters<Museum['linkOfReservation']>[0]) =>
  (await museum.linkOfReservation(reservation))!
const notFound = { refusal: 'link-not-found' }

describe('the link of a visitor', () => {
  it('leads to all tickets of an order, each in its current state, with a code unless it is cancelled', async () => {
    const { museum, other, order, linkOf } = await open()
    const { orderId, tickets } = await order()
    const [first, second] = tickets
    await museum.cancelTicket(first!.ticketId, undefined, anActor)
    const linked = unrefused(await other.getLinkedTickets(await linkOf(tickets)))
    expect(linked.order?.orderId).toBe(orderId)
    expect(linked.tickets.map(({ ticket, code }) => [ticket.ticketId, ticket.state, typeof code])).toEqual([
      [first!.ticketId, 'cancelled', 'undefined'],
      [second!.ticketId, 'valid', 'string'],
    ])
  })

  it('leads to the ticket that was sold without an order', async () => {
    const { museum, linkOf } = await open()
    const { ticketId, ...ticket } = unrefused(await museum.buyMuseumTickets(anOrder({ ticketDate })))
    const linked = unrefused(await museum.getLinkedTickets(await linkOf([{ ticketId, ...ticket }])))
    expect(linked).not.toHaveProperty('order')
    expect(linked.tickets.map((each) => each.ticket.ticketId)).toEqual([ticketId])
  })

  it('is shown until 30 days after the last date', async () => {
    const { museum, order, linkOf, clock } = await open()
    const link = await linkOf((await order()).tickets)
    clock.now = Date.parse(ticketDate) + 30 * day
    unrefused(await museum.getLinkedTickets(link))
    clock.now += day
    expect(await museum.getLinkedTickets(link)).toMatchObject({ refusal: 'link-ended' })
  })

  it('leads nowhere once the address of the purchaser is erased, while a new one does', async () => {
    const { museum, order, linkOf, ports } = await open()
    const { orderId, tickets } = await order()
    const link = await linkOf(tickets)
    await museum.erasePurchaserData(email, anActor)
    expect(await museum.getLinkedTickets(link)).toMatchObject(notFound)
    unrefused(await museum.getLinkedTickets(await linkOf((await ports.orders.find(orderId))!.tickets)))
  })

  it('leads nowhere once the address is corrected, nor does that to the reservation, while new ones do', async () => {
    const { museum, reserve, linkOf, ports } = await open()
    const reservation = await reserve()
    const { order } = unrefused(await museum.sellReservation(reservation.reservationId, {}, anActor))
    const before = [await linkOf(order.tickets), await linkTo(museum, reservation)]
    const other = { email: Email('other@example.org') }
    const corrected = unrefused(await museum.correctOrderAddress(order.orderId, other, anActor))
    expect(await museum.getLinkedTickets(before[0]!)).toMatchObject(notFound)
    expect(await museum.reservationOfLink(before[1]!)).toMatchObject(notFound)
    unrefused(await museum.getLinkedTickets(await linkOf(corrected.order.tickets)))
    const { reservationId } = reservation
    expect(await museum.reservationOfLink(await linkTo(museum, { reservationId, purchaser: other }))).toBe(
      reservationId,
    )
    expect((await ports.orders.find(order.orderId))?.tickets).toEqual(corrected.order.tickets)
  })

  it('leads nowhere when it is altered, or of an order that there is not', async () => {
    const { museum, order, linkOf } = await open()
    const { tickets } = await order()
    const link = await linkOf(tickets)
    const [sold] = tickets
    const unknown = { ...sold!, orderId: OrderId(exampleId(99_999)) }
    const { orderId: _, ...alone } = { ...sold!, ticketId: TicketId(exampleId(99_999)) }
    const { purchaser: __, ...withoutAddress } = sold!
    for (const wrong of [
      '',
      link.slice(0, -1),
      link.slice(0, -1) + (link.endsWith('0') ? '1' : '0'),
      await linkOf([unknown]),
      await linkOf([withoutAddress]),
      await linkOf([alone]),
    ])
      expect([wrong, await museum.getLinkedTickets(wrong)]).toMatchObject([wrong, notFound])
  })

  it('leads nowhere once the key is replaced: at once on the server that did it, within five seconds on another', async () => {
    const { museum, other, order, linkOf, clock } = await open()
    const { tickets } = await order()
    const link = await linkOf(tickets)
    unrefused(await other.getLinkedTickets(link))
    expect(await museum.rotateLinkKey(anActor)).toBeUndefined()
    expect(await museum.getLinkedTickets(link)).toMatchObject(notFound)
    clock.now += 5_000
    expect(await other.getLinkedTickets(link)).toMatchObject(notFound)
    unrefused(await other.getLinkedTickets(await linkOf(tickets)))
  })

  it('has one first key, which another server finds that has read none before', async () => {
    const ports = inMemoryPorts()
    const [one, other] = [aMuseum(ports), aMuseum(ports)]
    const ticket = unrefused(await one.buyMuseumTickets(anOrder()))
    expect(await other.linkOf([ticket])).toBeUndefined()
    await one.ensureLinkKey(anActor)
    await other.ensureLinkKey(anActor)
    const link = await one.linkOf([ticket])
    expect(link).toHaveLength(44)
    expect(await other.linkOf([ticket])).toBe(link)
    const { items } = await ports.audit.list({ about: { kind: 'link-key' } }, { page: 1, limit: 10 })
    expect(items).toMatchObject([{ actor: anActor.username, operation: 'ensureLinkKey', subject: { id: 'all' } }])
  })

  it('to a reservation leads to it, also once it is sold, until its address is erased or the key is replaced', async () => {
    const { museum, other, ports, reserve } = await open()
    const [sold, held] = [await reserve(), await reserve()]
    const [toSold, toHeld] = [await linkTo(museum, sold), await linkTo(museum, held)]
    expect(await other.reservationOfLink(toSold)).toBe(sold.reservationId)
    unrefused(await museum.sellReservation(sold.reservationId, {}, anActor))
    expect(await other.reservationOfLink(toSold)).toBe(sold.reservationId)
    expect(await museum.getLinkedTickets(toSold)).toMatchObject(notFound)
    await museum.erasePurchaserData(email, anActor)
    for (const link of [toSold, toHeld]) expect(await museum.reservationOfLink(link)).toMatchObject(notFound)
    const current = (await ports.reservations.find(held.reservationId))!
    const link = await linkTo(museum, current)
    expect(await museum.reservationOfLink(link)).toBe(held.reservationId)
    await museum.rotateLinkKey(anActor)
    expect(await museum.reservationOfLink(link)).toMatchObject(notFound)
  })

  it('to a reservation that is being paid outlives a rotation by two hours', async () => {
    const { museum, reserve, clock } = await open()
    const reservation = await reserve()
    const link = await linkTo(museum, reservation)
    unrefused(await museum.openPayment(reservation.reservationId, {}, anActor))
    await museum.rotateLinkKey(anActor)
    clock.now += 2 * 60 * 60_000 - 1
    expect(await museum.reservationOfLink(link)).toBe(reservation.reservationId)
    clock.now += 1
    expect(await museum.reservationOfLink(link)).toMatchObject(notFound)
  })

  it('to tickets leads to no reservation, nor does an altered one; a removed reservation is told apart', async () => {
    const { museum, order, linkOf, reserve } = await open()
    const link = await linkTo(museum, await reserve())
    for (const wrong of ['', await linkOf((await order()).tickets), link.slice(1), `x${link.slice(1)}`])
      expect([wrong, await museum.reservationOfLink(wrong)]).toMatchObject([wrong, notFound])
    const removed = await linkTo(museum, { reservationId: OrderId(exampleId(99_999)) })
    expect(await museum.reservationOfLink(removed)).toMatchObject({ refusal: 'link-ended' })
  })

  it('is none where the museum has no shop', async () => {
    const ports = { ...inMemoryPorts(), linkAlgorithm: undefined }
    const museum = aMuseum(ports)
    await museum.ensureLinkKey(anActor)
    const ticket = unrefused(await museum.buyMuseumTickets(anOrder()))
    expect(await museum.linkOf([ticket])).toBeUndefined()
    expect(await museum.getLinkedTickets('A'.repeat(44))).toMatchObject(notFound)
    expect(await museum.rotateLinkKey(anActor)).toMatchObject({ refusal: 'shop-off' })
    expect(await ports.linkKeys.list()).toEqual([])
  })
})
