import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { type Action, ActionButton, ActionStatus } from './action.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { texts } from './languages.ts'

/** Called when an action is done, or with `false` when it may still take effect. */
export type OnDone = (isDone: boolean) => void

/**
 * Whether the dialog of an action is open. When the action is done, or is closed while it is running, so that it may take effect, the
 * dialog closes and calls `onDone`. Without `onDone` it stays open.
 */
export const useDialog = (action: Action<readonly [], true>, onDone?: OnDone) => {
  const isOpen = useSignal(false)
  const end = (isDone: boolean) => {
    isOpen.value = false
    onDone?.(isDone)
  }
  return {
    isOpen,
    close: () => {
      const isRunning = action.state.peek() === 'running'
      action.reset()
      if (isRunning) end(false)
      else isOpen.value = false
    },
    submit: async () => {
      if ((await action.run()) === true && onDone !== undefined) end(true)
    },
  }
}

/** A button, and the dialog that it opens: the form of an action, with the children as its fields. */
export const DialogForm = ({
  label,
  heading = label,
  opener = label,
  action,
  fields,
  children,
  done,
  onDone,
}: Readonly<{
  /** The text of the button that submits it. */
  label: string
  heading?: string
  /** The text of the button that opens it. */
  opener?: string
  action: Action<readonly [], true>
  fields: readonly string[]
  children: ComponentChildren
  /** What the dialog says when the action is done, if it stays open. */
  done?: string
  onDone?: OnDone
}>) => {
  const { isOpen, close, submit } = useDialog(action, onDone)
  return (
    <>
      <button type="button" onClick={() => (isOpen.value = true)}>
        {opener}
      </button>
      {isOpen.value && (
        <Dialog heading={heading} onClose={close}>
          <Form action={action} class="stack" onSubmit={submit}>
            {children}
            <ActionStatus action={action} fields={fields} done={done} />
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
