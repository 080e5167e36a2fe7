import {
  ConfirmationCode,
  EntryTimes,
  Order,
  type OrderDraft,
  OrderId,
  type OrderRefusal,
  type PriceCategories,
  type PurchaseContext,
  type PurchaseRefusal,
  type Refusal,
  Slot,
  Ticket,
  TicketId,
  VatRates,
  type TicketIdentity,
  type TicketOrder,
  isRefusal,
} from '@museum/domain'
import { Unavailable } from '@museum/concurrency'
import type { Actor } from '../access/principal.ts'
import { type KeyedRequest, oncePerKey } from '../idempotency/once-per-key.ts'
import type { MuseumPorts } from '../ports.ts'
import { sellingKeyOf } from '../ticket-keys/signing-keys.ts'
import type { TicketKeyCache } from '../ticket-keys/ticket-key-cache.ts'
import type { TicketSale } from './ticket-repository.ts'

// There are 31^11 codes for each type: if five in a row are taken, the source of random numbers is broken.
const maxDraws = 5

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
  soldOf: (tickets: readonly Ticket[]) => Sold
}>

/**
 * Sells tickets, singly or as an order. The rules decide on what is stored while no other sale takes the places; the time, the
 * price categories and the key that signs are those of the beginning.
 */
export const sellTickets = (
  ports: MuseumPorts,
  ticketKeys: TicketKeyCache,
  pricesNow: () => Promise<PriceCategories>,
) => {
  const { tickets, capacities, idempotencyRecords, givenTicketKeys, today, now, timeOf, newId, randomInt } = ports
  const { generalPrice, currency } = ports
  const vatRates = VatRates.of(ports.vatRate, ports.eventVatRate)

  /** The entry times of the date of an item, with their places. */
  const timesWithPlaces = async (
    { ticketDate }: TicketOrder,
    { event, entryTimes: offered, today: date, timeOfDay }: PurchaseContext,
  ) => {
    const clock = { today: date, timeOfDay }
    if (event !== undefined) {
      const dates = await capacities.availabilityOfEvent(event.eventId, { date: ticketDate, clock })
      return isRefusal(dates) ? undefined : dates[0]?.entryTimes
    }
    const { capacity, sold } = await capacities.placesOfGeneralEntry({ startDate: ticketDate, endDate: ticketDate })
    return EntryTimes.availabilityOn(ticketDate, { capacity, sold: sold.get(ticketDate) ?? new Map(), offered }, clock)
      .entryTimes
  }
  /** The contexts with the places of all entry times of each date, so that a refusal names others. Without them if they cannot be read. */
  const withTimes = async (items: readonly TicketOrder[], contexts: readonly PurchaseContext[]) => {
    const reads = new Map<string, ReturnType<typeof timesWithPlaces>>()
    const read = (item: TicketOrder, n: number) => {
      const key = `${Slot.offer(item)} ${item.ticketDate}`
      const reading = reads.get(key) ?? timesWithPlaces(item, contexts[n]!)
      reads.set(key, reading)
      return reading
    }
    try {
      const times = await Promise.all(items.map(read))
      return contexts.map((context, n) => Object.assign({}, context, { timesWithPlaces: times[n] }))
    } catch (error) {
      if (error instanceof Unavailable) return contexts
      throw error
    }
  }

  const sell = async <Sold extends object, R extends Refusal>(
    { items, orderId, decide, saleOf, soldOf }: Wanted<Sold, R>,
    soldBy: string | undefined,
    keyed: KeyedRequest<Sold> | undefined,
  ): Promise<Sold | R | Refusal<'request-in-progress'>> => {
    const types = items.flatMap(({ ticketType, quantity = 1 }) => Array.from({ length: quantity }, () => ticketType))
    // In ascending order, in which tickets are listed.
    const ticketIds = types.map(() => TicketId(newId())).toSorted()
    // Before the time: an entry time of the new date has not ended at the end of the old one.
    const date = today()
    const at = now()
    const common = {
      today: date,
      now: at,
      timeOfDay: timeOf(at),
      soldBy,
      signingKey: sellingKeyOf(await ticketKeys.keys(), givenTicketKeys)?.keyId,
      generalPrice,
      currency,
      vatRates,
      priceCategories: await pricesNow(),
    }
    for (let draws = 1; draws <= maxDraws; draws += 1) {
      const identities = ticketIds.map((ticketId, n) => ({
        ticketId,
        confirmationCode: ConfirmationCode.draw(types[n]!, randomInt),
      }))
      let contexts: readonly PurchaseContext[] = []
      let decided: { sold: Sold; tickets: readonly Ticket[] } | undefined
      const stored = await tickets.sell<R>(
        { items, today: common.today, identities, orderId, once: keyed?.request },
        (offered) => {
          contexts = offered.map((item) => ({ ...item, ...common }))
          const outcome = decide(contexts, identities)
          if (isRefusal(outcome)) return outcome as R
          const sold = outcome as Sold
          const sale = saleOf(sold)
          decided = { sold, tickets: sale.tickets }
          return { ...sale, renderAnswer: keyed && (() => keyed.render(sold)) }
        },
      )
      if (!isRefusal(stored)) return stored === decided?.tickets ? decided.sold : soldOf(stored as readonly Ticket[])
      if ((stored as Refusal).refusal === 'sold-out' && items.some(({ entryTime }) => entryTime !== undefined))
        return decide(await withTimes(items, contexts), identities) as R
      if (stored.refusal !== 'confirmation-code-taken') return stored as R | Refusal<'request-in-progress'>
    }
    throw new Error(`${maxDraws} confirmation codes of a purchase were taken: is the source of random numbers broken?`)
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
        return sell<Order, OrderRefusal>(
          {
            items: draft.items,
            orderId,
            decide: (contexts, identities) => Order.place(orderId, draft, contexts, identities),
            saleOf: (order) => ({ tickets: order.tickets as TicketSale['tickets'], order }),
            soldOf: (sold) => Order.of(orderId, sold, { ...draft, vatRates }),
          },
          actor?.username,
          keyed,
        )
      },
    ),
  }
}
