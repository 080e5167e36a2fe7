import { expect, it } from '@jest/globals'
import type { TicketSale } from '@museum/application'
import { CalendarDate, OrderId, Quantity } from '@museum/domain'
import { aMuseum, inMemoryPorts, unrefused } from '@museum/testing'
import { anOrder, exampleId } from '@museum/testing/examples'
import { noteSales } from './server-observer.ts'

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
