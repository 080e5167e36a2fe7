import {
  type CalendarDate,
  ConfirmationCode,
  type PlaceLimit,
  type PurchaseRefusal,
  type Refusal,
  SpecialEvent,
  Ticket,
  TicketId,
  type TicketOrder,
  isRefusal,
} from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import { sellingKeyOf } from '../ticket-keys/private-key-of.ts'
import type { TicketKeyCache } from '../ticket-keys/ticket-key-cache.ts'
import { Unavailable } from '../unavailable.ts'
import { type StoredContext, purchaseContexts } from './purchase-contexts.ts'
import {
  type ConfirmationCodeTaken,
  type NoPlaceLeft,
  type PurchaseContextChanged,
  purchaseContextChanged,
} from './ticket-repository.ts'

export type SellTicketPorts = Pick<
  MuseumPorts,
  | 'specialEvents'
  | 'museumHours'
  | 'capacities'
  | 'givenTicketKeys'
  | 'today'
  | 'now'
  | 'newId'
  | 'randomInt'
  | 'generalPrice'
  | 'currency'
>

type StoreRefusal = PurchaseContextChanged | NoPlaceLeft | ConfirmationCodeTaken

/** Sells one ticket, which `store` stores under the limit that is in force. */
export type SellTicket = <R extends Refusal>(
  order: TicketOrder,
  soldBy: string | undefined,
  store: (ticket: Ticket, limit: PlaceLimit | undefined) => Promise<Ticket | StoreRefusal | R>,
) => Promise<Ticket | PurchaseRefusal | R>

// There are 31^11 codes for each type: five taken ones in a row mean a broken source of random numbers.
const maxDraws = 5
const maxDecisions = 3

/**
 * Sells tickets. The first decision is made on the cached context, where there is one. If the context has changed, `store`
 * rejects the ticket; then, and instead of refusing, the context is read and the purchase is decided again. When the context
 * that was read has changed too, three times in all, it throws `Unavailable`, and nothing is stored.
 */
export const sellTicket = (ports: SellTicketPorts, ticketKeys: TicketKeyCache): SellTicket => {
  const contexts = purchaseContexts(ports)
  return async (order, soldBy, store) => {
    const { today, now, newId, randomInt, generalPrice, currency } = ports
    const ticketId = TicketId(newId())
    const signingKey = sellingKeyOf(await ticketKeys.keys(), ports.givenTicketKeys)?.keyId
    const decide = (stored: StoredContext, isSoldOut = false) =>
      Ticket.purchase(
        order,
        { ...stored, isSoldOut, today: today(), now: now(), soldBy, signingKey, generalPrice, currency },
        { ticketId, confirmationCode: ConfirmationCode.draw(order.ticketType, randomInt) },
      )
    let context = contexts.cached(order)
    let isCached = context !== undefined
    for (let [draws, decisions] = [1, 0]; ;) {
      context ??= await contexts.read(order)
      const ticket = decide(context)
      if (isRefusal(ticket) && !isCached) return ticket
      const outcome = isRefusal(ticket) ? purchaseContextChanged({ ticketId }) : await store(ticket, context.limit)
      if (is('confirmation-code-taken', outcome)) {
        if (draws === maxDraws)
          throw new Error(`${maxDraws} confirmation codes in a row were taken: is the source of random numbers broken?`)
        draws += 1
      } else if (is('purchase-context-changed', outcome)) {
        if (!isCached) decisions += 1
        if (decisions === maxDecisions)
          throw new Unavailable(
            `The special event, the museum hours or the limit changed ${maxDecisions} times while the ticket was being sold`,
          )
        context = undefined
        isCached = false
      } else if (is('no-place-left', outcome)) {
        const before = context
        if (isCached) context = await contexts.read(order)
        isCached = false
        // Otherwise the limit that was reached is not in force any more.
        if (isSamePlace(order, before, context)) return decide(context, true)
      } else return outcome
    }
  }
}

/** Whether a purchase is for the same occurrence and under the same limit in two contexts. */
const isSamePlace = ({ ticketDate }: TicketOrder, a: StoredContext, b: StoredContext): boolean =>
  a.limit?.number === b.limit?.number && occurrenceNumber(a, ticketDate) === occurrenceNumber(b, ticketDate)
const occurrenceNumber = ({ event }: StoredContext, date: CalendarDate) =>
  event && SpecialEvent.occurrenceOn(event, date)?.number

const is = <Reason extends StoreRefusal['refusal']>(
  reason: Reason,
  outcome: Ticket | Refusal,
): outcome is Extract<StoreRefusal, Refusal<Reason>> => isRefusal(outcome) && outcome.refusal === reason
