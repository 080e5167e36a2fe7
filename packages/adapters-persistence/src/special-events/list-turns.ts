import { AsyncLocalStorage } from 'node:async_hooks'
import { Unavailable } from '@museum/application'
import { millisecondsLeft } from '../database/deadline.ts'
import { createSlots } from '../database/slots.ts'

const maxWaiting = 1_000
/** After so many milliseconds of lists, the event loop gets a turn before the next one. */
const maxBusy = 10

const tooBusy = () => new Unavailable('The database is too busy (too many lists wait)')

/**
 * Runs lists in the order in which they were asked for, `atOnce` of them at a time. A list of many dates takes longer than
 * anything else that is asked of the database: without turns, a crowd of lists would take all connections, and on SQLite
 * the event loop. A list whose time is over before its turn comes is not run, and rejects with `Unavailable`.
 */
export const listTurns = (atOnce: number): (<T>(list: () => Promise<T>) => Promise<T>) => {
  const slots = createSlots(atOnce, maxWaiting)
  let busy = 0
  const giveBack = (milliseconds: number) => {
    busy += milliseconds
    if (busy < maxBusy) slots.giveBack()
    else {
      busy = 0
      setImmediate(slots.giveBack)
    }
  }
  return (list) =>
    new Promise((resolve, reject) => {
      // A turn comes when another list ends, in whose context the deadline is another.
      const start = AsyncLocalStorage.bind(async () => {
        const begin = performance.now()
        try {
          if (millisecondsLeft() <= 0) throw tooBusy()
          resolve(await list())
        } catch (error) {
          reject(error)
        } finally {
          giveBack(performance.now() - begin)
        }
      })
      if (!slots.take(start)) reject(tooBusy())
    })
}
