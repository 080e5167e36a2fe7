import { Price, SpecialEvent } from '@museum/domain'

/** An event with the members of a response body of the API. */
export const eventRecord = (event: SpecialEvent) => ({
  eventId: event.eventId,
  name: event.name,
  location: event.location,
  eventDescription: event.eventDescription,
  dates: SpecialEvent.datesOf(event),
  price: Price.toAmount(event.price),
})
