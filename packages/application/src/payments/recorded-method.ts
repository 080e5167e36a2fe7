import {
  type NewOnlineRefund,
  type Order,
  type Payment,
  type PaymentMethod,
  RefundId,
  type Refusal,
  onlineMethod,
  refuseFaults,
} from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'

type Ports = Pick<MuseumPorts, 'paymentProvider'>

/** While visitors pay at the payment provider, the word for that is not recorded by a person. `member` is where it stands. */
export const refuseOnlineMethod = (
  { paymentProvider }: Ports,
  method: PaymentMethod | undefined,
  member: string,
): Refusal<'validation-failed'> | undefined =>
  paymentProvider !== undefined && method === onlineMethod
    ? refuseFaults({
        member,
        code: 'online-method',
        detail: `must be another word: ${onlineMethod} is what visitors pay at the payment provider`,
      })
    : undefined

/** Whether the payment provider gives a refund. While payment is off, `online` is a word as any other. */
export const isGivenBackOnline = ({ paymentProvider }: Ports, { method }: Payment): boolean =>
  paymentProvider !== undefined && method === onlineMethod

/** Whether the payment provider gives back what is due of an order: it was paid there, and payment is on. */
export const isPaidAtProvider = async (
  { paymentProvider, reservations }: Pick<MuseumPorts, 'paymentProvider' | 'reservations'>,
  { orderId, payment }: Order,
): Promise<boolean> => {
  if (payment === undefined || !isGivenBackOnline({ paymentProvider }, payment)) return false
  const reservation = await reservations.find(orderId)
  return reservation?.payments.some(({ state }) => state === 'paid') === true
}

/** The payment provider's own identifiers stand for a reference. */
export const faultOfOnlineRefund = (ports: Ports, refund: Payment): Refusal<'validation-failed'> | undefined =>
  isGivenBackOnline(ports, refund) && refund.reference !== undefined
    ? refuseFaults({
        member: 'reference',
        code: 'no-reference',
        detail: 'must be left out: the payment provider gives it back',
      })
    : undefined

/** A new refund at the payment provider, which the actor asks for now. */
export const newOnlineRefund = (
  { now, newId }: Pick<MuseumPorts, 'now' | 'newId'>,
  { username }: Actor,
): NewOnlineRefund => ({ refundId: RefundId(newId()), at: now(), by: username })
