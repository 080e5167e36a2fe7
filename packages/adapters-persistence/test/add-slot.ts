import { Slot, type Ticket } from '@museum/domain'
import type { MuseumDatabase } from '../src/database/museum-database.ts'
import { slotRowKey } from '../src/places/slot-rows.ts'

/** The row of a slot of which `sold` tickets were sold. */
export const slotRowOf = (slot: Slot, sold = 0) => Object.assign(slotRowKey(slot), { sold, held: 0, changes: 0 })

/** Adds the row of a ticket's slot, as if `sold` tickets of it had been sold. */
export const addSlot = async ({ kysely }: MuseumDatabase, ticket: Ticket, sold = 0): Promise<void> => {
  await kysely
    .insertInto('slot')
    .values(slotRowOf(Slot.of(ticket), sold))
    .execute()
}
