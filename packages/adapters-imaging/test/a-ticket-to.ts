import type { EventLocation, EventName, EventTicket } from '@museum/domain'
import { anEventTicket } from '@museum/testing/examples'

/** A ticket to an event with this name and location, which may break the current rules, as stored texts may. */
export const aTicketTo = (name: string, location = 'Main Hall'): EventTicket =>
  anEventTicket({ event: { ...anEventTicket().event, name: name as EventName, location: location as EventLocation } })
