import { expect } from '@jest/globals'
import { z } from 'zod'
import { SpecialEventBody } from '../src/special-events/special-event.wire.ts'
import { TicketConfirmation } from '../src/tickets/ticket.wire.ts'
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

/** Creates the example event with `changes`, and returns the response, its body, its ETag and the path of the event. */
export const createdEvent = async ({ send }: ReturnType<typeof aMuseumApi>, changes: object = {}) => {
  const response = await send('POST', '/special-events', { ...event, ...changes })
  const body = SpecialEventBody.strict().parse(await response.json())
  return { response, body, path: `/special-events/${body.eventId}`, etag: response.headers.get('ETag')! }
}

const [generalConfirmation, eventConfirmation] = TicketConfirmation.options

/** The confirmation of a ticket, without any other member. */
export const strictConfirmation = z.discriminatedUnion('ticketType', [
  generalConfirmation.strict(),
  eventConfirmation.strict(),
])
