import { describe, expect, it } from '@jest/globals'
import { aGeneralTicket, anEventTicket } from '@museum/domain/examples'
import { decode } from 'fast-png'
import { type Pixels, aTicketTo, drawn, scripts, seen, within } from '../../test/image.ts'
import { png } from './encode-png.ts'
import { ticketImage } from './compose-image.ts'
import { type TicketLayout, colours, ticketLayout } from '../drawing/ticket-layout.ts'

const museumName = 'City Museum of Art and History'
const imageOf = (layout: TicketLayout) => png(ticketImage(layout))

/** By how many of 255 levels of red, green or blue the image differs most from the drawing of the same layout. */
const difference = async (layout: TicketLayout) => {
  const [image, drawing] = [await seen(await imageOf(layout)), drawn(layout)]
  expect([image.width, image.height]).toEqual([drawing.width, drawing.height])
  let most = 0
  for (let place = 0; place < image.data.length; place += 1) {
    const apart = image.data[place]! - drawing.data[place]!
    if (apart > most || -apart > most) most = apart < 0 ? -apart : apart
  }
  return most
}

const samePixels = (one: Pixels, other: Pixels) => Buffer.from(one.data).equals(Buffer.from(other.data))

// Half a step of a shade is less than 2; where joined letters overlap, the canvas itself is a little off.
const unseen = 3

describe('the image of a layout', () => {
  const layouts: [string, TicketLayout][] = [
    ['general', ticketLayout(aGeneralTicket(), museumName)],
    ['in three lines', ticketLayout(aTicketTo('Night at the Museum '.repeat(12), 'Hall '.repeat(50)), museumName)],
    ['of a museum in two lines', ticketLayout(anEventTicket(), 'Museum '.repeat(9))],
    ['of a museum without a name', ticketLayout(anEventTicket(), '')],
    ['with accents', ticketLayout(aTicketTo('a\u0301\u0302\u0303 Z\u0301\u0323'), museumName)],
    ['with emoji everywhere', ticketLayout(aTicketTo('🦕 Night', '🏛️ Hall'), '🌙 Museum')],
    ...Object.entries(scripts).map(([script, text]): [string, TicketLayout] => [
      script,
      ticketLayout(aTicketTo(text, text), text),
    ]),
  ]

  it.each(layouts)('is the drawing, but for what no eye sees: %s', async (_, layout) => {
    // Once when it is drawn, once when its parts are remembered.
    expect(await difference(layout)).toBeLessThanOrEqual(unseen)
    expect(await difference(layout)).toBeLessThanOrEqual(unseen)
  })

  const layout = ticketLayout(anEventTicket(), museumName)
  const { paper, ornament } = layout
  it.each<[string, Partial<TicketLayout>]>([
    ['accent', { accent: colours.general }],
    ['height', { height: layout.height + 30, paper: { ...paper, height: paper.height + 30 } }],
    ['tear', { tear: layout.tear + 3 }],
    ['ornament', { ornament: { ...ornament, y: ornament.y + 3 } }],
  ])('is not put together with the paper of one that differs in its %s', async (_, but) => {
    await imageOf(layout)
    const blocks = layout.blocks.filter(({ part }) => part !== 'ticket type')
    expect(await difference({ ...layout, blocks, ...but })).toBeLessThanOrEqual(unseen)
  })

  it('has the very colours of paper, code and frame', async () => {
    const image = await seen(await imageOf(layout))
    const plain = drawn(layout)
    const { code } = layout
    for (const box of [{ x: 0, y: 100, width: 20, height: 20 }, { x: 40, y: 180, width: 20, height: 20 }, code.box])
      expect(samePixels(within(image, box), within(plain, box))).toBe(true)
  })

  it('leaves emoji every colour that they have', async () => {
    const ticket = ticketLayout(aTicketTo('🦕👨‍👩‍👧‍👦🎟️🌈', 'Hall 🎨'), museumName)
    const [image, plain] = [await seen(await imageOf(ticket)), drawn(ticket)]
    for (const { box } of ticket.blocks.filter(({ part }) => part === 'event name' || part === 'location'))
      expect(samePixels(within(image, box), within(plain, box))).toBe(true)
  })

  it('has one byte a pixel, and three only with emoji', async () => {
    const few = decode(await imageOf(ticketLayout(aTicketTo('美術館の夜', 'قاعة'), museumName)), { checkCrc: true })
    expect(few).toMatchObject({ depth: 8, channels: 1 })
    expect(few.palette!.length).toBeLessThanOrEqual(256)
    expect(few.palette).toEqual(
      expect.arrayContaining([
        [0, 0, 0],
        [255, 255, 255],
      ]),
    )
    expect(decode(await imageOf(ticketLayout(aTicketTo('Night 🌙'), museumName)), { checkCrc: true }).channels).toBe(3)
  })

  it('is the same when its parts were forgotten, and drawn again', async () => {
    const aTicket = () => imageOf(ticketLayout(anEventTicket(), museumName))
    const first = await aTicket()
    for (let name = 0; name < 110; name += 1) ticketImage(ticketLayout(aTicketTo(`Night ${name}`), museumName))
    for (let longer = 1; longer < 10; longer += 1) ticketImage({ ...layout, height: layout.height + longer })
    expect(await aTicket()).toEqual(first)
  })
})
