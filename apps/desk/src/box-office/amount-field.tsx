import { readAmount } from '@museum/languages'
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Field } from '../shell/form.tsx'
import { till } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'
import { faultOfAmount } from '../shell/typed.ts'

/** An amount as it is typed. What cannot be read has its fault beside it once the field is left. */
export const AmountField = ({
  text,
  onText,
  isRequired = false,
  isUnsigned = false,
  placeholder,
  ...field
}: Readonly<{
  text: string
  onText: (text: string) => void
  isRequired?: boolean
  /** Whether something else than the sign says where the money went. */
  isUnsigned?: boolean
  label: ComponentChildren
  hint?: ComponentChildren
  placeholder?: string
  at: string
  error: unknown
}>) => {
  const isTyping = useSignal(false)
  const isNegative = () => (readAmount(text, signedIn().museum.currency).value ?? 0) < 0
  const fault = () => {
    if (isTyping.value || (text.trim() === '' && !isRequired)) return undefined
    return faultOfAmount(text) ?? (isUnsigned && isNegative() ? till.value.withoutSign : undefined)
  }
  return (
    <Field {...field} fault={fault()}>
      <input
        class="number"
        inputMode="decimal"
        autocomplete="off"
        placeholder={placeholder}
        value={text}
        onInput={({ currentTarget }) => {
          isTyping.value = true
          onText(currentTarget.value)
        }}
        onBlur={() => (isTyping.value = false)}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </Field>
  )
}
