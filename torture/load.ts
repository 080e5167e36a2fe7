/** A sale: buyers and staff at work on a museum's servers. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Plan, eventIdIn } from './check-history.ts'
import {
  announce,
  atWork,
  buy,
  cancel,
  isFinal,
  later,
  newPlan,
  newPurchase,
  oneOf,
  removeDate,
  some,
} from './client.ts'
import type { Museum } from './run-rounds.ts'

/** How many buy at once, how many plan and cancel, and how long the latter pause after each step at most, in milliseconds. */
export type Crowd = Readonly<{ buyers: number; staff: number; pause: number }>

/** So often a purchase with a key is asked for at most; one without a key may be asked for once only. */
const triesWithKey = 100

const isSold = ({ status }: { status: number }) => status === 201
/** The identifier of an event whose planning was acknowledged. */
const eventIdOf = ({ answers }: Plan) => eventIdIn(answers.find(isSold)!.text)

/** What is on sale, as far as anybody was told. Those that ended last are kept in mind: people ask for them still. */
const programme = (museum: Museum) => {
  const all = museum.books.plans.filter((plan) => plan.answers.some(isSold))
  const open = all.filter((plan) => plan.deletions.length === 0)
  return { open, ended: all.filter((plan) => plan.deletions.length > 0).slice(-3) }
}

/** A sale that is open. */
type Sale = Readonly<{
  /** Changes so many events at once, all of which begin now. */
  rush: (changes: number) => void
  /** Ends it, when every request is answered or cut. */
  end: () => Promise<void>
}>

export const openSale = (museum: Museum, { buyers, staff, pause }: Crowd): Sale => {
  const { servers, books } = museum
  let { open, ended } = programme(museum)
  const look = () => void ({ open, ended } = programme(museum))
  const origin = () => oneOf(servers).origin

  const buyOne = async () => {
    const event = Math.random() < 0.1 ? oneOf(ended) : oneOf(open)
    const isEvent = event !== undefined && Math.random() < 0.7
    const order = isEvent
      ? ({ ticketType: 'event', ticketDate: oneOf(event.dates), eventId: eventIdOf(event) } as const)
      : ({ ticketType: 'general', ticketDate: '2031-05-17' } as const)
    const isKeyed = Math.random() < 0.3
    const purchase = newPurchase(books, { ...order, ...(isKeyed && { key: randomUUID() }) })
    for (let tries = 0; tries < (isKeyed ? triesWithKey : 1); tries += 1) {
      if (isFinal(await buy(origin(), purchase))) break
      await later()
    }
  }
  const planOrCancel = async () => {
    const plan = oneOf(open)
    const chance = Math.random()
    if (plan === undefined || open.length < 6) await announce(origin(), newPlan(books))
    else if (chance < 0.4) await cancel(origin(), plan, eventIdOf(plan))
    else await removeSome(plan)
    look()
  }
  const removeSome = async (plan: Plan) => {
    // While it is not known whether a removal was done, another one could bring the date back.
    const isSettled = plan.removals.every(({ answers }) => answers.some(({ status }) => status >= 200 && status < 500))
    const [date, ...others] = plan.dates.filter((kept) => plan.removals.every((removal) => removal.date !== kept))
    if (isSettled && date !== undefined && others.length > 0) await removeDate(origin(), plan, eventIdOf(plan), date)
    else await cancel(origin(), plan, eventIdOf(plan))
  }

  const ends = [
    atWork(buyers, buyOne),
    atWork(staff, async () => {
      await sleep(some(0, pause))
      await planOrCancel()
    }),
  ]
  return {
    rush: (changes) => void ends.push(atWork(changes, planOrCancel, 1)),
    end: async () => void (await Promise.all(ends.map((end) => end()))),
  }
}
