import { signal } from '@preact/signals'

/** A ticket with its image. */
export type TicketImage = Readonly<{ ticketId: string; confirmationCode: string; url: string }>

/** The tickets whose images were read last. */
export const printedTickets = signal<readonly TicketImage[]>([])

/** What a page prints instead of its content when the images of tickets were read. A child of `main`, wherever their button is. */
export const PrintedTickets = () => (
  <div class="printed-tickets print-only">
    {printedTickets.value.map(({ ticketId, confirmationCode, url }) => (
      <img key={ticketId} src={url} alt={confirmationCode} />
    ))}
  </div>
)
