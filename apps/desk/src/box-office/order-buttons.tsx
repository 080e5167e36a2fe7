import type { Order } from '@museum/client'
import { useSignal } from '@preact/signals'
import { useAction } from '../shell/action.tsx'
import { DialogForm, type OnDone } from '../shell/dialog-form.tsx'
import { Field } from '../shell/form.tsx'
import { formats, texts, till } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'
import { EmailInput } from './email-input.tsx'
import { isSentBack, nameOfMethod } from './payment-method.ts'
import { PaymentFields, RefundForm, paymentPointers, usePayment } from './payment-fields.tsx'
import { atTill } from './till.ts'

/**
 * Undoes a sale: its tickets are cancelled, and their refund is recorded with the method of its payment; what was paid online is sent
 * back. A repetition has no second effect.
 */
export const UndoButton = ({
  orderId,
  total,
  method,
  onDone,
}: Readonly<{ orderId: string; total: number; method: string | undefined; onDone: OnDone }>) => {
  const { boxOffice: words } = texts.value
  const action = useAction(
    (signal) =>
      signedIn()
        .client.reverseOrder(orderId, atTill(), { signal })
        .then(() => true as const),
    { repeats: true },
  )
  return (
    <DialogForm label={words.undo} action={action} fields={[]} onDone={onDone}>
      <p>{words.undoExplanation}</p>
      <p>
        {method === undefined ? (
          words.afterCancellation
        ) : (
          <strong>
            {isSentBack(method)
              ? till.value.refunds.sendsBack(formats.value.money(total))
              : words.giveBack(formats.value.money(total), nameOfMethod(method))}
          </strong>
        )}
      </p>
    </DialogForm>
  )
}

/** Records another payment of an order. The same payment again has no second effect. */
export const OtherMethodButton = ({ order, onDone }: Readonly<{ order: Order; onDone: OnDone }>) => {
  const { boxOffice: words } = texts.value
  const payment = usePayment(order.payment?.method)
  const action = useAction(
    (signal) =>
      signedIn()
        .client.correctOrderPayment(order.orderId, payment.value(), { signal })
        .then(() => true as const),
    { repeats: true },
  )
  return (
    <DialogForm
      label={words.correctPayment}
      heading={words.otherMethod}
      opener={words.otherMethod}
      action={action}
      fields={paymentPointers}
      onDone={onDone}
    >
      <PaymentFields payment={payment} error={action.error.value} />
    </DialogForm>
  )
}

/** The sentence that a sale paid with this method is undone, and what is given back by hand. */
export const undoneSentence = (total: number, method: string | undefined): string => {
  const { undone, giveBack } = texts.value.boxOffice
  if (isSentBack(method)) return till.value.refunds.undone
  return method === undefined || total === 0
    ? undone
    : `${undone} · ${giveBack(formats.value.money(total), nameOfMethod(method))}`
}

/** Corrects the address of an order, to which its tickets are sent; to an address that is right already, they are sent again. */
export const CorrectAddressButton = ({ order, onDone }: Readonly<{ order: Order; onDone: OnDone }>) => {
  const { boxOffice: words } = texts.value
  const email = useSignal(order.email ?? '')
  const action = useAction(
    async (signal) => {
      const { client } = signedIn()
      const to = email.value.trim()
      if (to === order.email) await client.mailOrder(order.orderId, {}, { signal })
      else await client.correctOrderAddress(order.orderId, { email: to }, { signal })
      return true as const
    },
    { repeats: true },
  )
  return (
    <DialogForm label={words.correctAddress} action={action} fields={['#/email']} onDone={onDone}>
      <Field label={words.rightAddress} at="#/email" error={action.error.value}>
        <EmailInput email={email} />
      </Field>
    </DialogForm>
  )
}

/** Records that all that is due of an order was given back, or has it sent back. A repetition has no second effect. */
export const RefundOrderButton = ({
  order,
  saying,
}: Readonly<{ order: Order; saying: (sentence: string) => OnDone }>) => {
  const payment = usePayment(order.payment?.method)
  const action = useAction(
    (signal) =>
      signedIn()
        .client.refundOrder(order.orderId, { ...payment.value(), ...atTill() }, { signal })
        .then(() => true as const),
    { repeats: true },
  )
  const label = texts.value.boxOffice.settle(formats.value.money(order.refundDue))
  return <RefundForm label={label} action={action} payment={payment} saying={saying} />
}
