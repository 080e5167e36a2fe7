import type { ComponentChildren } from 'preact'
import type { Action } from './action.tsx'
import { type OnDone, useDialog } from './dialog-form.tsx'
import { formats, texts } from './languages.ts'
import { Show, useLoaded } from './loaded.tsx'
import { QuestionDialog, type QuestionProps } from './question-dialog.tsx'

/** The valid tickets that an action cancels, and whether the museum may write their visitors an e-mail about it. */
export type Cancellation = Readonly<{
  tickets: number
  isMailed: boolean
  /** What else the action ends. */
  others?: ComponentChildren
}>

type Props = QuestionProps &
  Readonly<{
    /** What the action does; also on its button. */
    heading: string
    read: (signal: AbortSignal) => PromiseLike<Cancellation>
  }>

/**
 * Asks before an action cancels tickets: says how many, as the API has them when the dialog opens, and that their visitors get an
 * e-mail.
 */
export const CancellationDialog = ({ read, ...question }: Props) => {
  const { cancellation: words } = texts.value.shell
  const loaded = useLoaded(read, [])
  return (
    <QuestionDialog
      {...question}
      isReady={loaded.value.value !== undefined}
      question={
        <Show loaded={loaded}>
          {({ tickets, isMailed, others }) => (
            <>
              <p>
                <strong>{words.cancels(tickets, formats.value.number(tickets))}</strong>
              </p>
              {isMailed && <p>{words.mails(tickets)}</p>}
              {others}
            </>
          )}
        </Show>
      }
    />
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
