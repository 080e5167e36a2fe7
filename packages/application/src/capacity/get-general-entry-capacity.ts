import type { Capacity } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** Returns how many tickets for general entry are sold at most for each day; null: not limited. */
export type GetGeneralEntryCapacity = () => Promise<Readonly<{ capacity: Capacity | null }>>

export const getGeneralEntryCapacity =
  ({ capacities }: Pick<MuseumPorts, 'capacities'>): GetGeneralEntryCapacity =>
  async () => ({ capacity: (await capacities.generalEntryLimit())?.capacity ?? null })
