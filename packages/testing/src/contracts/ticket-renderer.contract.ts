import { EventName } from '@museum/domain'
import { aGeneralTicket, anAdmissionCode, anEventTicket } from '../examples/index.ts'
import type { TicketRenderer } from '@museum/application'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const style = { museumName: 'Museum of Clocks', language: 'en' }

const pngSignature = '89 50 4e 47 0d 0a 1a 0a'
const formatOf = (image: Uint8Array) => {
  const start = Array.from(image.slice(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join(' ')
  return start === pngSignature ? 'a PNG' : `bytes that begin with ${start}`
}

/** The tests that every `TicketRenderer` must pass; `read` scans the code of an image. Run them once per adapter. */
export const ticketRendererContract: Contract<
  () => Promise<
    Readonly<{
      ticketRenderer: TicketRenderer
      /** The text of the QR code in an image. */
      read: (image: Uint8Array) => Promise<string>
    }>
  >
> = ({ describe, it }, adapter, open) =>
  describe(`the ticket renderer of ${adapter}`, () => {
    for (const ticket of [aGeneralTicket(), anEventTicket()])
      it(`draws the code (${ticket.ticketType})`, async () => {
        const { ticketRenderer, read } = await open()
        const image = await ticketRenderer.render(ticket, anAdmissionCode(ticket), style)
        expect(formatOf(image)).toBe('a PNG')
        expect(await read(image)).toBe(anAdmissionCode(ticket))
      })

    it('returns the same bytes for the same ticket and code, also from another renderer', async () => {
      const [one, other] = [(await open()).ticketRenderer, (await open()).ticketRenderer]
      const code = anAdmissionCode(anEventTicket())
      const first = await one.render(anEventTicket(), code, style)
      await one.render(aGeneralTicket(), code, style)
      expect(await one.render(anEventTicket(), code, style)).toEqual(first)
      expect(await other.render(anEventTicket(), code, style)).toEqual(first)
    })

    it('draws another code of the same ticket when it is given one', async () => {
      const { ticketRenderer, read } = await open()
      for (const code of [
        anAdmissionCode(anEventTicket()),
        anAdmissionCode(aGeneralTicket()),
        anAdmissionCode(anEventTicket()),
      ])
        expect(await read(await ticketRenderer.render(anEventTicket(), code, style))).toBe(code)
    })

    it('draws other bytes for another name of the museum, and the former ones for the former name', async () => {
      const { ticketRenderer, read } = await open()
      const code = anAdmissionCode(anEventTicket())
      const draw = (museumName: string) => ticketRenderer.render(anEventTicket(), code, { ...style, museumName })
      const [first, renamed, again] = [await draw('One'), await draw('Other'), await draw('One')]
      expect(await read(renamed)).toBe(code)
      expect(again).toEqual(first)
      expect(renamed).not.toEqual(first)
    })

    it('draws tickets with any text', async () => {
      const { ticketRenderer, read } = await open()
      const event = { ...anEventTicket().event, name: EventName('عرض 夜間 \u{10ffff}\u202e\u0300🎟️'.repeat(14)) }
      const ticket = anEventTicket({ event })
      expect(await read(await ticketRenderer.render(ticket, anAdmissionCode(ticket), style))).toBe(
        anAdmissionCode(ticket),
      )
    })
  })
