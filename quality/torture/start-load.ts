import { randomUUID } from 'node:crypto'
import { buyTicket, newPurchase, untilFinal } from './client.ts'
import type { History } from './history.ts'
import { randomItem } from './random.ts'
import { eventIdOf, staffClients } from './staff-clients.ts'
import type { Server } from './start-server.ts'
import { startPausingWorkers, startWorkers } from './start-workers.ts'

/** How many clients buy, how many change events, and how long the latter pause before each step at most, in milliseconds. */
type Load = Readonly<{ buyers: number; staff: number; maxPause: number }>

/** How often a purchase with a key is sent at most; one without a key is sent once. */
const maxKeyedAttempts = 100

/** What the clients need of a run. */
type LoadedRun = Readonly<{ servers: readonly Pick<Server, 'origin'>[]; history: History }>

/** Starts clients that buy tickets and change events on all servers of a run. */
export const startLoad = ({ servers, history }: LoadedRun, { buyers, staff, maxPause }: Load) => {
  const origin = () => randomItem(servers).origin
  const { onSale, ended, act } = staffClients(history, origin)

  const buyOne = async () => {
    const event = randomItem(Math.random() < 0.1 ? ended() : onSale())
    const isEvent = event !== undefined && Math.random() < 0.7
    const order = isEvent
      ? ({ ticketType: 'event', ticketDate: randomItem(event.dates), eventId: eventIdOf(event) } as const)
      : ({ ticketType: 'general', ticketDate: '2031-05-17' } as const)
    const isKeyed = Math.random() < 0.3
    const purchase = newPurchase(history, { ...order, ...(isKeyed && { idempotencyKey: randomUUID() }) })
    await untilFinal(() => buyTicket(origin(), purchase), isKeyed ? maxKeyedAttempts : 1)
  }

  const stops = [startWorkers(buyers, buyOne), startPausingWorkers(staff, maxPause, act)]
  return {
    /** Starts `changes` changes at once. */
    burst: (changes: number) => void stops.push(startWorkers(changes, act, 1)),
    /** Stops the clients; resolves when each request is answered or its connection is lost. */
    stop: async () => void (await Promise.all(stops.map((stop) => stop()))),
  }
}
