import { EventId, SpecialEvent, type SpecialEventDraft } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

type Needs = Pick<MuseumPorts, 'specialEvents' | 'newId'>

export const createSpecialEvent =
  ({ specialEvents, newId }: Needs) =>
  async (draft: SpecialEventDraft): Promise<SpecialEvent> => {
    const event = SpecialEvent.create(EventId(newId()), draft)
    await specialEvents.add(event)
    return event
  }
