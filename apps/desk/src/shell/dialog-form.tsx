import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { type Action, ActionButton, ActionStatus } from './action.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { texts } from './languages.ts'

/**
 * A button, and the dialog that it opens: the form of an action, with the children as its fields. When the action is done, the
 * dialog closes and calls `onDone`, or stays and says `done`.
 */
export const DialogForm = ({
  label,
  action,
  fields,
  children,
  ...end
}: Readonly<{
  label: string
  action: Action<readonly [], true>
  fields: readonly string[]
  children: ComponentChildren
}> &
  Readonly<{ onDone: () => void; done?: undefined } | { onDone?: undefined; done: string }>) => {
  const isOpen = useSignal(false)
  const close = () => {
    action.reset()
    isOpen.value = false
  }
  const submit = async () => {
    if ((await action.run()) !== true || end.onDone === undefined) return
    isOpen.value = false
    end.onDone()
  }
  return (
    <>
      <button type="button" onClick={() => (isOpen.value = true)}>
        {label}
      </button>
      {isOpen.value && (
        <Dialog heading={label} onClose={close}>
          <Form action={action} class="stack" onSubmit={submit}>
            {children}
            <ActionStatus action={action} fields={fields} done={end.done ?? ''} />
            <div class="row">
              <ActionButton action={action}>{label}</ActionButton>
              <button type="button" class="plain" onClick={close}>
                {texts.value.shell.close}
              </button>
            </div>
          </Form>
        </Dialog>
      )}
    </>
  )
}
