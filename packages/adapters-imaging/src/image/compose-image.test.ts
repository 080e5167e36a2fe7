import { describe, expect, it } from '@jest/globals'
import { aGeneralTicket, anEventTicket } from '@museum/testing/examples'
import { decode } from 'fast-png'
import { aTicketTo } from '../../test/a-ticket-to.ts'
import { decodeImage } from '../../test/decode-image.ts'
import { drawLayout, layoutOf } from '../../test/draw-layout.ts'
import { type Pixels, crop } from '../../test/pixels.ts'
import type { TicketLayout } from '../drawing/ticket-layout.ts'
import { colours } from '../drawing/ticket-style.ts'
import { sampleTexts } from '../text/font-faults-in.ts'
import { composeImage } from './compose-image.ts'
import { encodePng } from './encode-png.ts'

const museumName = 'City Museum of Art and History'
const imageOf = (layout: TicketLayout) => encodePng(composeImage(layout))

/** The largest difference in colour between the image and the plain drawing, in levels from 0 to 255. */
const maxDifference = async (layout: TicketLayout) => {
  const [image, drawing] = [await decodeImage(await imageOf(layout)), drawLayout(layout)]
  expect([image.width, image.height]).toEqual([drawing.width, drawing.height])
  let max = 0
  for (let index = 0; index < image.data.length; index += 1)
    max = Math.max(max, Math.abs(image.data[index]! - drawing.data[index]!))
  return max
}

const samePixels = (one: Pixels, other: Pixels) => Buffer.from(one.data).equals(Buffer.from(other.data))

// Rounding to a shade of the palette changes less than 2 levels; where joined letters overlap, the canvas adds one.
const invisible = 3

describe('composeImage', () => {
  const layouts: [string, TicketLayout][] = [
    ['general', layoutOf(aGeneralTicket(), museumName)],
    ['in three lines', layoutOf(aTicketTo('Night at the Museum '.repeat(12), 'Hall '.repeat(50)), museumName)],
    ['of a museum in two lines', layoutOf(anEventTicket(), 'Museum '.repeat(9))],
    ['of a museum without a name', layoutOf(anEventTicket(), '')],
    ['with accents', layoutOf(aTicketTo('a\u0301\u0302\u0303 Z\u0301\u0323'), museumName)],
    ['with emoji everywhere', layoutOf(aTicketTo('🦕 Night', '🏛️ Hall'), '🌙 Museum')],
    ...Object.entries(sampleTexts).map(([script, text]): [string, TicketLayout] => [
      script,
      layoutOf(aTicketTo(text, text), text),
    ]),
  ]

  it.each(layouts)('composes an image that looks like the plain drawing of the layout: %s', async (_, layout) => {
    // Composed twice: the first time the parts are drawn, the second time they come from the caches.
    expect(await maxDifference(layout)).toBeLessThanOrEqual(invisible)
    expect(await maxDifference(layout)).toBeLessThanOrEqual(invisible)
  })

  const layout = layoutOf(anEventTicket(), museumName)
  const { card, ornament } = layout
  it.each<[string, Partial<TicketLayout>]>([
    ['accent', { accent: colours.general }],
    ['height', { height: layout.height + 30, card: { ...card, height: card.height + 30 } }],
    ['perforation', { perforationY: layout.perforationY + 3 }],
    ['ornament', { ornament: { ...ornament, y: ornament.y + 3 } }],
  ])('does not reuse the background of a layout with a different %s', async (_, change) => {
    await imageOf(layout)
    const textBlocks = layout.textBlocks.filter(({ part }) => part !== 'ticket type')
    expect(await maxDifference({ ...layout, textBlocks, ...change })).toBeLessThanOrEqual(invisible)
  })

  it('keeps the exact colours of paper, code and frame', async () => {
    const image = await decodeImage(await imageOf(layout))
    const plain = drawLayout(layout)
    const { code } = layout
    for (const box of [{ x: 0, y: 100, width: 20, height: 20 }, { x: 40, y: 180, width: 20, height: 20 }, code.box])
      expect(samePixels(crop(image, box), crop(plain, box))).toBe(true)
  })

  it('keeps the exact colours of emoji', async () => {
    const ticket = layoutOf(aTicketTo('🦕👨‍👩‍👧‍👦🎟️🌈', 'Hall 🎨'), museumName)
    const [image, plain] = [await decodeImage(await imageOf(ticket)), drawLayout(ticket)]
    for (const { box } of ticket.textBlocks.filter(({ part }) => part === 'event name' || part === 'location'))
      expect(samePixels(crop(image, box), crop(plain, box))).toBe(true)
  })

  it('uses a palette of one byte a pixel, and three bytes a pixel only for a ticket with emoji', async () => {
    const withoutEmoji = decode(await imageOf(layoutOf(aTicketTo('美術館の夜', 'قاعة'), museumName)), {
      checkCrc: true,
    })
    expect(withoutEmoji).toMatchObject({ depth: 8, channels: 1 })
    expect(withoutEmoji.palette!.length).toBeLessThanOrEqual(256)
    expect(withoutEmoji.palette).toEqual(
      expect.arrayContaining([
        [0, 0, 0],
        [255, 255, 255],
      ]),
    )
    expect(decode(await imageOf(layoutOf(aTicketTo('Night 🌙'), museumName)), { checkCrc: true }).channels).toBe(3)
  })

  it('composes the same image after its parts were evicted from the caches', async () => {
    const aTicket = () => imageOf(layoutOf(anEventTicket(), museumName))
    const first = await aTicket()
    for (let other = 0; other < 110; other += 1) composeImage(layoutOf(aTicketTo(`Night ${other}`), museumName))
    for (let extra = 1; extra < 10; extra += 1) composeImage({ ...layout, height: layout.height + extra })
    expect(await aTicket()).toEqual(first)
  })
})
