import type { Ticket } from '@museum/domain'
import type { MuseumSettings } from '../museum-settings/museum-settings.ts'

/** The museum that an image names, and the language of its words. */
export type TicketStyle = Pick<MuseumSettings, 'museumName' | 'language'>

/** Draws the image of a ticket, with the code that is scanned at the gate. */
export interface TicketRenderer {
  /**
   * Returns the bytes of a PNG image. The content of its one QR code is `code`. The same ticket, code and style have the same
   * bytes, and a ticket with any text can be drawn. `username` is the user who requests the image, or `''` if not
   * known. A renderer may divide its capacity by user. Throws `Unavailable` when the ticket cannot be drawn in time.
   */
  render(ticket: Ticket, code: string, style: TicketStyle, username?: string): Promise<Uint8Array>
}
