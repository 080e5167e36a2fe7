import { plainText } from '@museum/languages'
import { type Signal, useSignal } from '@preact/signals'
import { Field } from '../shell/form.tsx'
import { texts } from '../shell/languages.ts'
import { givenValues } from '../shell/router.ts'

/** A payment while it is entered. */
type EnteredPayment = Readonly<{
  method: Signal<string>
  reference: Signal<string>
  /** The payment as a request has it. */
  value: () => Readonly<{ method: string; reference?: string }>
}>

/** The pointers of the faults that the fields show. */
export const paymentPointers = ['#/method', '#/reference']

/** A payment with a proposed method, cash by default. */
export const usePayment = (proposed: string | undefined): EnteredPayment => {
  const method = useSignal(proposed ?? 'cash')
  const reference = useSignal('')
  return {
    method,
    reference,
    value: () => ({ method: plainText(method.value), ...givenValues({ reference: reference.value.trim() }) }),
  }
}

/** The fields of a payment. */
export const PaymentFields = ({ payment, error }: Readonly<{ payment: EnteredPayment; error: unknown }>) => {
  const { boxOffice: words } = texts.value
  return (
    <>
      <Field label={words.method} hint={words.methodHint} at="#/method" error={error}>
        <input
          autocomplete="off"
          autocapitalize="none"
          list="methods"
          value={payment.method.value}
          onInput={({ currentTarget }) => (payment.method.value = currentTarget.value)}
        />
      </Field>
      <datalist id="methods">
        {['cash', 'card', 'voucher', 'invoice'].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
      <Field label={words.reference} at="#/reference" error={error}>
        <input
          autocomplete="off"
          value={payment.reference.value}
          onInput={({ currentTarget }) => (payment.reference.value = currentTarget.value)}
        />
      </Field>
    </>
  )
}
