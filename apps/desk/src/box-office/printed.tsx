import { signal } from '@preact/signals'
import { formats, texts } from '../shell/languages.ts'
import { type PrintedReceipt, ReceiptOnPaper } from './receipt-on-paper.tsx'

/** A ticket with its image. */
export type TicketImage = Readonly<{
  ticketId: string
  confirmationCode: string
  price: number
  orderNumber?: string | undefined
  url: string
}>

type PrintedThings = Readonly<{ tickets?: readonly TicketImage[]; receipt?: PrintedReceipt | undefined }>

/** What was printed last, or is ready to be: the tickets whose images were read, and a receipt. */
export const printed = signal<PrintedThings>({})

/** Prints tickets, a receipt, or both. */
export const print = async (things: PrintedThings): Promise<void> => {
  printed.value = things
  // They are rendered first.
  await new Promise((resolve) => setTimeout(resolve))
  await Promise.all([...document.querySelectorAll<HTMLImageElement>('.printed img')].map((each) => each.decode()))
  window.print()
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
          {tickets.map(({ ticketId, confirmationCode, price, orderNumber, url }) => (
            <div key={ticketId} class="printed-ticket">
              <img src={url} alt={confirmationCode} />
              <p>
                {formats.value.money(price)}
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
