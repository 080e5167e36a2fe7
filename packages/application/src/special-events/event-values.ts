import { Price, SpecialEvent } from '@museum/domain'
import type { AuditSubject, AuditedValues } from '../audit/audit-entry.ts'

/** The members of an event as the audit has them: as in a response body, without the eventId. */
export const eventValues = (event: SpecialEvent): AuditedValues => ({
  name: event.name,
  location: event.location,
  eventDescription: event.eventDescription,
  dates: SpecialEvent.datesOf(event),
  price: Price.toAmount(event.price),
})

export const eventSubject = ({ eventId }: Pick<SpecialEvent, 'eventId'>): AuditSubject => ({
  kind: 'special-event',
  id: eventId,
})
