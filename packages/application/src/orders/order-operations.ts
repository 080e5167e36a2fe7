import {
  type CalendarDate,
  type CancellationReason,
  type Email,
  type NewOnlineRefund,
  Order,
  OrderChange,
  type OrderId,
  type OrderNumber,
  type OrderState,
  type Payment,
  type Purchaser,
  Receipt,
  type Refusal,
  type Reversal,
  type VisitorsChoice,
  isRefusal,
  onlineMethod,
  refuse,
  refuseFaults,
} from '@museum/domain'
import type { Actor, Caller, Principal } from '../access/principal.ts'
import { isFoundBy } from '../reservations/found-by.ts'
import { type AuditedValues, recordChange } from '../audit/audit-entry.ts'
import { type ListRequest, type Page, faultOfPeriod } from '../lists.ts'
import {
  faultOfOnlineRefund,
  isGivenBackOnline,
  newOnlineRefund,
  refuseOnlineMethod,
} from '../payments/recorded-method.ts'
import type { MuseumSettingOperations } from '../museum-settings/museum-setting-operations.ts'
import type { MuseumPorts } from '../ports.ts'
import { endOfDay } from '../reports.ts'
import type { OrderFilter } from './order-repository.ts'
import { type GivenRefund, type RefundsOfTickets, refundsOf } from './refund-operations.ts'

/** An order, and the refunds of the order's tickets that have one. */
export type OrderWithRefunds = Readonly<{ order: Order; refunds: RefundsOfTickets }>

/** The receipts of an order, and the museum that is named on them. */
export type ReceiptsOfOrder = Readonly<{
  order: Order
  museum: Readonly<{ name: string; address: string | undefined; vatId: string | undefined }>
  receipts: ReturnType<typeof Receipt.allOf>
}>

/** Which orders are listed: those with all that is given. */
export type OrderQuery = Readonly<{
  number?: OrderNumber | undefined
  email?: Email | undefined
  soldBy?: string | undefined
  /** The first and the last date of the sale. */
  from?: CalendarDate | undefined
  to?: CalendarDate | undefined
}>

/** The maximum number of dates of which orders are listed. */
const maxListedDays = 31

export const orderOperations = (
  ports: MuseumPorts,
  { museumSettings }: Pick<MuseumSettingOperations, 'museumSettings'>,
) => {
  const { orders, refunds, now, dateOf, startOfDay } = ports

  const withRefunds = async (order: Order): Promise<OrderWithRefunds> => ({
    order,
    refunds: await refundsOf({ refunds, dateOf }, order.tickets),
  })

  /** Changes an order as a rule of `OrderChange` says, and records it. */
  const change = async <R extends Refusal>(
    orderId: OrderId,
    operation: string,
    actor: Actor,
    rule: (current: OrderState) => OrderChange | R | undefined,
  ): Promise<OrderWithRefunds | R | Refusal<'order-not-found'>> => {
    const outcome = await orders.change<R>(orderId, (current) => {
      const decided: OrderChange | Refusal | undefined = rule(current)
      if (decided === undefined || isRefusal(decided)) return decided as R | undefined
      const values = { before: valuesBefore(current, decided), after: valuesAfter(decided) }
      return { ...decided, entry: recordChange({ now }, actor, { kind: 'order', id: orderId }, operation, values) }
    })
    return isRefusal(outcome) ? (outcome as R) : withRefunds(outcome as Order)
  }

  /**
   * While payment is off, what was paid at the payment provider stays due when its order is undone; while it is on, so does what
   * was recorded as `online` by a person before.
   */
  const withoutOnlinePayment = (current: OrderState): OrderState => {
    const { payment, ...order } = current.order
    const isGivenBack = ports.paymentProvider !== undefined
    const isPaidThere = current.paidOnline !== undefined
    return payment?.method === onlineMethod && isGivenBack !== isPaidThere ? { ...current, order } : current
  }

  /** The filter of a query: without a number or an address, today's orders, and those of the caller where no seller is named. */
  const filterOf = (
    { number, email, soldBy, from, to }: OrderQuery,
    { username, role }: Principal,
  ): OrderFilter | Refusal<'forbidden' | 'validation-failed'> => {
    const isSearch = number !== undefined || email !== undefined
    if (soldBy !== undefined && soldBy !== username && role !== 'admin' && !isSearch)
      return refuse('forbidden', `The role ${role} may list its own orders only.`)
    const today = dateOf(now())
    const first = from ?? (isSearch ? undefined : (to ?? today))
    const last = to ?? (isSearch ? undefined : today)
    const fault = first && last && faultOfPeriod([first, last], ['from', 'to'], maxListedDays)
    if (fault?.code === 'too-many-days') {
      const { days } = fault.values!
      const detail = `must be less than ${maxListedDays} days before to: the period has ${String(days)} days`
      return refuseFaults({ ...fault, member: 'from', detail })
    }
    if (fault !== undefined) return refuseFaults(fault)
    return {
      number,
      email,
      soldBy: soldBy ?? (isSearch ? undefined : username),
      from: first && startOfDay(first),
      end: last && endOfDay(last, startOfDay),
    }
  }

  return {
    /** Returns an order with its tickets, each in its current state, and their refunds. A shop finds the orders of shops. */
    getOrder: async (orderId: OrderId, caller?: Caller): Promise<OrderWithRefunds | Refusal<'order-not-found'>> => {
      const order = (await isFoundBy(ports, orderId, caller)) ? await orders.find(orderId) : undefined
      return order === undefined ? Order.notFound(orderId) : withRefunds(order)
    },

    /** Returns what is printed for an order: the receipt of its sale, and one for each time that refunds were settled. */
    getReceipts: async (orderId: OrderId): Promise<ReceiptsOfOrder | Refusal<'order-not-found'>> => {
      const order = await orders.find(orderId)
      if (order === undefined) return Order.notFound(orderId)
      const cancellations = await refunds.cancellationsOf(order.tickets.filter(({ state }) => state === 'cancelled'))
      const { museumName: name, address, vatId } = await museumSettings()
      return { order, museum: { name, address, vatId }, receipts: Receipt.allOf({ order, cancellations }) }
    },

    /**
     * Returns a part of the orders, those that were sold last first. A number or an address finds the orders of all sellers and
     * dates. Otherwise they are those of the caller, sold today; an administrator may name another seller. `validation-failed`
     * for a period of more than 31 dates.
     */
    listOrders: async (
      query: OrderQuery,
      request: ListRequest<OrderWithRefunds>,
      principal: Principal,
    ): Promise<Page<OrderWithRefunds> | Refusal<'forbidden' | 'validation-failed'>> => {
      const filter = filterOf(query, principal)
      if (isRefusal(filter)) return filter
      const page = await orders.list(filter, 'after' in request ? { ...request, after: request.after.order } : request)
      const found = await refundsOf(
        { refunds, dateOf },
        page.items.flatMap(({ tickets }) => tickets),
      )
      return { ...page, items: page.items.map((order) => ({ order, refunds: found })) }
    },

    /**
     * Cancels the tickets of an order that are neither used nor cancelled, and gives their places back; it cannot be undone.
     * Returns `ticket-admitted` for an order of which every ticket was used.
     */
    cancelOrder: (orderId: OrderId, reason: CancellationReason | undefined, actor: Actor) =>
      change(orderId, 'cancelOrder', actor, (current) => OrderChange.cancel(current, reason)),

    /**
     * Cancels tickets of an order for their visitor, all or none; the payment provider gives back what was paid there. The refusals are
     * the refusals of `OrderChange.cancelOwn`.
     */
    cancelOwnTickets: (orderId: OrderId, choice: Omit<VisitorsChoice, 'giveBack'>, actor: Actor) => {
      const giveBack = ports.paymentProvider && newOnlineRefund(ports, actor)
      return change(orderId, 'cancelOwnTickets', actor, (current) =>
        OrderChange.cancelOwn(current, { ...choice, giveBack }, now()),
      )
    },

    /**
     * Undoes an order on the day of its sale: cancels every ticket, and settles what is due with the method of its payment, or with
     * `method` where it has none; the refund is counted at the till. The refusals are those of `OrderChange.reverse`. Again, it
     * changes nothing.
     */
    reverseOrder: (orderId: OrderId, reversal: Omit<Reversal, keyof NewOnlineRefund>, actor: Actor) => {
      const online = newOnlineRefund(ports, actor)
      return change(
        orderId,
        'reverseOrder',
        actor,
        (current) =>
          refuseOnlineMethod(ports, reversal.method, 'method') ??
          OrderChange.reverse(withoutOnlinePayment(current), { ...reversal, ...online }, dateOf),
      )
    },

    /**
     * Settles all refunds of an order that are due with one payment, at a till; or has the payment provider give back what was paid
     * there. The same payment again changes nothing.
     */
    refundOrder: (orderId: OrderId, refund: GivenRefund, actor: Actor) => {
      const online = newOnlineRefund(ports, actor)
      return change(
        orderId,
        'refundOrder',
        actor,
        (current) =>
          faultOfOnlineRefund(ports, refund) ??
          (isGivenBackOnline(ports, refund)
            ? OrderChange.refundOnline(current, online, dateOf)
            : OrderChange.refund(current, { ...refund, settledAt: online.at, settledBy: online.by }, dateOf)),
      )
    },

    /** Corrects how an order was paid, on the day of its sale. The same payment again changes nothing. */
    correctOrderPayment: (orderId: OrderId, payment: Payment, actor: Actor) =>
      change(
        orderId,
        'correctOrderPayment',
        actor,
        (current) =>
          refuseOnlineMethod(ports, payment.method, 'method') ??
          OrderChange.correctPayment(current, payment, now(), dateOf),
      ),

    /**
     * Corrects the e-mail address of an order's tickets, and sends them to it: earlier links of the visitor lead nowhere.
     * `no-address` for an order without one. The same address again changes and sends nothing.
     */
    correctOrderAddress: (orderId: OrderId, purchaser: Purchaser, actor: Actor) =>
      change(orderId, 'correctOrderAddress', actor, (current) => OrderChange.correctAddress(current, purchaser)),
  }
}

// Without references and addresses, which may be erased later.
const valuesBefore = ({ order }: OrderState, { payment }: OrderChange): AuditedValues | null =>
  payment === undefined ? null : { method: order.payment?.method ?? null }

const valuesAfter = ({ cancelled, reason, refunded, settlement, payment }: OrderChange): AuditedValues => ({
  ...(cancelled.length > 0 && { cancelled: cancelled.map(({ ticketId }) => ticketId) }),
  ...(reason !== undefined && { reason }),
  ...(refunded.length > 0 && { refunded: refunded.map(({ ticketId }) => ticketId) }),
  ...(settlement !== undefined && { method: settlement.method }),
  ...(payment !== undefined && { method: payment.method }),
})
