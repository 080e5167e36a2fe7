import { useSignal } from '@preact/signals'
import { ActionButton, ActionStatus, useAction } from '../shell/action.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { Field, Form } from '../shell/form.tsx'
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
  const { boxOffice: words, shell } = texts.value
  const isOpen = useSignal(false)
  const reason = useSignal('')
  const action = useAction((signal) => cancel(reason.value.trim(), signal).then(() => true), { repeats: true })
  const close = () => {
    action.reset()
    isOpen.value = false
  }
  return (
    <>
      <button type="button" class="danger" onClick={() => (isOpen.value = true)}>
        {label}
      </button>
      {isOpen.value && (
        <Dialog heading={label} onClose={close}>
          <Form
            action={action}
            class="stack"
            onSubmit={async () => {
              if ((await action.run()) !== true) return
              isOpen.value = false
              onDone()
            }}
          >
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
            <ActionStatus action={action} fields={['#/reason']} done="" />
            <div class="row">
              <ActionButton action={action} class="danger">
                {label}
              </ActionButton>
              <button type="button" class="plain" onClick={close}>
                {shell.close}
              </button>
            </div>
          </Form>
        </Dialog>
      )}
    </>
  )
}
