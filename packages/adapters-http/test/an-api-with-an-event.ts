import { expect } from '@jest/globals'
import { strictConfirmation } from './strict-confirmation.ts'
import { aMuseumApi, event, generalOrder } from './a-museum-api.ts'

/** The API of a museum with the example event, an order for a ticket to it, and functions that buy tickets. */
export const anApiWithAnEvent = async () => {
  const api = aMuseumApi()
  const { eventId } = (await (await api.send('POST', '/special-events', event)).json()) as { eventId: string }
  const eventOrder = { ...generalOrder, ticketType: 'event', eventId }
  const buy = (order: object) => api.send('POST', '/tickets', order)
  const bought = async (order: object) => {
    const response = await buy(order)
    expect(response.status).toBe(201)
    return strictConfirmation.parse(await response.json())
  }
  return { ...api, eventId, eventOrder, buy, bought }
}
