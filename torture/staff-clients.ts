/** The staff clients of a run create, change and delete special events. */
import { createSpecialEvent, deleteSpecialEvent, newSpecialEvent, setCapacity, updateDates } from './client.ts'
import { type History, type SpecialEvent, eventIdIn, isCreated, isFinal } from './history.ts'
import { randomItem } from './random.ts'

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
  /** Events with an update whose outcome is not known yet: they may be deleted, but not updated. */
  const updating = new Set<SpecialEvent>()
  /** Events whose capacity is being set. */
  const limiting = new Set<SpecialEvent>()
  const isLimited = ({ capacity }: SpecialEvent) => capacity === undefined || capacity.attempts.some(isFinal)
  const isOnSale = (event: SpecialEvent) =>
    event.attempts.some(isCreated) && isLimited(event) && event.deletions.length === 0
  const isUnlimited = (event: SpecialEvent) =>
    event.attempts.some(isCreated) && !isLimited(event) && !limiting.has(event)
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
    const isKnown = await updateDates(origin, event, eventIdOf(event), changedDates(event))
    if (isKnown) updating.delete(event)
  }
  return {
    /** The events that clients can buy tickets to. */
    onSale: () => onSale,
    /** The last events that were deleted. */
    ended: () => ended,
    /** Creates, limits, changes or deletes one event. */
    async act() {
      const unlimited = history.specialEvents.find(isUnlimited)
      const event = randomItem(onSale)
      if (unlimited !== undefined) {
        limiting.add(unlimited)
        await setCapacity(origin, unlimited.capacity!, eventIdOf(unlimited))
        limiting.delete(unlimited)
      } else if (event === undefined || onSale.length < minEvents) await create()
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
