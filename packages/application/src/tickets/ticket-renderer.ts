import type { Ticket } from '@museum/domain'

/** Draws the image of a ticket, with the code that is scanned at the door. */
export interface TicketRenderer {
  /**
   * Returns the bytes of a PNG image. The content of its one QR code is `code`. The same ticket and code have the same
   * bytes, and a ticket with any text can be drawn.
   */
  render(ticket: Ticket, code: string): Promise<Uint8Array>
}
