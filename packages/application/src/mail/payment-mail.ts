import { type PaymentMail, type Reservation, Slot } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import type { MailAboutPayment, MailedVisit } from './mail-sender.ts'

/** The ports of `readPaymentMail`. */
export type PaymentMailPorts = Pick<MuseumPorts, 'reservations' | 'orders' | 'specialEvents'>

/** The e-mail about a payment that is returned; undefined when the purchaser's address is erased, or was never given. */
export const readPaymentMail = async (
  ports: PaymentMailPorts,
  mailId: string,
  { reservationId, paymentId }: PaymentMail,
): Promise<MailAboutPayment | undefined> => {
  // A reservation with a payment is never removed, nor is its payment.
  const reservation = (await ports.reservations.find(reservationId))!
  const payment = reservation.payments.find((each) => each.paymentId === paymentId)!
  const order = reservation.state === 'sold' ? await ports.orders.find(reservationId) : undefined
  const named = [reservation, ...(order?.tickets ?? [])].find(({ purchaser }) => purchaser !== undefined)
  if (named === undefined) return undefined
  const language = reservation.language ?? payment.language
  return {
    mailId,
    kind: 'payment-returned',
    to: named.purchaser!.email,
    because: payment.returned!,
    amount: payment.refund!.amount,
    currency: payment.refund!.currency,
    // A payment has one line for each item.
    visits: await visitsOf(ports, reservation, (n) => payment.lines[n]!.name),
    ...(order?.tickets.some(({ state }) => state === 'valid') && { orderId: reservationId }),
    ...(language !== undefined && { language }),
  }
}

/** What a reservation is for, each once; `nameOf` is the name of the event of the n-th item where it is deleted. */
export const visitsOf = (
  { specialEvents }: Pick<PaymentMailPorts, 'specialEvents'>,
  { items }: Pick<Reservation, 'items'>,
  nameOf: (n: number) => string,
): Promise<readonly MailedVisit[]> => {
  const bySlot = new Map(items.map(({ quote: { slot } }, n) => [Slot.key(slot), { slot, n }]))
  return Promise.all(
    [...bySlot.values()].map(async ({ slot, n }): Promise<MailedVisit> => {
      const { offer, date: ticketDate, time: entryTime } = slot
      if (offer === 'general') return { ticketDate, entryTime }
      const event = await specialEvents.find(offer)
      return { ticketDate, entryTime, event: { name: event?.name ?? nameOf(n), location: event?.location } }
    }),
  )
}
