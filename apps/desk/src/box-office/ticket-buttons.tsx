import { useSignal } from '@preact/signals'
import { useAction } from '../shell/action.tsx'
import { type Cancellation, CancellationButton } from '../shell/cancellation-dialog.tsx'
import { DialogForm, type OnDone } from '../shell/dialog-form.tsx'
import { Field } from '../shell/form.tsx'
import { formats, texts } from '../shell/languages.ts'
import { givenValues } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { EmailInput } from './email-input.tsx'
import { RefundForm, usePayment } from './payment-fields.tsx'
import { atTill } from './till.ts'

/** Asks for a reason and cancels a ticket or an order. A repetition has no second effect. */
export const CancelButton = ({
  label,
  read,
  cancel,
  onDone,
}: Readonly<{
  label: string
  /** Reads what is cancelled. */
  read: (signal: AbortSignal) => PromiseLike<Cancellation>
  cancel: (fields: Readonly<{ reason?: string }>, signal: AbortSignal) => PromiseLike<unknown>
  onDone: OnDone
}>) => {
  const { boxOffice: words } = texts.value
  const reason = useSignal('')
  const action = useAction(
    (signal) => cancel(givenValues({ reason: reason.value.trim() }), signal).then(() => true as const),
    { repeats: true },
  )
  return (
    <CancellationButton heading={label} read={read} action={action} fields={['#/reason']} onDone={onDone}>
      <p>{words.afterCancellation}</p>
      <Field label={words.reason} hint={words.reasonHint} at="#/reason" error={action.error.value}>
        <input
          autocomplete="off"
          value={reason.value}
          onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
        />
      </Field>
    </CancellationButton>
  )
}

/** Sends tickets by e-mail again, or to another address than their own. */
export const MailButton = ({
  email: own,
  send,
}: Readonly<{
  email: string | undefined
  send: (fields: Readonly<{ email?: string }>, signal: AbortSignal) => PromiseLike<unknown>
}>) => {
  const { boxOffice: words } = texts.value
  const email = useSignal(own ?? '')
  const action = useAction(async (signal) => {
    const address = email.value.trim()
    await send(address === own ? {} : { email: address }, signal)
    return true as const
  })
  return (
    <DialogForm label={words.sendMail} action={action} fields={['#/email']} done={words.mailWaits}>
      <Field label={words.mailTo} at="#/email" error={action.error.value}>
        <EmailInput email={email} />
      </Field>
    </DialogForm>
  )
}

/**
 * Records that the price of a cancelled ticket was given back, as proposed with `method`, that of its order; what was paid online is sent
 * back. The same settlement again has no second effect.
 */
export const SettleButton = ({
  ticketId,
  amount,
  method,
  saying,
}: Readonly<{
  ticketId: string
  amount: number
  method: string | undefined
  saying: (sentence: string) => OnDone
}>) => {
  const label = texts.value.boxOffice.settle(formats.value.money(amount))
  const payment = usePayment(method)
  const action = useAction(
    async (signal) => {
      await signedIn().client.settleRefund(ticketId, { ...payment.value(), ...atTill() }, { signal })
      return true as const
    },
    { repeats: true },
  )
  return <RefundForm label={label} action={action} payment={payment} saying={saying} />
}
