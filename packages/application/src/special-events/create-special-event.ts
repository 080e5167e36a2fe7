import { EventId, SpecialEvent, type SpecialEventDraft } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import { recordChange } from '../audit/record-change.ts'
import type { MuseumPorts } from '../ports.ts'
import { eventSubject, eventValues } from './event-values.ts'

/** Adds a special event under a new identifier and returns it. */
export type CreateSpecialEvent = (draft: SpecialEventDraft, actor: Actor) => Promise<SpecialEvent>

export const createSpecialEvent =
  (ports: Pick<MuseumPorts, 'specialEvents' | 'newId' | 'now'>): CreateSpecialEvent =>
  async (draft, actor) => {
    const { event, entry } = newSpecialEvent(ports, draft, actor)
    await ports.specialEvents.add(event, entry)
    return event
  }

/** Makes a special event under a new identifier, and its audit entry, which names `operation`. */
export const newSpecialEvent = (
  { newId, now }: Pick<MuseumPorts, 'newId' | 'now'>,
  draft: SpecialEventDraft,
  actor: Actor,
  operation: 'createSpecialEvent' | 'importSpecialEvents' = 'createSpecialEvent',
): Readonly<{ event: SpecialEvent; entry: NewAuditEntry }> => {
  const event = SpecialEvent.create(EventId(newId()), draft)
  const entry = recordChange({ now }, actor, {
    operation,
    subject: eventSubject(event),
    before: null,
    after: eventValues(event),
  })
  return { event, entry }
}
