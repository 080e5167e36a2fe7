/** The staff clients of a run create, change and delete special events. */
import { createSpecialEvent, deleteSpecialEvent, newSpecialEvent, setCapacity, updateDates } from './client.ts'
import { type History, type Purchase, type SpecialEvent, eventIdIn, isCreated } from './history.ts'
import { randomBetween, randomItem } from './random.ts'

/** The identifier of an event whose creation was confirmed. */
export const eventIdOf = ({ attempts }: SpecialEvent) => eventIdIn(attempts.find(isCreated)!.body)

/** How many events are on sale before the first one is changed. */
const minEvents = 6

/**
 * Clients that change events through the servers that `origin` names; `create` creates one. An update is repeated until
 * its outcome is known, so `origin` must not pass through a proxy: a server would still run an update whose connection
 * is lost, and could apply it after the next one.
 */
export const staffClients = (
  history: History,
  origin: () => string,
  create: () => Promise<unknown> = () => createSpecialEvent(origin(), newSpecialEvent(history)),
) => {
  /** Events with an update whose outcome is not known yet: they may be deleted and limited, but not updated. */
  const updating = new Set<SpecialEvent>()
  /** The events, or general entry, with a change of the capacity whose outcome is not known yet. */
  const limiting = new Set<SpecialEvent | 'general entry'>()
  const isOnSale = (event: SpecialEvent) =>
    !event.isKept && event.attempts.some(isCreated) && event.deletions.length === 0
  const isEnded = (event: SpecialEvent) => event.attempts.some(isCreated) && event.deletions.length > 0
  let onSale: readonly SpecialEvent[] = []
  let ended: readonly SpecialEvent[] = []
  const refresh = () => {
    onSale = history.specialEvents.filter(isOnSale)
    ended = history.specialEvents.filter(isEnded).slice(-3)
  }
  refresh()

  const remove = (event: SpecialEvent) => deleteSpecialEvent(origin, event, eventIdOf(event))
  const update = async (event: SpecialEvent) => {
    updating.add(event)
    const final = await updateDates(origin, event, eventIdOf(event), changedDates(event))
    if (final !== undefined) updating.delete(event)
  }
  const limit = async (event: SpecialEvent) => {
    if (limiting.has(event)) return
    limiting.add(event)
    const places = Math.random() < 0.2 ? null : Math.floor(randomBetween(0, 12))
    const final = await setCapacity(origin, event.capacities, places, eventIdOf(event))
    if (final !== undefined) limiting.delete(event)
  }
  const limitGeneralEntry = async () => {
    if (limiting.has('general entry')) return
    limiting.add('general entry')
    const isSold = ({ ticketType, attempts }: Purchase) => ticketType === 'general' && attempts.some(isCreated)
    const sold = history.purchases.filter(isSold).length
    const places = Math.random() < 0.5 ? null : Math.max(0, Math.floor(sold + randomBetween(-20, 60)))
    const final = await setCapacity(origin, history.generalEntryCapacities, places)
    if (final !== undefined) limiting.delete('general entry')
  }
  return {
    /** The events that clients can buy tickets to. */
    onSale: () => onSale,
    /** The last events that were deleted. */
    ended: () => ended,
    /** Creates, limits, changes or deletes one event, or limits general entry. */
    async act() {
      const event = randomItem(onSale)
      if (event === undefined || onSale.length < minEvents) await create()
      else if (Math.random() < 0.05) await limitGeneralEntry()
      else if (Math.random() < 0.3) await limit(event)
      else if (Math.random() < 0.15) await remove(event)
      else if (!updating.has(event)) await update(event)
      refresh()
    },
  }
}

/** The dates of an event after a random update: one removed, one added again, both, or the same in another order. */
const changedDates = ({ dates, updates }: SpecialEvent): readonly string[] => {
  const current = updates.at(-1)?.dates ?? dates
  const removed = dates.filter((date) => !current.includes(date))
  const chance = Math.random()
  const added = removed.length > 0 && (chance < 0.6 || current.length === 1) ? [randomItem(removed)] : []
  const isRemoving = current.length > 1 && (chance >= 0.45 || removed.length === 0) && chance < 0.9
  const taken = isRemoving ? randomItem(current) : undefined
  return [...added, ...current.filter((date) => date !== taken)].toReversed()
}
