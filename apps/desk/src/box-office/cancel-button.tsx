import { useSignal } from '@preact/signals'
import { useAction } from '../shell/action.tsx'
import { type Cancellation, CancellationDialog } from '../shell/cancellation-dialog.tsx'
import { Field } from '../shell/form.tsx'
import { texts } from '../shell/languages.ts'

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
  cancel: (reason: string, signal: AbortSignal) => PromiseLike<unknown>
  onDone: () => void
}>) => {
  const { boxOffice: words } = texts.value
  const reason = useSignal('')
  const isOpen = useSignal(false)
  const action = useAction((signal) => cancel(reason.value.trim(), signal).then(() => true), { repeats: true })
  const close = () => {
    const isSent = action.state.peek() === 'running'
    action.reset()
    isOpen.value = false
    // It may have taken effect.
    if (isSent) onDone()
  }
  const confirm = async () => {
    if ((await action.run()) === undefined) return
    isOpen.value = false
    onDone()
  }
  return (
    <>
      <button type="button" class="danger" onClick={() => (isOpen.value = true)}>
        {label}
      </button>
      {isOpen.value && (
        <CancellationDialog
          heading={label}
          read={read}
          action={action}
          fields={['#/reason']}
          onConfirm={() => void confirm()}
          onClose={close}
        >
          <p>{words.afterCancellation}</p>
          <Field label={words.reason} hint={words.reasonHint} at="#/reason" error={action.error.value}>
            <input
              autocomplete="off"
              value={reason.value}
              onInput={({ currentTarget }) => (reason.value = currentTarget.value)}
            />
          </Field>
        </CancellationDialog>
      )}
    </>
  )
}
