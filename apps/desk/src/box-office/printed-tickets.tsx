import { signal } from '@preact/signals'
import { formats, texts } from '../shell/languages.ts'

/** A ticket with its image. */
export type TicketImage = Readonly<{
  ticketId: string
  confirmationCode: string
  price: number
  orderNumber?: string | undefined
  url: string
}>

/** The tickets whose images were read last. */
export const printedTickets = signal<readonly TicketImage[]>([])

/**
 * What a page prints instead of its content when the images of tickets were read: four on a sheet, one on each piece of a roll. A
 * child of `main`, wherever their button is.
 */
export const PrintedTickets = () => (
  <div class="printed-tickets print-only">
    {printedTickets.value.map(({ ticketId, confirmationCode, price, orderNumber, url }) => (
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
)
