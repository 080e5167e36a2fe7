/** The clerks and administrators of a run who have what was paid online given back. */
import { setTimeout as sleep } from 'node:timers/promises'
import { EventId } from '@museum/domain'
import type { Attempt } from './history.ts'
import { openMuseumOn, whenAvailable } from './open-museum-on.ts'
import type { Occurrences } from './occurrences.ts'
import type { PaymentRun, paymentClients } from './payment-clients.ts'
import { randomBetween, randomItem } from './random.ts'
import type { Museum } from './run-scenario.ts'

type SoldTicket = Readonly<{ ticketId: string; refund?: Readonly<{ state: string; method?: string }> }>
type ListedRefund = SoldTicket &
  Readonly<{ orderId?: string; amount: number; payment?: Readonly<{ method: string }>; failure?: string }>

const actor = { username: 'cli:torture' }
/** The latest payment pages, at whose orders clerks meet. */
const hotPages = 25
const [online, cash] = [{ method: 'online' }, { method: 'cash' }]
/** How often an administrator asks for a run whose total changes meanwhile. */
const maxRuns = 5
const pageSize = 100

/** Each function is one step of a clerk or an administrator. */
export const refundClients = (
  { database }: Museum,
  { attempts, pages, removals, refundRuns, settled }: PaymentRun,
  {
    violations,
    sendUntilFinal,
    createEvent,
    someEventDay,
    stopSelling,
  }: Pick<
    ReturnType<typeof paymentClients>,
    'violations' | 'sendUntilFinal' | 'createEvent' | 'someEventDay' | 'stopSelling'
  >,
) => {
  const { museum } = openMuseumOn(database)

  /** Remembers the refunds that a response shows as settled. */
  const learn = (tickets: readonly SoldTicket[]) => {
    for (const { ticketId, refund } of tickets) {
      if (refund?.state !== 'settled') continue
      const before = settled.get(ticketId) ?? refund.method!
      if (before !== refund.method)
        violations.push({ fault: 'a ticket was refunded twice', recorded: { ticketId, before, refund } })
      settled.set(ticketId, refund.method!)
    }
  }
  const change = async (path: string, body?: object) => {
    const answer = await sendUntilFinal(attempts, 'POST', path, body)
    if (answer.status === 200) {
      const shown = JSON.parse(answer.body) as SoldTicket & { tickets?: readonly SoldTicket[] }
      learn(shown.tickets ?? [shown])
    }
    return answer
  }
  const get = async <Body>(path: string): Promise<Body | undefined> => {
    const answer = await sendUntilFinal(attempts, 'GET', path)
    return answer.status === 200 ? (JSON.parse(answer.body) as Body) : undefined
  }

  /** The refunds that are due of occurrences. */
  const dueOf = async ({ eventId, date }: Occurrences) => {
    const due: ListedRefund[] = []
    for (let page = 1; ; page += 1) {
      const of = `eventId=${eventId}${date === undefined ? '' : `&date=${date}`}`
      const items =
        (await get<readonly ListedRefund[]>(`/refunds?state=due&${of}&page=${page}&limit=${pageSize}`)) ?? []
      due.push(...items)
      if (items.length < pageSize) return due
    }
  }
  /** Has what was paid online for occurrences given back. Returns whether a response said that it will be. */
  const refundAll = async (occurrences: Occurrences) => {
    const due = await dueOf(occurrences)
    const amounts = due.map(({ amount, payment }) => (payment?.method === 'online' ? Math.round(amount * 100) : 0))
    let total = amounts.reduce((sum, amount) => sum + amount, 0) / 100
    for (let n = 0; n < maxRuns; n += 1) {
      const answer = await sendUntilFinal(attempts, 'POST', '/refund-runs', { ...occurrences, total })
      if (answer.status === 202) return true
      const changed = totalChangedTo(answer)
      if (changed === undefined) {
        violations.push({ fault: 'a run of refunds was refused without a reason', recorded: answer })
        return false
      }
      total = changed
    }
    return false
  }

  return {
    /** Cancels tickets of an order that was paid online, or all of it, and refunds them in several ways at once. */
    async refund() {
      const page = randomItem(pages.slice(-hotPages))
      if (page === undefined) return
      const order = `/orders/${page.reservationId}`
      const { tickets } = (await get<{ tickets: readonly SoldTicket[] }>(order)) ?? {}
      if (tickets === undefined) return
      const ticket = `/tickets/${randomItem(tickets).ticketId}`
      const cancellations = [
        () => change(`${ticket}/cancellation`),
        () => change(`${order}/cancellation`),
        async () => undefined,
      ]
      const refunds = [
        () => change(`${ticket}/refund`, online),
        () => change(`${ticket}/refund`, online),
        () => change(`${ticket}/refund`, cash),
        () => change(`${order}/refund`, online),
        () => change(`${order}/refund`, online),
        () => change(`${order}/refund`, cash),
        () => change(`${order}/reversal`, {}),
      ]
      const cancelling = randomItem(cancellations)()
      if (Math.random() < 0.7) await cancelling
      await Promise.all([cancelling, ...Array.from({ length: 3 }, () => randomItem(refunds)())])
      if (Math.random() < 0.3) await randomItem(refunds)()
    },
    /** Refunds what the provider could not give back, in another way or once more. */
    async refundFailed() {
      const due = await get<readonly ListedRefund[]>(`/refunds?state=due&page=1&limit=${pageSize}`)
      const failed = randomItem((due ?? []).filter(({ failure }) => failure !== undefined))
      if (failed === undefined) return
      const [ticket, order] = [`/tickets/${failed.ticketId}`, `/orders/${failed.orderId}`]
      const refund = () => change(`${randomItem([ticket, order])}/refund`, randomItem([online, online, cash]))
      await Promise.all([refund(), refund()])
    },
    /**
     * Deletes an event or removes a date of it, has what was paid online for it given back, perhaps by two runs, and in many cases
     * restores it, perhaps meanwhile.
     */
    async removeEvent() {
      const { eventId, ticketDate, capacity } = someEventDay()
      const path = `/special-events/${eventId}`
      const dates = (await get<{ dates: readonly string[] }>(path))?.dates
      if (dates === undefined) return
      const isOfDate = dates.length > 1 && Math.random() < 0.4
      const occurrences = { eventId, ...(isOfDate && { date: ticketDate }) }
      removals.push(occurrences)
      const removal = await (isOfDate
        ? sendUntilFinal(attempts, 'PATCH', path, { dates: dates.filter((each) => each !== ticketDate) })
        : sendUntilFinal(attempts, 'DELETE', path))
      // An attempt before it, without a response, may have deleted the event.
      if (removal.status >= 400 && removal.status !== 404)
        violations.push({ fault: 'a removal was refused without a reason', recorded: removal })
      await sleep(randomBetween(0, 60))
      const runs = Promise.all(Array.from({ length: Math.random() < 0.3 ? 2 : 1 }, () => refundAll(occurrences)))
      if (Math.random() < 0.5) await runs
      if (Math.random() < 0.5) {
        const ended = stopSelling(occurrences)
        if ((await runs).includes(true)) refundRuns.push(occurrences)
        if (!isOfDate) await createEvent(capacity, ended)
      } else if (isOfDate) await sendUntilFinal(attempts, 'PATCH', path, { dates })
      else await whenAvailable(database, () => museum.restoreSpecialEvent(EventId(eventId), actor))
      await runs
    },
  }
}

/** The total that a refusal of a run names. */
const totalChangedTo = ({ status, body }: Attempt): number | undefined =>
  status === 409 ? (JSON.parse(body) as { values?: { total?: number } }).values?.total : undefined
