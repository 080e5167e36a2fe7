import {
  type Instant,
  OnlinePayment,
  type OnlineRefund,
  type PaymentId,
  type PaymentMessage,
  type RefundId,
  type RefundRun,
} from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import type { ClaimedPayment, DeliveryResult } from '../webhooks/delivery-repository.ts'
import { type PaymentSettlement, ProviderUnavailable } from './payment-operations.ts'
import type { refundRuns } from './refund-runs.ts'

const [hour, day] = [3_600, 86_400_000]
/** Once the page of a payment has ended for so many milliseconds, it is closed at the provider. */
const closedAfter = 60_000
/** A refund without an end fails after this number of milliseconds. */
const refundFailsAfter = 14 * day

type Result =
  | Readonly<{ result: 'dropped' }>
  | Readonly<{ result: 'continued'; message: RefundRun; seconds: number }>
  | Readonly<{ result: 'retried'; seconds: number; because: string; isOfMessage: true }>

const later = (seconds: number, because: string): Result => ({ result: 'retried', seconds, because, isOfMessage: true })
const ended: Result = { result: 'dropped' }

/**
 * Asks the payment provider what a stored question is about: a payment that is open, until it is decided; or a refund, until it has
 * ended; and makes the steps of refund runs. So no notification is needed.
 */
export const paymentAttempts = (
  { reservations, onlineRefunds, now }: MuseumPorts,
  { provider, replaceOpen, close, ask }: PaymentSettlement,
  { continueRefundRun }: Pick<ReturnType<typeof refundRuns>, 'continueRefundRun'>,
) => {
  const askAboutPayment = async (paymentId: PaymentId, questions: number): Promise<Result> => {
    const reservation = await reservations.findByPayment(paymentId)
    const payment = reservation?.payments.find((each) => each.paymentId === paymentId)
    if (reservation === undefined || payment?.state !== 'open') return ended
    const pause = secondsToNext(payment, questions, now())
    if (provider === undefined) return later(pause, 'No payment provider is configured.')
    try {
      const isOver = now() >= payment.expiresAt + closedAfter
      const after = await (isOver ? close : ask)(provider, reservation, payment)
      const { state } = after.payments.find((each) => each.paymentId === paymentId)!
      return state === 'open' ? later(pause, 'The visitor has not paid yet.') : ended
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      const heldUntil = OnlinePayment.holdWhileAway(payment, now())
      if (heldUntil !== undefined)
        await replaceOpen(reservation, payment, (open, isHeld) =>
          isHeld && open.heldUntil === payment.heldUntil ? { ...open, heldUntil } : undefined,
        )
      return later(pause, 'The payment provider does not answer.')
    }
  }

  const sendRefund = async (refundId: RefundId, attempts: number): Promise<Result> => {
    const refund = await onlineRefunds.find(refundId)
    if (refund?.state !== 'sending') return ended
    if (provider === undefined) return later(hour, 'No payment provider is configured.')
    const end = async (state: Exclude<OnlineRefund['state'], 'sending'>, failure?: string): Promise<Result> => {
      await onlineRefunds.end({ refundId, state, at: now(), ...(failure !== undefined && { failure }) })
      return ended
    }
    try {
      const { reference, amount, currency, requestedAt } = refund
      const found = await provider.refund({ refundId, reference, amount, currency, requestedAt })
      if (found.state === 'settled') return await end('settled')
      if (found.state === 'failed') return await end('failed', found.because.slice(0, 500))
      if (now() >= requestedAt + refundFailsAfter) return await end('failed', 'It had not ended after 14 days.')
      return later(hour, 'The provider has not moved the money yet.')
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      return later(Math.min(hour, 10 * 2 ** Math.min(attempts, 10)), 'The payment provider does not answer.')
    }
  }

  const continueRun = async (run: RefundRun): Promise<Result> => {
    if (provider === undefined) return later(hour, 'No payment provider is configured.')
    const continued = await continueRefundRun(run)
    return continued === undefined ? ended : { result: 'continued', message: continued.run, seconds: continued.seconds }
  }

  const attempt = (message: PaymentMessage, attempts: number): Promise<Result> => {
    if (message.type === 'payment.opened') return askAboutPayment(message.paymentId, attempts)
    return message.type === 'refund.requested' ? sendRefund(message.refundId, attempts) : continueRun(message)
  }

  return {
    /** Asks a claimed question, and returns when it is to be asked again, if it is; or makes the next step of a refund run. Throws `Unavailable` without a database. */
    attemptPayment: async (delivery: ClaimedPayment): Promise<DeliveryResult> => {
      const { message, attempts } = delivery
      return { delivery, at: now(), ...(await attempt(message, attempts)) }
    },
  }
}

/** The seconds to the next question: the one after the end of the page is not later than that. */
const secondsToNext = ({ expiresAt }: OnlinePayment, questions: number, now: Instant): number => {
  const seconds = OnlinePayment.pauseAfter(questions)
  const toEnd = Math.ceil((expiresAt + closedAfter - now) / 1_000)
  return toEnd > 0 ? Math.min(seconds, toEnd) : seconds
}
