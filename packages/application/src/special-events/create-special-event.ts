import { EventId, SpecialEvent, type SpecialEventDraft } from '@museum/domain'
import { once } from '../idempotency/once.ts'
import type { MuseumPorts } from '../ports.ts'

type Needs = Pick<MuseumPorts, 'specialEvents' | 'newId' | 'idempotencyRecords'>

export const createSpecialEvent = ({ specialEvents, newId, idempotencyRecords }: Needs) =>
  once<SpecialEventDraft, SpecialEvent>(idempotencyRecords, (draft, recordOf) => {
    const event = SpecialEvent.create(EventId(newId()), draft)
    return specialEvents.add(event, recordOf(event))
  })
