import {
  ConfirmationCode,
  type Places,
  type PriceCategories,
  type PurchaseRefusal,
  type Refusal,
  Ticket,
  TicketId,
  type TicketOrder,
  isRefusal,
} from '@museum/domain'
import type { IdempotencyRecord } from '../idempotency/idempotency-record.ts'
import type { MuseumPorts } from '../ports.ts'
import { sellingKeyOf } from '../ticket-keys/signing-keys.ts'
import type { TicketKeyCache } from '../ticket-keys/ticket-key-cache.ts'
import { Unavailable } from '../unavailable.ts'
import { type PurchaseSnapshot, purchaseSnapshots } from './purchase-snapshots.ts'

// There are 31^11 codes for each type: if five in a row are taken, the source of random numbers is broken.
const maxDraws = 5
/** Usually the deadline of the request ends the attempts earlier. */
const maxDecisions = 100

/**
 * Sells a ticket; `recordOf` makes the record that is stored together with it. Without it, the result is never
 * `request-in-progress`.
 *
 * The first decision is made on the cached snapshot, if there is one. If that refuses the purchase, or the snapshot is
 * stale, so that the sale is not stored, a new snapshot is read and the purchase is decided again. After `maxDecisions`
 * decisions on snapshots that were read and became stale before the sale, it throws `Unavailable`, and nothing is
 * stored.
 */
export const sellTicket = (
  ports: MuseumPorts,
  ticketKeys: TicketKeyCache,
  pricesNow: () => Promise<PriceCategories>,
) => {
  const { tickets, givenTicketKeys, today, now, newId, randomInt, generalPrice, currency } = ports
  const snapshots = purchaseSnapshots(ports)
  return async (
    order: TicketOrder,
    soldBy: string | undefined,
    recordOf?: (ticket: Ticket) => IdempotencyRecord,
  ): Promise<Ticket | PurchaseRefusal | Refusal<'request-in-progress'>> => {
    const ticketId = TicketId(newId())
    const signingKey = sellingKeyOf(await ticketKeys.keys(), givenTicketKeys)?.keyId
    const priceCategories = await pricesNow()
    const decide = (snapshot: PurchaseSnapshot, places?: Places) =>
      Ticket.purchase(
        order,
        {
          ...snapshot,
          places,
          today: today(),
          now: now(),
          soldBy,
          signingKey,
          generalPrice,
          currency,
          priceCategories,
        },
        { ticketId, confirmationCode: ConfirmationCode.draw(order.ticketType, randomInt) },
      )
    let snapshot = snapshots.cached(order)
    let isCached = snapshot !== undefined
    let draws = 1
    let decisions = 0
    for (;;) {
      snapshot ??= await snapshots.read(order)
      const ticket = decide(snapshot)
      const outcome = isRefusal(ticket)
        ? ticket
        : await tickets.sell({ ticket, revision: snapshot.revision, record: recordOf?.(ticket) })
      if (!isRefusal(outcome) || outcome.refusal === 'request-in-progress') return outcome
      if (outcome.refusal === 'confirmation-code-taken') {
        if (draws === maxDraws)
          throw new Error(
            `${maxDraws} confirmation codes of a purchase were taken: is the source of random numbers broken?`,
          )
        draws += 1
        continue
      }
      if (outcome.refusal === 'no-place-left') {
        const soldOut = decide(snapshot, outcome.places)
        if (isRefusal(soldOut)) return soldOut
      } else if (outcome.refusal !== 'purchase-context-changed' && !isCached) return outcome
      // The snapshot is stale, or may be.
      if (!isCached) decisions += 1
      if (decisions === maxDecisions)
        throw new Unavailable(
          `The special event or the museum hours changed ${maxDecisions} times while the ticket was being sold`,
        )
      snapshot = undefined
      isCached = false
    }
  }
}

export type SellTicket = ReturnType<typeof sellTicket>
