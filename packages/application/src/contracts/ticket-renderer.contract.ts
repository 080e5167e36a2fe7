import { describe, expect, it } from '@jest/globals'
import { EventName, Ticket } from '@museum/domain'
import { aGeneralTicket, anEventTicket } from '@museum/domain/examples'
import type { TicketRenderer } from '../tickets/ticket-renderer.ts'

const pngSignature = '137,80,78,71,13,10,26,10'

/** The tests that every `TicketRenderer` must pass; `read` scans the code of an image. Run them once per adapter. */
export const ticketRendererContract = (
  adapter: string,
  open: () => Promise<{ ticketRenderer: TicketRenderer; read: (image: Uint8Array) => Promise<string> }>,
) =>
  describe(`the ticket renderer of ${adapter}`, () => {
    it.each([aGeneralTicket(), anEventTicket()])('draws the admission code ($ticketType)', async (ticket) => {
      const { ticketRenderer, read } = await open()
      const image = await ticketRenderer.render(ticket)
      expect(image.slice(0, 8).join()).toBe(pngSignature)
      expect(await read(image)).toBe(Ticket.admissionCode(ticket))
    })

    it('returns the same bytes for the same ticket, also from another renderer', async () => {
      const [one, other] = [(await open()).ticketRenderer, (await open()).ticketRenderer]
      const first = await one.render(anEventTicket())
      await one.render(aGeneralTicket())
      expect(await one.render(anEventTicket())).toEqual(first)
      expect(await other.render(anEventTicket())).toEqual(first)
    })

    it('draws tickets with any text', async () => {
      const { ticketRenderer, read } = await open()
      const event = { ...anEventTicket().event, name: EventName('عرض 夜間 \u{10ffff}\u202e\u0300🎟️'.repeat(14)) }
      const ticket = anEventTicket({ event })
      expect(await read(await ticketRenderer.render(ticket))).toBe(Ticket.admissionCode(ticket))
    })
  })
