import {
  Order,
  type OrderDraft,
  OrderId,
  type OrderRefusal,
  type PurchaseContext,
  type PurchaseRefusal,
  type Refusal,
  Ticket,
  type TicketIdentity,
  type TicketOrder,
  isRefusal,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { type KeyedRequest, oncePerKey } from '../idempotency/once-per-key.ts'
import { refuseOnlineMethod } from '../payments/recorded-method.ts'
import type { MuseumPorts } from '../ports.ts'
import { type SalePreparation, ticketTypesOf } from './prepare-sale.ts'
import type { TicketSale } from './ticket-repository.ts'

/** The tickets to sell: all of them or none. */
type Wanted<Sold, R extends Refusal> = Readonly<{
  /** The items: equal tickets share one. */
  items: readonly (TicketOrder & Readonly<{ quantity?: number }>)[]
  orderId?: OrderId
  /** Decides by the rules, with the context of each item and the identity of each ticket. */
  decide: (contexts: readonly PurchaseContext[], identities: readonly TicketIdentity[]) => Sold | R
  /** What is sold, as it is stored. */
  saleOf: (sold: Sold) => TicketSale
  /** The reverse for tickets that an attempt whose outcome was unknown has stored. */
  soldOf: (tickets: readonly Ticket[], common: Pick<PurchaseContext, 'vatRates'>) => Sold
}>

/**
 * Sells tickets, singly or as an order. The rules decide on what is stored while no other sale takes the places; the time, the
 * price categories and the key that signs are those of the beginning.
 */
export const sellTickets = (
  ports: MuseumPorts,
  { contextOf, contextsOf, withIdentities, nameOtherTimes }: SalePreparation,
) => {
  const { tickets, idempotencyRecords, newId } = ports
  const sell = async <Sold extends object, R extends Refusal>(
    { items, orderId, decide, saleOf, soldOf }: Wanted<Sold, R>,
    soldBy: string | undefined,
    keyed: KeyedRequest<Sold> | undefined,
  ): Promise<Sold | R | Refusal<'request-in-progress'>> => {
    const common = await contextOf(soldBy)
    return withIdentities<Sold | R | Refusal<'request-in-progress'>>(ticketTypesOf(items), async (identities) => {
      let contexts: readonly PurchaseContext[] = []
      let decided: { sold: Sold; tickets: readonly Ticket[] } | undefined
      const stored = await tickets.sell<R>(
        { items, today: common.today, identities, orderId, once: keyed?.request },
        (offered) => {
          contexts = contextsOf(offered, common)
          const outcome = decide(contexts, identities)
          if (isRefusal(outcome)) return outcome as R
          const sold = outcome as Sold
          const sale = saleOf(sold)
          decided = { sold, tickets: sale.tickets }
          return { ...sale, renderAnswer: keyed && (() => keyed.render(sold)) }
        },
      )
      if (isRefusal(stored))
        return nameOtherTimes(stored, items, contexts, (withTimes) => decide(withTimes, identities))
      return stored === decided?.tickets ? decided.sold : soldOf(stored as readonly Ticket[], common)
    })
  }
  return {
    /** Sells one ticket and returns it. `actor` is who sells it, if known. The refusals are as of `Ticket.purchase`. */
    buyMuseumTickets: oncePerKey<TicketOrder, Ticket, PurchaseRefusal, Actor | undefined>(
      idempotencyRecords,
      (order, actor, keyed) =>
        sell<Ticket, PurchaseRefusal>(
          {
            items: [order],
            decide: ([context], [identity]) => Ticket.purchase(order, context!, identity!),
            saleOf: (ticket) => ({ tickets: [ticket] }),
            soldOf: ([ticket]) => ticket!,
          },
          actor?.username,
          keyed,
        ),
    ),
    /**
     * Sells the tickets of an order, all or none, and returns the order. `actor` is who sells it, if known. The refusals are
     * those of `Order.place`.
     */
    placeOrder: oncePerKey<OrderDraft, Order, OrderRefusal, Actor | undefined>(
      idempotencyRecords,
      async (draft, actor, keyed) => {
        const orderId = OrderId(newId())
        // A draft that is wrong by itself locks nothing.
        if (Order.faultsOf(draft).length > 0) return Order.place(orderId, draft, [], [])
        const refusal = refuseOnlineMethod(ports, draft.payment?.method, 'payment/method')
        if (refusal !== undefined) return refusal
        return sell<Order, OrderRefusal>(
          {
            items: draft.items,
            orderId,
            decide: (contexts, identities) => Order.place(orderId, draft, contexts, identities),
            saleOf: (order) => ({ tickets: order.tickets as TicketSale['tickets'], order }),
            soldOf: (sold, { vatRates }) => Order.of(orderId, sold, { ...draft, vatRates }),
          },
          actor?.username,
          keyed,
        )
      },
    ),
  }
}
