import { signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
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
