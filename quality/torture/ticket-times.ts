/** When tickets were sold and cancelled, as far as clients can tell from the responses and their times. */
import { type Attempt, firstConfirmed, firstSent, isDone, isRefusal } from './history.ts'
import type { OrderHistory } from './order-history.ts'

/** A ticket as it is stored. Amounts are in hundredths. */
export type StoredTicket = Readonly<{
  ticketId: string
  ticketType: string
  ticketDate: string
  eventId: string | null
  eventName: string | null
  occurrenceNumber: number | null
  /** Null for a ticket that admits all day. */
  entryTime: string | null
  email: string
  confirmationCode: string
  price: number
  /** `full` for a ticket at the full price. */
  priceCategory: string
  orderId: string | null
  /** Whether the ticket itself was cancelled. */
  isCancelled: boolean
  /** Whether its event has its occurrence; true for a general ticket. */
  hasOccurrence: boolean
}>

type Ticket = Readonly<{ ticketId: string; email: string; orderId: string | null }>

export const ticketTimesOf = (
  history: Pick<OrderHistory, 'sales' | 'ticketCancellations' | 'orderCancellations' | 'settlements'>,
  tickets: readonly Ticket[],
) => {
  const selling = new Map(history.sales.map(({ email, attempts }) => [email, attempts]))
  const ticketsOfOrder = Map.groupBy(tickets, ({ orderId }) => orderId)
  const cancelling = new Map<string, Attempt[]>()
  const addCancelling = (ticketId: string, attempts: readonly Attempt[]) =>
    void cancelling.set(ticketId, [...(cancelling.get(ticketId) ?? []), ...attempts])
  for (const { ticketId, attempts } of [...history.ticketCancellations, ...history.settlements])
    addCancelling(ticketId, attempts)
  for (const { orderId, attempts } of history.orderCancellations)
    for (const { ticketId } of ticketsOfOrder.get(orderId) ?? []) addCancelling(ticketId, attempts)
  /** The attempts that may have cancelled a ticket, or settled its refund. */
  const cancellingAttempts = (ticketId: string): readonly Attempt[] => cancelling.get(ticketId) ?? []
  return {
    cancellingAttempts,
    /** The earliest time at which a ticket may have been sold, and the time by which it certainly was. */
    sentAt: ({ email }: Ticket) => firstSent(selling.get(email) ?? []),
    confirmedAt: ({ email }: Ticket) => firstConfirmed(selling.get(email) ?? []),
    /** The earliest time from which a ticket may be cancelled individually, and the time from which it certainly is. */
    mayBeCancelledFrom: (ticketId: string) =>
      firstSent(cancellingAttempts(ticketId).filter((attempt) => !isRefusal(attempt))),
    isCancelledBy: (ticketId: string) =>
      Math.min(
        ...cancellingAttempts(ticketId)
          .filter(isDone)
          .map(({ receivedAt }) => receivedAt),
      ),
  }
}
