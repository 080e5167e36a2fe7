import type { SoldTicket } from '@museum/client'
import { plainText } from '@museum/languages'
import { useSignal } from '@preact/signals'
import { useAction } from '../shell/action.tsx'
import { type Cancellation, CancellationButton } from '../shell/cancellation-dialog.tsx'
import { DialogForm } from '../shell/dialog-form.tsx'
import { Field } from '../shell/form.tsx'
import { formats, texts } from '../shell/languages.ts'
import { givenValues } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { EmailInput } from './email-input.tsx'

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
  onDone: () => void
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

/** Sends a ticket by e-mail again, or to another address. */
export const MailButton = ({ ticket }: Readonly<{ ticket: SoldTicket }>) => {
  const { boxOffice: words } = texts.value
  const email = useSignal(ticket.email ?? '')
  const action = useAction(async (signal) => {
    const address = email.value.trim()
    // Another address is not the ticket's.
    await signedIn().client.mailTicket(ticket.ticketId, address === ticket.email ? {} : { email: address }, { signal })
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

/** Records that the price of a cancelled ticket was given back. The same settlement again has no second effect. */
export const SettleButton = ({
  ticketId,
  amount,
  onDone,
}: Readonly<{ ticketId: string; amount: number; onDone: () => void }>) => {
  const { boxOffice: words } = texts.value
  const label = words.settle(formats.value.money(amount))
  const method = useSignal('cash')
  const reference = useSignal('')
  const action = useAction(
    async (signal) => {
      const settlement = { method: plainText(method.value), ...givenValues({ reference: reference.value.trim() }) }
      await signedIn().client.settleRefund(ticketId, settlement, { signal })
      return true as const
    },
    { repeats: true },
  )
  return (
    <DialogForm label={label} action={action} fields={['#/method', '#/reference']} onDone={onDone}>
      <p>{words.settleExplanation}</p>
      <Field label={words.method} hint={words.methodHint} at="#/method" error={action.error.value}>
        <input
          autocomplete="off"
          autocapitalize="none"
          list="methods"
          value={method.value}
          onInput={({ currentTarget }) => (method.value = currentTarget.value)}
        />
      </Field>
      <datalist id="methods">
        {['cash', 'card', 'voucher', 'invoice'].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
      <Field label={words.reference} at="#/reference" error={action.error.value}>
        <input
          autocomplete="off"
          value={reference.value}
          onInput={({ currentTarget }) => (reference.value = currentTarget.value)}
        />
      </Field>
    </DialogForm>
  )
}
