import { isProblem } from '@museum/client'
import { type Signal, useSignal } from '@preact/signals'
import { useAction } from '../shell/action.tsx'
import { hundredths } from '../shell/amounts.ts'
import { type OnDone, useDialog } from '../shell/dialog-form.tsx'
import { formats, till } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { QuestionDialog, type QuestionProps } from '../shell/question-dialog.tsx'
import { signedIn } from '../shell/session.ts'

/** What is given back: an event, and one of its dates or all of them. */
type Run = Readonly<{ eventId: string; date?: string }>
/** The number of tickets that were paid online and are due, and their sum. */
type DueOnline = Readonly<{ tickets: number; total: number }>

/** Reads all pages of what is due. */
const dueOnline = async (run: Run, signal: AbortSignal): Promise<DueOnline> => {
  let [tickets, total] = [0, 0]
  for await (const { paidOnline, amount } of signedIn().client.listRefunds(
    { ...run, state: 'due', limit: 100 },
    { signal },
  )) {
    if (paidOnline !== true) continue
    tickets += 1
    total += hundredths(amount)
  }
  return { tickets, total: total / 100 }
}

/** A button, and the dialog that asks before all that is due of what was paid online is given back for an event. */
export const RefundRunButton = ({ run, onDone }: Readonly<{ run: Run; onDone: OnDone }>) => {
  const due = useSignal<DueOnline>({ tickets: 0, total: 0 })
  const action = useAction(async (signal) => {
    try {
      await signedIn().client.createRefundRun({ ...run, total: due.peek().total }, { signal })
    } catch (error) {
      if (isProblem(error, 'total-changed'))
        due.value = { tickets: Number(error.values['tickets']), total: Number(error.values['total']) }
      throw error
    }
    return true as const
  })
  const { isOpen, close, submit } = useDialog(action, onDone)
  return (
    <>
      <button type="button" onClick={() => (isOpen.value = true)}>
        {till.value.refunds.sendAll}
      </button>
      {isOpen.value && (
        <RefundRunDialog run={run} due={due} action={action} onConfirm={() => void submit()} onClose={close} />
      )}
    </>
  )
}

const RefundRunDialog = ({
  run,
  due,
  ...dialog
}: Readonly<{ run: Run; due: Signal<DueOnline> }> & Pick<QuestionProps, 'action' | 'onConfirm' | 'onClose'>) => {
  const words = till.value.refunds
  const { money, number } = formats.value
  const loaded = useLoaded(async (signal) => (due.value = await dueOnline(run, signal)), [])
  const { tickets, total } = due.value
  return (
    <QuestionDialog
      {...dialog}
      heading={words.sendAll}
      isReady={loaded.value.value !== undefined && tickets > 0}
      saidElsewhere={['total-changed']}
      question={
        <Show loaded={loaded}>
          {() => (
            <div class="stack">
              {isProblem(dialog.action.error.value, 'total-changed') && (
                <p class="note note-warning">{words.dueChanged}</p>
              )}
              {tickets === 0 ? (
                <p>{words.nothingDueOnline}</p>
              ) : (
                <>
                  <p>
                    <strong>{words.dueOnline(tickets, number(tickets), money(total))}</strong>
                  </p>
                  <p>{words.sendAllExplanation}</p>
                </>
              )}
            </div>
          )}
        </Show>
      }
    />
  )
}
