import { Unavailable } from '@museum/application'
import type { EventId } from '@museum/domain'
import { millisecondsLeft } from '../database/deadline.ts'

/**
 * Runs the changes of one event one after another, so that changes which wait for the same locked row use one connection
 * and not all of them. A change whose time is over before its turn is not run, and rejects with `Unavailable`.
 */
export const changeTurns = (): (<T>(eventId: EventId, change: () => Promise<T>) => Promise<T>) => {
  const last = new Map<EventId, Promise<void>>()
  return (eventId, change) => {
    const changed = (last.get(eventId) ?? Promise.resolve()).then(() => {
      if (millisecondsLeft() <= 0) throw new Unavailable('The special event is being changed for too long')
      return change()
    })
    const settled = changed.then(
      () => undefined,
      () => undefined,
    )
    last.set(eventId, settled)
    void settled.then(() => {
      if (last.get(eventId) === settled) last.delete(eventId)
    })
    return changed
  }
}
