import { EventId, SpecialEvent, type SpecialEventDraft } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** Adds a special event under a new identifier and returns it. */
export type CreateSpecialEvent = (draft: SpecialEventDraft) => Promise<SpecialEvent>

export const createSpecialEvent =
  ({ specialEvents, newId }: Pick<MuseumPorts, 'specialEvents' | 'newId'>): CreateSpecialEvent =>
  async (draft) => {
    const event = SpecialEvent.create(EventId(newId()), draft)
    await specialEvents.add(event)
    return event
  }
