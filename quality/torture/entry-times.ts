import { weekdays } from '@museum/domain'
import { checkOrders } from './check-orders.ts'
import { recordIn, send } from './client.ts'
import type { Engine } from './engine.ts'
import {
  type EntryTimeChange,
  type EntryTimeSettings,
  entryTimesOn,
  initialSettings,
  usualHours,
  weekdayOf,
} from './entry-time-periods.ts'
import { failInTurn } from './fail-in-turn.ts'
import { figureColumns } from './findings.ts'
import { isDone, isFinal } from './history.ts'
import { orderClients } from './order-clients.ts'
import { type OrderHistory, type SaleItem, emptyOrderHistory } from './order-history.ts'
import { orderPrices, sellDuring } from './orders.ts'
import { randomBetween, randomItem } from './random.ts'
import { readOrders } from './read-orders.ts'
import { type Museum, runScenario } from './run-scenario.ts'
import { startPausingWorkers } from './start-workers.ts'

type Rule = EntryTimeSettings['rule']

const sessions: readonly Rule[] = [
  { times: ['11:00', '15:30'], length: 90 },
  { times: ['11:00', '13:00', '20:00'], length: 60 },
  { times: ['15:30'], length: 5 },
]
const rules: readonly Rule[] = [
  ...sessions,
  { every: 240, lastEntry: 60 },
  { every: 180, lastEntry: 0 },
  { every: 120, lastEntry: 300 },
]
/** In the second ones, most rules have no entry time; null: closed. */
const otherHours = [{ timeOpen: '10:00', timeClose: '16:00' }, { timeOpen: '12:00', timeClose: '12:30' }, null]

const somePlaces = () => (Math.random() < 0.05 ? null : Math.floor(randomBetween(1, 4)))

/**
 * As in `orders`, but tickets are sold for entry times of general entry and for sessions of events, each with one to three places, while
 * the office changes the rules, the capacities and the hours, and takes away entry times for which tickets are sold. As soon as it has
 * taken one away, somebody wants a ticket for it.
 */
export const entryTimes = (engine: Engine, rounds: number) => {
  const history = emptyOrderHistory({ prices: orderPrices, generalCapacity: 3 })
  let clients: ReturnType<typeof orderClients> | undefined
  let roundNumber = 0
  return runScenario(engine, {
    servers: engine.cluster === undefined ? 2 : 3,
    rounds,
    outages: history.outages,
    async round(museum) {
      roundNumber += 1
      clients ??= orderClients(museum, history, { maxTickets: 3, places: [2, 3] })
      const { placeOrder, buyTicket, cancelTicket, cancelOrder, settleRefund, deleteEvent, removeDate } = clients
      await clients.prepare()
      const { changeAll, changeOne } = office(museum, clients, history)
      await changeAll()
      const fail = () => failInTurn(engine, museum, history.outages, roundNumber)
      const kills = await sellDuring(fail, museum, (cut) => [
        startPausingWorkers(10, 20, () => placeOrder(cut)),
        startPausingWorkers(6, 20, () => buyTicket(cut)),
        startPausingWorkers(2, 30, cancelTicket),
        startPausingWorkers(2, 30, cancelOrder),
        startPausingWorkers(1, 60, settleRefund),
        startPausingWorkers(1, 400, deleteEvent),
        startPausingWorkers(1, 400, removeDate),
        startPausingWorkers(3, 200, changeOne),
      ])
      return { kills, violations: clients.violations.splice(0) }
    },
    async check({ servers, database }) {
      const stored = await readOrders(database, servers)
      const { figures, violations } = checkOrders(history, stored)
      const further = {
        'with entry time': stored.tickets.filter(({ entryTime }) => entryTime !== null).length,
        'entry time changes': [...history.entryTimes.values()].flat().filter(isMade).length,
      }
      return { figures: { ...figureColumns(figures), ...further }, violations }
    },
  })
}

const isMade = ({ attempts }: EntryTimeChange) => attempts.some(isDone)

/** The client that changes the entry times of events, and those and the hours of general entry. */
const office = (
  { servers }: Museum,
  { onSale, placeOrderOf, sendUntilFinal }: ReturnType<typeof orderClients>,
  history: OrderHistory,
) => {
  /** The offers of which a change is being sent. */
  const changing = new Set<string>()
  const settingsOf = (offer: string) => history.entryTimes.get(offer)?.findLast(isMade)?.settings ?? initialSettings
  const change = async (offer: string, path: string, settings: EntryTimeSettings, body: object) => {
    const before = settingsOf(offer)
    const sent: EntryTimeChange = { settings, attempts: [], unconfirmed: [] }
    history.entryTimes.set(offer, [...(history.entryTimes.get(offer) ?? []), sent])
    if (Math.random() < 0.2) {
      recordIn(sent.attempts, await send(randomItem(servers).origin, 'PUT', path, body))
      sent.unconfirmed.push(...sent.attempts)
    }
    if (!sent.attempts.some(isFinal)) await sendUntilFinal(sent.attempts, 'PUT', `${path}?confirm=true`, body)
    const day = someDay(offer)
    const lost = [...entryTimesOn(before, day).keys()].filter((time) => !entryTimesOn(settings, day).has(time))
    if (lost.length > 0)
      await placeOrderOf(() => randomItem(servers).origin, [{ ...day, entryTime: randomItem(lost), quantity: 1 }])
  }
  const someDay = (offer: string): Pick<SaleItem, 'ticketType' | 'eventId' | 'ticketDate'> => {
    const event = onSale().events.find(({ eventId }) => eventId === offer)
    return event === undefined
      ? { ticketType: 'general', ticketDate: randomItem(onSale().days) }
      : { ticketType: 'event', eventId: event.eventId, ticketDate: randomItem(event.dates) }
  }
  const changeSessions = async (eventId: string) => {
    const [rule, capacity] = [someRule(settingsOf(eventId), sessions), somePlaces()]
    const settings = { ...initialSettings, rule, capacity }
    await change(eventId, `/special-events/${eventId}/entry-times`, settings, { rule, capacity })
  }
  const someException = (settings: EntryTimeSettings) => {
    const date = randomItem(onSale().days)
    const entryTime = randomItem([...entryTimesOn(settings, { ticketDate: date }).keys(), '03:00'])
    return {
      ...randomItem([{}, { date }, { weekday: weekdayOf(date) }]),
      ...(Math.random() < 0.7 && { entryTime }),
      capacity: Math.floor(randomBetween(0, 4)),
    }
  }
  const changeRule = async () => {
    const before = settingsOf('general')
    const [rule, capacity] = [someRule(before, rules), somePlaces()]
    const settings = { ...before, rule, capacity }
    const exceptions = Math.random() < 0.5 ? [] : [someException(settings), someException(settings)]
    await change('general', '/museum-hours/entry-times', { ...settings, exceptions }, { rule, capacity, exceptions })
  }
  const changeHours = async () => {
    const changed = onSale().days.filter(() => Math.random() < 0.5)
    const hours = Object.fromEntries(changed.map((day) => [day, randomItem(otherHours)]))
    const exceptions = changed.map((date) => Object.assign({ date }, hours[date]))
    const week = Object.fromEntries(weekdays.map((day) => [day, usualHours]))
    await change('general', '/museum-hours/schedule', { ...settingsOf('general'), hours }, { week, exceptions })
  }
  return {
    /** Sets the entry times of everything on sale. */
    changeAll: () => Promise.all([changeRule(), ...onSale().events.map(({ eventId }) => changeSessions(eventId))]),
    /** Changes one offer, unless a change of it is being sent. */
    async changeOne() {
      const eventId = Math.random() < 0.6 ? randomItem(onSale().events)?.eventId : undefined
      const offer = eventId ?? 'general'
      if (changing.has(offer)) return
      changing.add(offer)
      if (eventId !== undefined) await changeSessions(eventId)
      else await (Math.random() < 0.6 ? changeRule() : changeHours())
      changing.delete(offer)
    },
  }
}

/** In half of the cases the present rule, if there is one; seldom none. */
const someRule = ({ rule }: EntryTimeSettings, all: readonly Rule[]): Rule =>
  rule !== null && Math.random() < 0.5 ? rule : Math.random() < 0.15 ? null : randomItem(all)
