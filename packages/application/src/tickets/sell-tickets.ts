import {
  ConfirmationCode,
  Order,
  type OrderDraft,
  OrderId,
  type OrderRefusal,
  type Places,
  type PriceCategories,
  type PurchaseContext,
  type PurchaseRefusal,
  type Refusal,
  Ticket,
  TicketId,
  type TicketIdentity,
  type TicketOrder,
  isRefusal,
} from '@museum/domain'
import type { IdempotencyRecord } from '../idempotency/idempotency-record.ts'
import type { MuseumPorts } from '../ports.ts'
import { sellingKeyOf } from '../ticket-keys/signing-keys.ts'
import type { TicketKeyCache } from '../ticket-keys/ticket-key-cache.ts'
import { Unavailable } from '../unavailable.ts'
import { type PurchaseSnapshot, purchaseSnapshots } from './purchase-snapshots.ts'
import type { DecidedTicket, TicketSale } from './ticket-repository.ts'

// There are 31^11 codes for each type: if five in a row are taken, the source of random numbers is broken.
const maxDraws = 5
/** Usually the deadline of the request ends the attempts earlier. */
const maxDecisions = 100

/** The tickets to sell: all of them or none. */
type Wanted<Sold, R extends Refusal> = Readonly<{
  /** The items: equal tickets share one. */
  items: readonly (TicketOrder & Readonly<{ quantity?: number }>)[]
  /** Decides by the rules, with the context of each item and the identity of each ticket. */
  decide: (contexts: readonly PurchaseContext[], identities: readonly TicketIdentity[]) => Sold | R
  /** The tickets, in the order of the items. */
  ticketsOf: (sold: Sold) => readonly Ticket[]
  orderOf?: (sold: Sold) => TicketSale['order']
  recordOf: ((sold: Sold) => IdempotencyRecord) | undefined
}>

/**
 * Sells tickets, singly or as an order. `recordOf` makes the record that is stored together with them. Without it, the result
 * is never `request-in-progress`.
 *
 * The first decision is made on the cached snapshots, if there are such. If that refuses the purchase, or a snapshot is stale,
 * so that the sale is not stored, new snapshots are read and the purchase is decided again. After `maxDecisions` decisions on
 * snapshots that were read and became stale before the sale, it throws `Unavailable`, and nothing is stored.
 */
export const sellTickets = (
  ports: MuseumPorts,
  ticketKeys: TicketKeyCache,
  pricesNow: () => Promise<PriceCategories>,
) => {
  const { tickets, givenTicketKeys, today, now, newId, randomInt, generalPrice, currency } = ports
  const snapshots = purchaseSnapshots(ports)

  const sell = async <Sold, R extends Refusal>(
    { items, decide, ticketsOf, orderOf, recordOf }: Wanted<Sold, R>,
    soldBy: string | undefined,
  ): Promise<Sold | R | Refusal<'request-in-progress'>> => {
    const itemOfTickets = items.flatMap(({ quantity = 1 }, n) => Array.from({ length: quantity }, () => n))
    // In ascending order, in which tickets are listed.
    const ticketIds = itemOfTickets.map(() => TicketId(newId())).toSorted()
    const signingKey = sellingKeyOf(await ticketKeys.keys(), givenTicketKeys)?.keyId
    const priceCategories = await pricesNow()
    const decideOn = (current: readonly PurchaseSnapshot[], places?: readonly Places[]) => {
      // The tickets of an order are sold at the same moment.
      const moment = now()
      return decide(
        current.map((snapshot, n) => ({
          ...snapshot,
          places: places?.[itemOfTickets.indexOf(n)],
          today: today(),
          now: moment,
          soldBy,
          signingKey,
          generalPrice,
          currency,
          priceCategories,
        })),
        ticketIds.map((ticketId, n) => ({
          ticketId,
          confirmationCode: ConfirmationCode.draw(items[itemOfTickets[n]!]!.ticketType, randomInt),
        })),
      )
    }
    const saleOf = (sold: Sold, current: readonly PurchaseSnapshot[]): TicketSale => {
      const [first, ...others] = ticketsOf(sold).map((ticket, n): DecidedTicket => ({
        ticket,
        revision: current[itemOfTickets[n]!]!.revision,
      }))
      return { tickets: [first!, ...others], order: orderOf?.(sold), record: recordOf?.(sold) }
    }
    let current = snapshots.cached(items)
    let isCached = current !== undefined
    let draws = 1
    let decisions = 0
    for (;;) {
      current ??= await snapshots.read(items)
      const sold = decideOn(current)
      const outcome = isRefusal(sold) ? sold : await tickets.sell(saleOf(sold as Sold, current))
      if (!isRefusal(outcome)) return sold
      if (outcome.refusal === 'request-in-progress') return outcome as Refusal<'request-in-progress'>
      if (outcome.refusal === 'confirmation-code-taken') {
        if (draws === maxDraws)
          throw new Error(
            `${maxDraws} confirmation codes of a purchase were taken: is the source of random numbers broken?`,
          )
        draws += 1
        continue
      }
      if ('places' in outcome) {
        const soldOut = decideOn(current, outcome.places)
        if (isRefusal(soldOut)) return soldOut
      } else if (outcome.refusal !== 'snapshot-stale' && !isCached) return sold
      // A snapshot is stale, or may be.
      if (!isCached) decisions += 1
      if (decisions === maxDecisions)
        throw new Unavailable(
          `The special events or the museum hours changed ${maxDecisions} times while tickets were being sold`,
        )
      current = undefined
      isCached = false
    }
  }
  return {
    sellTicket: (order: TicketOrder, soldBy: string | undefined, recordOf?: (ticket: Ticket) => IdempotencyRecord) =>
      sell<Ticket, PurchaseRefusal>(
        {
          items: [order],
          decide: ([context], [identity]) => Ticket.purchase(order, context!, identity!),
          ticketsOf: (ticket) => [ticket],
          recordOf,
        },
        soldBy,
      ),
    placeOrder: (draft: OrderDraft, soldBy: string | undefined, recordOf?: (order: Order) => IdempotencyRecord) => {
      const orderId = OrderId(newId())
      return sell<Order, OrderRefusal>(
        {
          items: draft.items,
          decide: (contexts, identities) => Order.place(orderId, draft, contexts, identities),
          ticketsOf: ({ tickets }) => tickets,
          orderOf: (order) => order,
          recordOf,
        },
        soldBy,
      )
    },
  }
}

export type SellTickets = ReturnType<typeof sellTickets>
