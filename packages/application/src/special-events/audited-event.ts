import { EventId, Price, type Refusal, SpecialEvent, type SpecialEventDraft, refuse } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { type AuditSubject, type AuditedValues, recordChange } from '../audit/audit-entry.ts'
import type { MuseumPorts } from '../ports.ts'

export const eventSubject = ({ eventId }: Pick<SpecialEvent, 'eventId'>): AuditSubject => ({
  kind: 'special-event',
  id: eventId,
})

/** The members of an event in audit entries: the members of a response body, without the eventId. */
export const eventValues = (event: SpecialEvent): AuditedValues => ({
  name: event.name,
  location: event.location,
  eventDescription: event.eventDescription,
  dates: SpecialEvent.datesOf(event),
  price: Price.toAmount(event.price),
})

/** The refusal of an event with a price that is finer than the smallest unit of the currency. */
export const priceRefusal = (
  { currency }: Pick<MuseumPorts, 'currency'>,
  { price }: Pick<SpecialEventDraft, 'price'>,
): Refusal<'validation-failed'> | undefined => {
  const fault = Price.faultIn(price, currency)
  return fault && refuse('validation-failed', `price ${fault.detail}.`, [{ member: 'price', ...fault }])
}

/** Makes a special event under a new identifier, and its audit entry, which names `operation`. */
export const newSpecialEvent = (
  { newId, now }: Pick<MuseumPorts, 'newId' | 'now'>,
  draft: SpecialEventDraft,
  actor: Actor,
  operation: 'createSpecialEvent' | 'importSpecialEvents' = 'createSpecialEvent',
) => {
  const event = SpecialEvent.create(EventId(newId()), draft)
  const entry = recordChange({ now }, actor, {
    operation,
    subject: eventSubject(event),
    before: null,
    after: eventValues(event),
  })
  return { event, entry }
}
