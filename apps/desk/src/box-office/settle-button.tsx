import { plainText } from '@museum/languages'
import { useSignal } from '@preact/signals'
import { useAction } from '../shell/action.tsx'
import { DialogForm } from '../shell/dialog-form.tsx'
import { Field } from '../shell/form.tsx'
import { formats, texts } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'

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
      const given = reference.value.trim()
      const settlement = { method: plainText(method.value), ...(given !== '' && { reference: given }) }
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
