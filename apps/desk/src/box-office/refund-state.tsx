import type { SoldTicket } from '@museum/client'
import { texts, till } from '../shell/languages.ts'

type RefundState = NonNullable<SoldTicket['refund']>['state']

/** What the states of refunds are called. */
export const refundStateNames = (): Readonly<Record<RefundState, string>> => {
  const { refundDue, settled } = texts.value.boxOffice
  return { due: refundDue, sending: till.value.refunds.sending, settled }
}

/** What the states are called of a payment that the payment provider gives back by itself. */
export const returnStateNames = (): Readonly<Record<Exclude<RefundState, 'due'> | 'failed', string>> => {
  const { sending, failed } = till.value.refunds
  return { sending, settled: texts.value.boxOffice.settled, failed }
}

/** Says why the payment provider could not give a refund, in its own words, if that is so. */
export const RefundFailure = ({ failure }: Readonly<{ failure: string | undefined }>) =>
  failure !== undefined && (
    <p class="fault">
      {till.value.refunds.failed}: <bdi>{failure}</bdi>
    </p>
  )
