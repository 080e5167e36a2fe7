import {
  ConfirmationCode,
  type PurchaseRefusal,
  type Refusal,
  Ticket,
  TicketId,
  type TicketOrder,
  isRefusal,
} from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import { Unavailable } from '../unavailable.ts'
import { purchaseContexts } from './purchase-contexts.ts'
import { type ConfirmationCodeTaken, type PurchaseContextChanged, purchaseContextChanged } from './ticket-repository.ts'

export type SellTicketPorts = Pick<
  MuseumPorts,
  'specialEvents' | 'museumHours' | 'today' | 'now' | 'newId' | 'randomInt' | 'generalPrice' | 'currency'
>

/** Sells one ticket, which `store` stores. */
export type SellTicket = <R extends Refusal>(
  order: TicketOrder,
  soldBy: string | undefined,
  store: (ticket: Ticket) => Promise<Ticket | PurchaseContextChanged | ConfirmationCodeTaken | R>,
) => Promise<Ticket | PurchaseRefusal | R>

// There are 31^11 codes for each type: five taken ones in a row mean a broken source of random numbers.
const maxDraws = 5
const maxDecisions = 3

/**
 * Sells tickets. The first decision is made on the cached context, where there is one. If the context has changed, `store`
 * rejects the ticket; then, and instead of refusing, the context is read and the purchase is decided again. When the context
 * that was read has changed too, three times in all, it throws `Unavailable`, and nothing is stored.
 */
export const sellTicket = (ports: SellTicketPorts): SellTicket => {
  const contexts = purchaseContexts(ports)
  return async (order, soldBy, store) => {
    const { today, now, newId, randomInt, generalPrice, currency } = ports
    const ticketId = TicketId(newId())
    let context = contexts.cached(order)
    let isCached = context !== undefined
    for (let [draws, decisions] = [1, 0]; ;) {
      context ??= await contexts.read(order)
      const confirmationCode = ConfirmationCode.draw(order.ticketType, randomInt)
      const ticket = Ticket.purchase(
        order,
        { ...context, today: today(), now: now(), soldBy, generalPrice, currency },
        { ticketId, confirmationCode },
      )
      if (isRefusal(ticket) && !isCached) return ticket
      const outcome = isRefusal(ticket) ? purchaseContextChanged({ ticketId }) : await store(ticket)
      if (isConfirmationCodeTaken(outcome)) {
        if (draws === maxDraws)
          throw new Error(`${maxDraws} confirmation codes in a row were taken: is the source of random numbers broken?`)
        draws += 1
      } else if (isPurchaseContextChanged(outcome)) {
        if (!isCached) decisions += 1
        if (decisions === maxDecisions)
          throw new Unavailable(
            `The special event or the museum hours changed ${maxDecisions} times while the ticket was being sold`,
          )
        context = undefined
        isCached = false
      } else return outcome
    }
  }
}

const isConfirmationCodeTaken = (outcome: Ticket | Refusal): outcome is ConfirmationCodeTaken =>
  isRefusal(outcome) && outcome.refusal === 'confirmation-code-taken'
const isPurchaseContextChanged = (outcome: Ticket | Refusal): outcome is PurchaseContextChanged =>
  isRefusal(outcome) && outcome.refusal === 'purchase-context-changed'
