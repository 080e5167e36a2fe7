import type { Ticket } from '@museum/domain'

/** Draws the ticket that a visitor holds under the scanner at the door. */
export interface TicketRenderer {
  /**
   * A PNG image, the bytes of an `image/png` body. Its one scannable code reads as `Ticket.admissionCode(ticket)`.
   * The same ticket gives the same bytes; whatever its texts hold, an image comes.
   */
  render(ticket: Ticket): Promise<Uint8Array>
}
