import { EventLocation, EventName, type EventTicket } from '@museum/domain'
import { anEventTicket } from '@museum/domain/examples'

/** A ticket to an event with this name and location. */
export const aTicketTo = (name: string, location = 'Main Hall'): EventTicket =>
  anEventTicket({ event: { ...anEventTicket().event, name: EventName(name), location: EventLocation(location) } })
