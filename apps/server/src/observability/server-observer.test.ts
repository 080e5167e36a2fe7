import { expect, it } from '@jest/globals'
import type { TicketSale } from '@museum/application'
import { CalendarDate, Instant, OrderId, PaymentMethod, Price, Quantity, type Ticket } from '@museum/domain'
import { aMuseum, inMemoryPaymentProvider, inMemoryPorts, unrefused } from '@museum/testing'
import { anOrder, exampleId } from '@museum/testing/examples'
import { type DecidedPayment, noteProviderCalls, noteSales } from './server-observer.ts'

const actor = { username: 'till' }

it('passes each sale to the observer once it is stored: of a ticket, of an order, and of a reservation', async () => {
  const sales: TicketSale[] = []
  const ports = inMemoryPorts()
  const museum = aMuseum({ ...ports, ...noteSales(ports, { onSale: (sale) => sales.push(sale) }) })
  const items = [{ ...anOrder(), quantity: Quantity(2) }]
  const past = [{ ...anOrder({ ticketDate: CalendarDate('2030-04-30') }), quantity: Quantity(1) }]
  const { ticketId } = unrefused(await museum.buyMuseumTickets(anOrder()))
  const { orderId } = unrefused(await museum.placeOrder({ items }))
  await museum.placeOrder({ items: past })
  const reserve = async () => unrefused(await museum.createReservation({ items }, { actor })).reservationId
  const [reservationId, released] = [await reserve(), await reserve()]
  await museum.extendReservation(reservationId, undefined, actor)
  await museum.releaseReservation(released, actor)
  expect(sales).toHaveLength(2)
  const { order } = unrefused(await museum.sellReservation(reservationId, { quantities: [1] }, actor))
  await museum.sellReservation(reservationId, {}, actor)
  await museum.sellReservation(released, {}, actor)
  await museum.sellReservation(OrderId(exampleId(999)), {}, actor)
  expect(sales.map(({ tickets, order: ofSale }) => [tickets.length, ofSale?.orderId])).toEqual([
    [1, undefined],
    [2, orderId],
    [1, reservationId],
  ])
  expect(sales[0]!.tickets[0].ticketId).toBe(ticketId)
  expect(sales[2]!.tickets).toEqual(order.tickets)
})

it('passes each refunded ticket to the observer once: of a ticket, of an order, and of an order that is undone', async () => {
  const refunded: string[] = []
  const ports = inMemoryPorts({ generalPrice: Price(1_200) })
  const onRefundSettled = ({ ticketId }: Ticket) => void refunded.push(ticketId)
  const museum = aMuseum({ ...ports, ...noteSales(ports, { onRefundSettled }) })
  const items = [{ ...anOrder(), quantity: Quantity(2) }]
  const payment = { method: PaymentMethod('cash') }
  const place = async () => unrefused(await museum.placeOrder({ items, payment }, { actor }))
  const [one, other] = [await place(), await place()]
  await museum.cancelOrder(one.orderId, undefined, actor)
  await museum.refundOrder(one.orderId, { method: PaymentMethod('card') }, actor)
  for (const _again of [1, 2]) await museum.settleRefund(one.tickets[0]!.ticketId, payment, actor)
  for (const _again of [1, 2]) await museum.reverseOrder(other.orderId, {}, actor)
  await museum.refundOrder(OrderId(exampleId(999)), payment, actor)
  expect(refunded).toEqual([...one.tickets, ...other.tickets].map(({ ticketId }) => ticketId))
})

it('passes each decided payment to the observer once, and each call of the provider', async () => {
  const decided: DecidedPayment[] = []
  const calls: string[] = []
  let now = Instant(Date.UTC(2030, 4, 1, 10))
  let isAway = false
  const provider = inMemoryPaymentProvider({
    now: () => now,
    answerTo: () => (isAway ? 'never' : 'at once'),
    patience: 1,
  })
  const observer = {
    onPaymentDecided: (payment: DecidedPayment) => void decided.push(payment),
    onProviderCall: (result: string) => void calls.push(result),
  }
  const ports = inMemoryPorts({ now: () => now, generalPrice: Price(1_200) })
  const museum = aMuseum({
    ...ports,
    ...noteSales(ports, observer),
    paymentProvider: noteProviderCalls(provider, observer),
  })
  const items = [{ ticketType: 'general' as const, ticketDate: CalendarDate('2030-05-17'), quantity: Quantity(1) }]
  const open = async () => {
    const { reservationId } = unrefused(await museum.createReservation({ items }, { actor }))
    return unrefused(await museum.openPayment(reservationId, {}, actor)).payment
  }
  const pass = (seconds: number) => (now = Instant(now + 1_000 * seconds))
  const [inTime, late, given] = [await open(), await open(), await open()]
  pass(40)
  provider.pay(inTime.paymentId)
  provider.pay(late.paymentId)
  for (const _read of [1, 2]) {
    await museum.getReservation(inTime.reservationId)
    pass(3)
  }
  await museum.releaseReservation(given.reservationId, actor)
  isAway = true
  await museum.getReservation(late.reservationId)
  isAway = false
  pass(3_600)
  await museum.getReservation(late.reservationId)
  expect(decided).toEqual([
    { outcome: 'sold', seconds: 40, isLate: false },
    { outcome: 'closed', seconds: 46, isLate: false },
    { outcome: 'sold', seconds: 3_646, isLate: true },
  ])
  expect(calls.toSorted()).toEqual([...Array.from({ length: 6 }, () => 'answered'), 'unavailable'])
})
