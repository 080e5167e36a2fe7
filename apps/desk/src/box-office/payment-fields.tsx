import { type Signal, useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { Action } from '../shell/action.tsx'
import { DialogForm, type OnDone } from '../shell/dialog-form.tsx'
import { Field } from '../shell/form.tsx'
import { texts, till } from '../shell/languages.ts'
import { givenValues } from '../shell/router.ts'
import { isSentBack, nameOfMethod, offeredMethods } from './payment-method.ts'

/** A payment while it is entered. */
type EnteredPayment = Readonly<{
  methods: readonly string[]
  /** The chosen method. */
  method: string
  choose: (method: string) => void
  reference: Signal<string>
  /** Whether it is a refund that the payment provider gives, without a reference. */
  isSentBack: boolean
  /** The payment as a request has it. */
  value: () => Readonly<{ method: string; reference?: string }>
}>

/** The pointers of the faults that the fields show. */
export const paymentPointers = ['#/reference']

/** A payment by one of the museum's methods or by the proposed one, which is chosen at first; without one, the museum's first is. */
export const usePayment = (proposed: string | undefined): EnteredPayment => {
  const offered = offeredMethods()
  const chosen = useSignal<string | undefined>(undefined)
  const reference = useSignal('')
  const method = chosen.value ?? proposed ?? offered[0]!
  return {
    methods: [...new Set([...offered, proposed ?? method, method])],
    method,
    choose: (next) => (chosen.value = next),
    reference,
    isSentBack: isSentBack(method),
    value: () => ({ method, ...(!isSentBack(method) && givenValues({ reference: reference.value.trim() })) }),
  }
}

/** The fields of a payment. */
export const PaymentFields = ({ payment, error }: Readonly<{ payment: EnteredPayment; error: unknown }>) => {
  const { boxOffice: words } = texts.value
  const id = useId()
  return (
    <>
      <fieldset class="methods">
        <legend>{words.method}</legend>
        {payment.methods.map((method) => (
          <label class="method" key={method}>
            <input type="radio" name={id} checked={method === payment.method} onChange={() => payment.choose(method)} />
            <bdi>{nameOfMethod(method)}</bdi>
          </label>
        ))}
      </fieldset>
      {!payment.isSentBack && (
        <Field label={words.reference} at="#/reference" error={error}>
          <input
            autocomplete="off"
            value={payment.reference.value}
            onInput={({ currentTarget }) => (payment.reference.value = currentTarget.value)}
          />
        </Field>
      )}
    </>
  )
}

/** A button, and the dialog in which a refund is recorded, or the payment provider is asked for it. `saying` is that of `useDone`. */
export const RefundForm = ({
  label,
  action,
  payment,
  saying,
}: Readonly<{
  label: string
  action: Action<readonly [], true>
  payment: EnteredPayment
  saying: (sentence: string) => OnDone
}>) => {
  const { boxOffice: words } = texts.value
  const { refunds } = till.value
  return (
    <DialogForm
      label={label}
      action={action}
      fields={paymentPointers}
      onDone={saying(payment.isSentBack ? refunds.sent : words.done.refundRecorded)}
    >
      <p>{payment.isSentBack ? refunds.sendExplanation : words.settleExplanation}</p>
      <PaymentFields payment={payment} error={action.error.value} />
    </DialogForm>
  )
}
