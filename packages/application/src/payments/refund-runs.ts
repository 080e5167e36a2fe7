import {
  type CalendarDate,
  type EventId,
  OrderChange,
  type OrderId,
  Price,
  Refund,
  type RefundRun,
  type Refusal,
  isRefusal,
  onlineMethod,
  refuse,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/audit-entry.ts'
import type { RefundFilter, RefundPosition, RefundedTicket } from '../orders/refund-repository.ts'
import type { MuseumPorts } from '../ports.ts'
import { newOnlineRefund } from './recorded-method.ts'

/** In each step the orders of so many refunds are changed, and so many seconds pass until the next one: 60 orders a minute. */
const [ordersAtOnce, secondsBetween] = [10, 10]
/** How many refunds are read at once. */
const refundsAtOnce = 500

/** The tickets of which a run gives back what was paid online: those of an event, or of one of its dates. */
type RunFilter = Readonly<{ eventId: EventId; date?: CalendarDate | undefined }>

/** What a run was asked to give back. `total` is in minor units. */
export type RequestedRefunds = RunFilter & Readonly<{ tickets: number; total: number }>

/** Gives back what was paid online for an event that does not take place, in steps that are stored, so that each goes back once. */
export const refundRuns = (ports: MuseumPorts) => {
  const { refunds, orders, onlineRefunds, paymentProvider, now, dateOf } = ports

  /** The due refunds of a run that were paid online, after the one that was looked at last. */
  async function* dueOnline({ eventId, date }: RunFilter, after?: RefundRun['after']): AsyncGenerator<RefundedTicket> {
    const filter: RefundFilter = { state: 'due', eventId, date }
    const isDue = (ticketDate: CalendarDate, removal: RefundedTicket['cancellation']) =>
      Refund.isDueAfter(removal, ticketDate, dateOf)
    let last: RefundPosition | undefined = after && {
      ticket: after,
      cancellation: after.cancelledAt === undefined ? {} : { at: after.cancelledAt },
    }
    for (;;) {
      const request = last === undefined ? { page: 1, limit: refundsAtOnce } : { after: last, limit: refundsAtOnce }
      const { items } = await refunds.list(filter, request, isDue)
      for (const refund of items) if (refund.isPaidOnline) yield refund
      if (items.length < refundsAtOnce) return
      last = items.at(-1)!
    }
  }

  return {
    /**
     * Has the payment provider give back all that is due of what was paid online for an event, or for one of its dates, some orders at
     * a time. `total` is what the caller expects that to be, in minor units: `total-changed` where it is not.
     */
    createRefundRun: async (
      { eventId, date, total: expected }: RunFilter & Readonly<{ total: number }>,
      actor: Actor,
    ): Promise<RequestedRefunds | Refusal<'payment-off' | 'total-changed'>> => {
      if (paymentProvider === undefined) return refuse('payment-off', 'This museum takes no payments online.')
      let [tickets, total] = [0, 0]
      for await (const { ticket } of dueOnline({ eventId, date })) {
        tickets += 1
        total += ticket.price
      }
      if (total !== expected)
        return {
          ...refuse('total-changed', `Online refunds of ${Price.toAmount(total).toFixed(2)} are due.`),
          values: { total: Price.toAmount(total), tickets },
        }
      if (tickets > 0)
        await onlineRefunds.addRun(
          { type: 'refund-run.requested', at: now(), eventId, date, requestedBy: actor.username },
          recordChange(ports, actor, { kind: 'special-event', id: eventId }, 'createRefundRun', {
            after: { ...(date !== undefined && { date }), tickets, total: Price.toAmount(total) },
          }),
        )
      return { eventId, date, tickets, total }
    },

    /** Asks for the next refunds of a run. Returns the run as it is continued in `seconds`, or `undefined` where nothing is left. */
    continueRefundRun: async (run: RefundRun): Promise<Readonly<{ run: RefundRun; seconds: number }> | undefined> => {
      const changed = new Set<OrderId>()
      let last: RefundRun['after']
      for await (const refund of dueOnline(run, run.after)) {
        const { orderId } = refund.ticket
        if (!changed.has(orderId!)) {
          if (changed.size === ordersAtOnce) return { run: { ...run, after: last }, seconds: secondsBetween }
          changed.add(orderId!)
          await giveBack(run, orderId!)
        }
        last = { ticketId: refund.ticket.ticketId, cancelledAt: refund.cancellation.at }
      }
      return undefined
    },
  }

  /** Has the provider give back what is due of an order for the tickets of a run. */
  async function giveBack({ eventId, date, requestedBy }: RefundRun, orderId: OrderId) {
    const actor = { username: requestedBy }
    const online = newOnlineRefund(ports, actor)
    await orders.change<Refusal>(orderId, (current) => {
      const decided = OrderChange.refundOnline(
        current,
        online,
        dateOf,
        ({ event, ticketDate }) => event?.eventId === eventId && (date === undefined || ticketDate === date),
      )
      if (decided === undefined || isRefusal(decided)) return decided
      const refunded = decided.refunded.map(({ ticketId }) => ticketId)
      const after = { refunded, method: onlineMethod }
      const entry = recordChange(ports, actor, { kind: 'order', id: orderId }, 'createRefundRun', { after })
      return { ...decided, entry }
    })
  }
}
