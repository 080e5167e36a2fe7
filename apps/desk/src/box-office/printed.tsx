import { computed, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import { type Action, ActionButton, ActionStatus, useAction } from '../shell/action.tsx'
import { formats, texts } from '../shell/languages.ts'
import { type PrintedReceipt, ReceiptOnPaper } from './receipt-on-paper.tsx'

/** A ticket with its image. */
export type TicketImage = Readonly<{
  ticketId: string
  confirmationCode: string
  price: number
  currency: string
  orderNumber?: string | undefined
  url: string
}>

type PrintedThings = Readonly<{ tickets?: readonly TicketImage[]; receipt?: PrintedReceipt | undefined }>

/** What was printed last, or is ready to be: the tickets whose images were read, and a receipt. */
const printed = signal<PrintedThings>({})

/**
 * What a component prints instead of the page: tickets, a receipt, or both. `prepare` makes it ready, also for the browser's own
 * command; `print` prints it. Once the component is gone, the page that is shown then prints its own content.
 */
export const usePrint = () => {
  const { end, ...printing } = useMemo(() => {
    let isGone = false
    let own: PrintedThings | undefined
    const prepare = (things: PrintedThings): void => {
      if (!isGone) printed.value = own = things
    }
    const print = async (things: PrintedThings): Promise<void> => {
      prepare(things)
      // They are rendered first.
      await new Promise((resolve) => setTimeout(resolve))
      await Promise.all([...document.querySelectorAll<HTMLImageElement>('.printed img')].map((each) => each.decode()))
      if (!isGone) window.print()
    }
    const end = () => {
      isGone = true
      if (printed.peek() === own) printed.value = {}
    }
    return { prepare, print, end }
  }, [])
  useEffect(() => end, [])
  return printing
}

type PrintAction = Pick<Action, 'state' | 'isSlow'>

/** The actions of the print buttons that are shown. */
const printActions = signal<readonly PrintAction[]>([])

/**
 * How the print buttons of the page are: `running` while something that is read opens its print dialog, `stuck` when there is no
 * response or it has failed, so that a user may go on without it.
 */
export const printState = computed((): 'idle' | 'running' | 'stuck' => {
  const isIn = (state: 'running' | 'failed') => printActions.value.filter((each) => each.state.value === state)
  const running = isIn('running')
  if (running.some(({ isSlow }) => isSlow.value)) return 'stuck'
  if (running.length > 0) return 'running'
  return isIn('failed').length > 0 ? 'stuck' : 'idle'
})

/** A button whose `work` reads something and prints it, and what that says. */
export const PrintButton = ({
  work,
  children,
}: Readonly<{ work: (signal: AbortSignal) => PromiseLike<unknown>; children: ComponentChildren }>) => {
  const action = useAction(work, { repeats: true })
  useEffect(() => {
    printActions.value = [...printActions.peek(), action]
    return () => (printActions.value = printActions.peek().filter((each) => each !== action))
  }, [])
  return (
    <>
      <ActionButton action={action} type="button" class="" onClick={() => void action.run()}>
        {children}
      </ActionButton>
      <ActionStatus action={action} />
    </>
  )
}

/**
 * What a page prints instead of its content once there is something: tickets, four on a sheet, one on each piece of a roll, and a
 * receipt. A child of `main`, wherever their button is.
 */
export const Printed = () => {
  const { tickets = [], receipt } = printed.value
  if (tickets.length === 0 && receipt === undefined) return null
  return (
    <div class="printed print-only">
      {tickets.length > 0 && (
        <div class="printed-tickets">
          {tickets.map(({ ticketId, confirmationCode, price, currency, orderNumber, url }) => (
            <div key={ticketId} class="printed-ticket">
              <img src={url} alt={confirmationCode} />
              <p>
                {formats.value.moneyIn(price, currency)}
                {orderNumber !== undefined && (
                  <>
                    {' · '}
                    {texts.value.boxOffice.order} <span class="code">{orderNumber}</span>
                  </>
                )}
              </p>
            </div>
          ))}
        </div>
      )}
      {receipt !== undefined && <ReceiptOnPaper receipt={receipt} />}
    </div>
  )
}
