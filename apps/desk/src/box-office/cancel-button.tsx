import { useSignal } from '@preact/signals'
import { useAction } from '../shell/action.tsx'
import { type Cancellation, CancellationButton } from '../shell/cancellation-dialog.tsx'
import { Field } from '../shell/form.tsx'
import { texts } from '../shell/languages.ts'
import { givenValues } from '../shell/router.ts'

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
