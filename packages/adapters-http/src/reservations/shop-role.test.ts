import { describe, expect, it } from '@jest/globals'
import { OrderId, Price } from '@museum/domain'
import { anActor } from '@museum/testing'
import { aMuseumApi, authorizationOf } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'

const items = [{ ticketType: 'general', ticketDate: '2030-05-17', quantity: 2 }]
const shop = { Authorization: authorizationOf('shop') }

/** A museum whose general entry has a price, by default none. */
const aFreeMuseum = (generalPrice = 0) => {
  const api = aMuseumApi({ generalPrice: Price(generalPrice) })
  const reserve = async (body: object = {}, headers: Record<string, string> = shop) => {
    const response = await api.send('POST', '/reservations', { items, ...body }, headers)
    expect(response.status).toBe(201)
    return ((await response.json()) as { reservationId: string }).reservationId
  }
  const statusOf = async (method: string, path: string, body: object = {}) => {
    const response = await (method === 'GET'
      ? api.request(method, path, { headers: shop })
      : api.send(method, path, body, shop))
    return response.status
  }
  return { ...api, reserve, statusOf }
}

describe('a user with the role shop', () => {
  it('reserves, extends, releases and sells what costs nothing, and reads the order and its tickets', async () => {
    const { reserve, statusOf, request, send } = aFreeMuseum()
    const reservationId = await reserve({ email: 'visitor@example.org' })
    expect(await statusOf('GET', `/reservations/${reservationId}`)).toBe(200)
    expect(await statusOf('POST', `/reservations/${reservationId}/extension`)).toBe(200)
    const sold = await send('POST', `/reservations/${reservationId}/order`, {}, shop)
    expect([sold.status, sold.headers.get('Location')]).toEqual([201, `/v1.1/orders/${reservationId}`])
    const { tickets } = (await sold.json()) as { tickets: { ticketId: string }[] }
    const order = await request('GET', `/orders/${reservationId}`, { headers: shop })
    expect(await order.json()).toMatchObject({ soldBy: 'website', email: 'visitor@example.org', total: 0 })
    for (const { ticketId } of tickets) {
      expect(await statusOf('GET', `/tickets/${ticketId}`)).toBe(200)
      expect(await statusOf('GET', `/tickets/${ticketId}/qr`)).toBe(200)
    }
    expect(await statusOf('POST', `/reservations/${await reserve()}/release`)).toBe(200)
  })

  it('reads the URL of the page with the tickets of its order, which no other role does', async () => {
    const options = { publicOrigin: 'https://museum.example', mountPath: '/entry' }
    const api = aMuseumApi({}, options)
    const sell = async () => {
      const { reservationId } = (await (await api.send('POST', '/reservations', { items }, shop)).json()) as {
        reservationId: string
      }
      await api.send('POST', `/reservations/${reservationId}/order`, {}, shop)
      return OrderId(reservationId)
    }
    const orderOf = async (orderId: OrderId, role: 'shop' | 'admin' | 'box-office', by = api) => {
      const headers = { Authorization: authorizationOf(role) }
      return (await (await by.request('GET', `/orders/${orderId}`, { headers })).json()) as { ticketsUrl?: string }
    }
    const orderId = await sell()
    expect(await orderOf(orderId, 'shop')).not.toHaveProperty('ticketsUrl')
    await api.museum.ensureLinkKey(anActor)
    const { tickets } = (await api.ports.orders.find(orderId))!
    const link = await api.museum.linkOf(tickets)
    expect((await orderOf(orderId, 'shop')).ticketsUrl).toBe(`https://museum.example/entry/my-tickets/${link}`)
    for (const role of ['admin', 'box-office'] as const)
      expect(await orderOf(orderId, role)).not.toHaveProperty('ticketsUrl')
    expect(await orderOf(orderId, 'shop', aMuseumApi(api.ports))).not.toHaveProperty('ticketsUrl')
  })

  it('finds no reservation, order or ticket of others', async () => {
    const { reserve, statusOf, send } = aFreeMuseum()
    const reservationId = await reserve({}, {})
    expect(await statusOf('GET', `/reservations/${reservationId}`)).toBe(404)
    for (const change of ['extension', 'release', 'order'])
      expect(await statusOf('POST', `/reservations/${reservationId}/${change}`)).toBe(404)
    const ofReservation = (await (await send('POST', `/reservations/${reservationId}/order`, {})).json()) as Sold
    const atDesk = (await (await send('POST', '/orders', { items })).json()) as Sold
    const alone = (await (await send('POST', '/tickets', { ...items[0], email: 'visitor@example.org' })).json()) as {
      ticketId: string
    }
    for (const { orderId, tickets } of [ofReservation, atDesk]) {
      expect(await statusOf('GET', `/orders/${orderId}`)).toBe(404)
      expect(await statusOf('GET', `/tickets/${tickets[0]!.ticketId}`)).toBe(404)
      expect(await statusOf('GET', `/tickets/${tickets[0]!.ticketId}/qr`)).toBe(404)
    }
    expect(await statusOf('GET', `/tickets/${alone.ticketId}`)).toBe(404)
  })

  it('gives no end of a reservation, and sells nothing that costs something', async () => {
    const { reserve, send, statusOf } = aFreeMuseum(1_200)
    const until = '2030-05-10T10:00:00Z'
    const withEnd = await send('POST', '/reservations', { items, until }, shop)
    expect([withEnd.status, (await problemOf(withEnd)).slug]).toEqual([403, 'forbidden'])
    const reservationId = await reserve()
    expect(await statusOf('POST', `/reservations/${reservationId}/extension`, { until })).toBe(403)
    const payment = { method: 'card' }
    expect(await statusOf('POST', `/reservations/${reservationId}/order`, { payment })).toBe(403)
    expect(await statusOf('GET', `/orders/${reservationId}`)).toBe(404)
  })
})

type Sold = Readonly<{ orderId: string; tickets: readonly Readonly<{ ticketId: string }>[] }>
