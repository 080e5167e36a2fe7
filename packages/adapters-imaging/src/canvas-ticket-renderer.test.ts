import { describe, expect, it } from '@jest/globals'
import { ticketRendererContract } from '@museum/application/contracts'
import { ConfirmationCode, Ticket } from '@museum/domain'
import { aGeneralTicket, anEventTicket } from '@museum/domain/examples'
import { create } from 'qrcode'
import {
  type Pixels,
  aTicketTo,
  colour,
  colourAt,
  drawn,
  inkBox,
  readCode,
  scripts,
  seen,
  within,
} from '../test/image.ts'
import { canvasTicketRenderer } from './index.ts'
import { colours, ticketLayout } from './drawing/ticket-layout.ts'

const museumName = 'City Museum of Art and History'
const ticketRenderer = canvasTicketRenderer({ museumName })

ticketRendererContract('the canvas', async () => ({
  ticketRenderer: canvasTicketRenderer({ museumName }),
  read: async (image) => readCode(await seen(image))!,
}))

describe('the code of a ticket', () => {
  const tickets = [
    ['general', aGeneralTicket()],
    ['event', anEventTicket()],
    // A longer code, as a signed one would be.
    ['long', anEventTicket({ confirmationCode: ConfirmationCode('ticket-event-abcdef-23456'.repeat(6)) })],
  ] as const

  it.each([
    { scale: 0.5 },
    { scale: 0.35 },
    { blur: 3 },
    { degrees: 4 },
    { degrees: -9 },
    { degrees: 5, scale: 0.6, blur: 1 },
  ])('is read from afar, askew and out of focus: %j', async (view) => {
    const ticket = aTicketTo('Ночь в музее 🎟️ 美術館の夜'.repeat(8), 'W'.repeat(255))
    expect(readCode(await seen(await ticketRenderer.render(ticket), view))).toBe(Ticket.admissionCode(ticket))
  })

  it.each(tickets)('is pure black on white, each module a square of whole pixels: %s', async (_, ticket) => {
    const layout = ticketLayout(ticket, museumName)
    const { box, moduleSize } = layout.code
    const { modules } = create(Ticket.admissionCode(ticket), { errorCorrectionLevel: 'M' })
    expect(moduleSize).toBeGreaterThanOrEqual(8)
    expect(box.width).toBe((modules.size + 8) * moduleSize)
    expect(box.height).toBe(box.width)

    const code = within(await seen(await ticketRenderer.render(ticket)), box)
    const faults: string[] = []
    for (let y = 0; y < code.height; y += 1)
      for (let x = 0; x < code.width; x += 1) {
        const [row, column] = [Math.floor(y / moduleSize) - 4, Math.floor(x / moduleSize) - 4]
        const inside = row >= 0 && column >= 0 && row < modules.size && column < modules.size
        const wanted = inside && modules.get(row, column) === 1 ? 0x000000 : 0xffffff
        if (colourAt(code, x, y) !== wanted) faults.push(`${x}, ${y}`)
      }
    expect(faults).toEqual([])
  })

  it.each(tickets)('is of the smallest version that holds the payload: %s', (_, ticket) => {
    const { size } = ticketLayout(ticket, museumName).code.qrCode
    const version = (size - 17) / 4
    const payload = Ticket.admissionCode(ticket)
    expect(create(payload, { errorCorrectionLevel: 'M', version }).modules.size).toBe(size)
    expect(() => create(payload, { errorCorrectionLevel: 'M', version: version - 1 })).toThrow(/version/i)
  })
})

describe('a ticket image', () => {
  it('is as wide as a phone shows and a printer prints well, and opaque', () => {
    const { width, height, data } = drawn(ticketLayout(anEventTicket(), museumName))
    expect(width).toBe(720)
    expect(height).toBeGreaterThan(1100)
    expect(height).toBeLessThan(1280)
    expect(new Set(data.filter((_, index) => index % 4 === 3))).toEqual(new Set([255]))
  })

  it.each([
    ['one line', 'Night', 'Hall'],
    ['a word without end', 'W'.repeat(255), 'M'.repeat(255)],
    ['emoji without end', '👨‍👩‍👧‍👦'.repeat(36), '😀'.repeat(255)],
    ['a heap of accents', `Z${'\u0301\u0323'.repeat(127)}`, 'a\u0301\u0302\u0303'.repeat(63)],
    ['one emoji joined from many', '😀\u200d'.repeat(127), 'क्'.repeat(120)],
    ['both directions', 'abc עברית (12) عربي '.repeat(12), '\u202e\u2067abc\u202b'],
  ])('has ink only where a text or the code has its place: %s', (_, name, location) => {
    const layout = ticketLayout(aTicketTo(name, location), 'Museum '.repeat(99))
    const [written, blank] = [drawn(layout), drawn({ ...layout, blocks: [] })]
    const outside = ({ data, ...size }: Pixels) => {
      const copy = { ...size, data: data.slice() }
      for (const { box } of layout.blocks)
        for (let y = box.y; y < box.y + box.height; y += 1)
          copy.data.fill(0, (y * size.width + box.x) * 4, (y * size.width + box.x + box.width) * 4)
      return Buffer.from(copy.data)
    }
    expect(outside(written).equals(outside(blank))).toBe(true)
    for (const { box } of layout.blocks) expect(colourAt(blank, box.x, box.y)).toBe(colour(colours.paper))
  })

  it.each(Object.entries(scripts))('cuts nothing off from the letters of a line: %s', (_, name) => {
    const layout = ticketLayout(aTicketTo(`${name} ÅÇÑgjpqy`, name), name)
    const image = drawn(layout)
    for (const { box, paragraph } of layout.blocks)
      for (const line of paragraph.lines.keys()) {
        const place = { ...box, y: box.y + line * paragraph.lineHeight, height: paragraph.lineHeight }
        const { x, y, width, height } = inkBox(within(image, place))
        expect([x > 0, y > 0, x + width < place.width, y + height < place.height]).toEqual([true, true, true, true])
      }
  })

  it('shows at a glance whether it is for general entry or for an event', async () => {
    const mats = [aGeneralTicket(), anEventTicket()].map(async (ticket) =>
      colourAt(await seen(await ticketRenderer.render(ticket)), 2, 2),
    )
    expect(await Promise.all(mats)).toEqual([colours.general, colours.event].map(colour))
    expect(colours.general).not.toBe(colours.event)
  })

  it('is another when any word on it is another', async () => {
    const tickets = [
      aTicketTo('Night', 'Hall'),
      aTicketTo('Day', 'Hall'),
      aTicketTo('Night', 'Garden'),
      { ...aTicketTo('Night', 'Hall'), ticketDate: aGeneralTicket().ticketDate.replace('17', '18') as never },
      { ...aTicketTo('Night', 'Hall'), confirmationCode: ConfirmationCode('ticket-event-abcdef-23457') },
    ]
    const images = await Promise.all(tickets.map(async (ticket) => Buffer.from(await ticketRenderer.render(ticket))))
    expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(tickets.length)
    const elsewhere = await canvasTicketRenderer({ museumName: 'Another Museum' }).render(tickets[0]!)
    expect(images[0]!.equals(elsewhere)).toBe(false)
  })
})
