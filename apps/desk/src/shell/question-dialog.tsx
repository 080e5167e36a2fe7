import type { ProblemType } from '@museum/client'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { type Action, ActionButton, ActionStatus } from './action.tsx'
import { Dialog } from './dialog.tsx'
import { Form } from './form.tsx'
import { texts } from './languages.ts'

export type QuestionProps = Readonly<{
  heading: string
  action: Pick<Action<never>, 'state' | 'isSlow' | 'error'>
  /** The fields among the children, by the places in the request where they have their faults. */
  fields?: readonly string[]
  onConfirm: () => void
  onClose: () => void
  children?: ComponentChildren
}>

/**
 * Asks before an action that cannot be taken back. The button that changes nothing has the focus, and Enter in a field does nothing: a
 * hand scanner ends a code with it.
 */
export const QuestionDialog = ({
  heading,
  label = heading,
  question,
  isReady = true,
  action,
  fields,
  saidElsewhere,
  onConfirm,
  onClose,
  children,
}: QuestionProps &
  Readonly<{
    /** The text of the button that runs the action. */
    label?: string
    /** What the action does. It may still be read: then `isReady` is false. */
    question: ComponentChildren
    isReady?: boolean
    /** The problems about which the question says something itself. */
    saidElsewhere?: readonly ProblemType[]
  }>) => {
  const { cancellation: words, close } = texts.value.shell
  const isRunning = action.state.value === 'running'
  // What was sent cannot be taken back. Without an answer the user may go on.
  const mayClose = !isRunning || action.isSlow.value
  const id = useId()
  return (
    <Dialog heading={heading} {...(mayClose && { onClose })}>
      <Form action={action} class="stack" onSubmit={() => undefined}>
        <div id={id} aria-live="polite">
          {question}
        </div>
        {children}
        <ActionStatus action={action} fields={fields} saidElsewhere={saidElsewhere} />
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
            disabled={!isReady}
            onClick={onConfirm}
          >
            {label}
          </ActionButton>
        </div>
      </Form>
    </Dialog>
  )
}
