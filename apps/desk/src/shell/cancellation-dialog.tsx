import { useId } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { type Action, ActionButton, ActionStatus } from './action.tsx'
import { type OnDone, useDialog } from './dialog-form.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { formats, texts } from './languages.ts'
import { Show, useLoaded } from './loaded.tsx'

/** The valid tickets that an action cancels, and whether the museum may write their visitors an e-mail about it. */
export type Cancellation = Readonly<{ tickets: number; isMailed: boolean }>

type Props = Readonly<{
  /** What the action does; also on its button. */
  heading: string
  read: (signal: AbortSignal) => PromiseLike<Cancellation>
  action: Pick<Action<never>, 'state' | 'isSlow' | 'error'>
  /** The fields among the children, by the places in the request where they have their faults. */
  fields?: readonly string[]
  onConfirm: () => void
  onClose: () => void
  children?: ComponentChildren
}>

/**
 * Asks before an action cancels tickets: says how many, as the API has them when the dialog opens, and that their visitors get an
 * e-mail. The button that changes nothing has the focus, and Enter in a field does nothing: a hand scanner ends a code with it.
 */
export const CancellationDialog = ({ heading, read, action, fields, onConfirm, onClose, children }: Props) => {
  const { cancellation: words, close } = texts.value.shell
  const isRunning = action.state.value === 'running'
  // What was sent cannot be taken back. Without an answer the user may go on.
  const mayClose = !isRunning || action.isSlow.value
  const loaded = useLoaded(read, [])
  const id = useId()
  return (
    <Dialog heading={heading} {...(mayClose && { onClose })}>
      <Form action={action} class="stack" onSubmit={() => undefined}>
        <div id={id} aria-live="polite">
          <Show loaded={loaded}>
            {({ tickets, isMailed }) => (
              <>
                <p>
                  <strong>{words.cancels(tickets, formats.value.number(tickets))}</strong>
                </p>
                {isMailed && <p>{words.mails(tickets)}</p>}
              </>
            )}
          </Show>
        </div>
        {children}
        <ActionStatus action={action} fields={fields} />
        <div class="row">
          {/* Not disabled: a disabled button loses the focus. */}
          <button type="button" autofocus aria-disabled={!mayClose} onClick={() => mayClose && onClose()}>
            {isRunning ? close : words.keep}
          </button>
          <ActionButton
            action={action}
            type="button"
            class="danger"
            aria-describedby={id}
            disabled={loaded.value.value === undefined}
            onClick={onConfirm}
          >
            {heading}
          </ActionButton>
        </div>
      </Form>
    </Dialog>
  )
}

/** A button, and the dialog that asks before its action cancels tickets. */
export const CancellationButton = ({
  action,
  onDone,
  ...dialog
}: Readonly<{ action: Action<readonly [], true>; onDone: OnDone }> &
  Omit<Props, 'action' | 'onConfirm' | 'onClose'>) => {
  const { isOpen, close, submit } = useDialog(action, onDone)
  return (
    <>
      <button type="button" class="danger" onClick={() => (isOpen.value = true)}>
        {dialog.heading}
      </button>
      {isOpen.value && (
        <CancellationDialog {...dialog} action={action} onConfirm={() => void submit()} onClose={close} />
      )}
    </>
  )
}
