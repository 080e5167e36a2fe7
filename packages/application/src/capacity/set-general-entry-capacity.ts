import type { Capacity } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import type { MuseumPorts } from '../ports.ts'
import type { CapacityChange } from './capacity-repository.ts'

/** Limits how many tickets for general entry are sold for each day; otherwise like `SetEventCapacity`. */
export type SetGeneralEntryCapacity = (capacity: Capacity | null, actor: Actor) => Promise<CapacityChange>

export const setGeneralEntryCapacity =
  ({ capacities, now, today }: Pick<MuseumPorts, 'capacities' | 'now' | 'today'>): SetGeneralEntryCapacity =>
  (capacity, actor) =>
    capacities.setForGeneralEntry(capacity, today(), (before) =>
      recordChange({ now }, actor, {
        operation: 'setGeneralEntryCapacity',
        subject: { kind: 'museum-hours', id: 'capacity' },
        before: { capacity: before },
        after: { capacity },
      }),
    )
