import { type Signal, useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Field } from '../shell/form.tsx'
import { texts } from '../shell/languages.ts'
import { givenValues } from '../shell/router.ts'
import { signedIn } from '../shell/session.ts'
import { nameOfMethod } from './payment-method.ts'

/** A payment while it is entered. */
type EnteredPayment = Readonly<{
  methods: readonly string[]
  /** The chosen method. */
  method: string
  choose: (method: string) => void
  reference: Signal<string>
  /** The payment as a request has it. */
  value: () => Readonly<{ method: string; reference?: string }>
}>

/** The pointers of the faults that the fields show. */
export const paymentPointers = ['#/reference']

/** A payment by one of the museum's methods or by the proposed one, which is chosen at first; without one, the museum's first is. */
export const usePayment = (proposed: string | undefined): EnteredPayment => {
  const { paymentMethods } = signedIn().museum
  const chosen = useSignal<string | undefined>(undefined)
  const reference = useSignal('')
  const method = chosen.value ?? proposed ?? paymentMethods[0]!
  return {
    methods: [...new Set([...paymentMethods, proposed ?? method, method])],
    method,
    choose: (next) => (chosen.value = next),
    reference,
    value: () => ({ method, ...givenValues({ reference: reference.value.trim() }) }),
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
