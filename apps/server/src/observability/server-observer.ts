import type { CredentialObserver } from '@museum/adapters-access'
import type { RequestRecord } from '@museum/adapters-http'
import type { DatabaseObserver } from '@museum/adapters-persistence'
import type { DeliveryResult, Repositories, TicketSale } from '@museum/application'
import { type Ticket, isRefusal } from '@museum/domain'

/** Called with what happens in the server, for metrics. The functions must not throw. */
export type ServerObserver = Readonly<{
  database?: DatabaseObserver
  credentials?: CredentialObserver
  /** The API has made the response to a request. */
  onResponse?: (record: RequestRecord) => void
  /** A sale is stored: a ticket that was bought alone, or the tickets of an order, also of one that was reserved. */
  onSale?: (sale: TicketSale) => void
  /** The result of an attempt to deliver a message is stored. */
  onDelivery?: (result: DeliveryResult) => void
  /** The settlement of the refund of a ticket is stored. */
  onRefundSettled?: (ticket: Ticket) => void
}>

/** The same repositories; each sale and each settlement that they store is passed to the observer. */
export const noteSales = (
  { tickets, reservations, refunds, ...others }: Repositories,
  { onSale, onRefundSettled }: ServerObserver,
): Repositories => ({
  ...others,
  tickets: {
    ...tickets,
    async sell(wanted, decide) {
      let sale: TicketSale | undefined
      const outcome = await tickets.sell(wanted, (offered) => {
        const decided = decide(offered)
        if ('tickets' in decided) sale = decided
        return decided
      })
      if (!isRefusal(outcome) && sale !== undefined) onSale?.(sale)
      return outcome
    },
  },
  reservations: {
    ...reservations,
    async change(reservationId, decide) {
      let sale: TicketSale | undefined
      const outcome = await reservations.change(reservationId, (...current) => {
        const decided = decide(...current)
        sale = decided !== undefined && 'sale' in decided ? decided.sale : undefined
        return decided
      })
      if (!isRefusal(outcome) && sale !== undefined) onSale?.(sale)
      return outcome
    },
  },
  refunds: {
    ...refunds,
    async settle(ticketId, settle, entryOf) {
      let isNew = false
      const outcome = await refunds.settle(ticketId, settle, (settlement) => {
        isNew = true
        return entryOf(settlement)
      })
      if (!isRefusal(outcome) && isNew) onRefundSettled?.(outcome.ticket)
      return outcome
    },
  },
})
