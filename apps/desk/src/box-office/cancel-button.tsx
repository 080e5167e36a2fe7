import { useSignal } from '@preact/signals'
import { useAction } from '../shell/action.tsx'
import { DialogForm } from '../shell/dialog-form.tsx'
import { Field } from '../shell/form.tsx'
import { texts } from '../shell/languages.ts'

/** Asks for a reason and cancels a ticket or an order. A repetition has no second effect. */
export const CancelButton = ({
  label,
  explanation,
  cancel,
  onDone,
}: Readonly<{
  label: string
  explanation: string
  cancel: (reason: string, signal: AbortSignal) => PromiseLike<unknown>
  onDone: () => void
}>) => {
  const { boxOffice: words } = texts.value
  const reason = useSignal('')
  const action = useAction((signal) => cancel(reason.value.trim(), signal).then(() => true as const), { repeats: true })
  return (
    <DialogForm label={label} isDanger action={action} fields={['#/reason']} onDone={onDone}>
      <p>{explanation}</p>
      <Field label={words.reason} hint={words.reasonHint} at="#/reason" error={action.error.value}>
        {(attributes) => (
          <input
            {...attributes}
            autocomplete="off"
            value={reason.value}
            onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
          />
        )}
      </Field>
    </DialogForm>
  )
}
