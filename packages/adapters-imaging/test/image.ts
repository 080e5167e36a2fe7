import { createHash } from 'node:crypto'
import { EventLocation, EventName, type EventTicket } from '@museum/domain'
import { anEventTicket } from '@museum/domain/examples'
import { type Canvas, type SKRSContext2D, createCanvas, loadImage } from '@napi-rs/canvas'
import jsQR from 'jsqr'
import { drawBlock, drawPaper } from '../src/drawing/ticket-drawing.ts'
import { type Box, type Part, type TicketLayout, quietModules, ticketLayout } from '../src/drawing/ticket-layout.ts'

/** Red, green, blue and alpha of each pixel, row by row. */
export type Pixels = Readonly<{ width: number; height: number; data: Uint8ClampedArray }>

/** A ticket to an event of that name, in that place. */
export const aTicketTo = (name: string, location = 'Main Hall'): EventTicket =>
  anEventTicket({ event: { ...anEventTicket().event, name: EventName(name), location: EventLocation(location) } })

const pixelsOf = (canvas: Canvas): Pixels => {
  const { width, height, data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  return { width, height, data: data as Uint8ClampedArray }
}

/** An image as a camera might see it: `width` and `height` are those of the picture taken. */
export const seen = async (
  image: Uint8Array,
  { scale = 1, degrees = 0, blur = 0 }: { scale?: number; degrees?: number; blur?: number } = {},
): Promise<Pixels> => {
  const picture = await loadImage(Buffer.from(image))
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  const side = degrees === 0 ? undefined : Math.ceil(Math.hypot(width, height))
  const canvas = createCanvas(side ?? width, side ?? height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#556'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((degrees * Math.PI) / 180)
  if (blur > 0) context.filter = `blur(${blur}px)`
  context.drawImage(picture, -width / 2, -height / 2, width, height)
  return pixelsOf(canvas)
}

/** What a scanner of another maker reads. */
export const readCode = ({ data, width, height }: Pixels): string | undefined =>
  (jsQR as unknown as typeof jsQR.default)(data, width, height)?.data

/** The layout in the plainest way: all of it on one canvas, in 32 bits a pixel. */
export const drawn = (layout: TicketLayout): Pixels => {
  const canvas = createCanvas(layout.width, layout.height)
  const context = canvas.getContext('2d')
  drawPaper(context, layout)
  for (const block of layout.blocks) drawBlock(context, block)
  drawCode(context, layout)
  return pixelsOf(canvas)
}

const drawCode = (context: SKRSContext2D, { code: { box, qrCode, moduleSize } }: TicketLayout) => {
  context.fillStyle = '#fff'
  context.fillRect(box.x, box.y, box.width, box.height)
  context.fillStyle = '#000'
  const origin = { x: box.x + quietModules * moduleSize, y: box.y + quietModules * moduleSize }
  for (let row = 0; row < qrCode.size; row += 1)
    for (let column = 0; column < qrCode.size; column += 1)
      if (qrCode.isDark(column, row))
        context.fillRect(origin.x + column * moduleSize, origin.y + row * moduleSize, moduleSize, moduleSize)
}

/** The pixels of one part of a ticket. */
export const partOf = (ticket: EventTicket, part: Part = 'event name', museumName = 'Museum'): Pixels => {
  const layout = ticketLayout(ticket, museumName)
  return within(drawn(layout), layout.blocks.find((block) => block.part === part)!.box)
}

/** How a name looks on a ticket. */
export const nameOf = (name: string): Pixels => partOf(aTicketTo(name))

export const within = ({ data, width }: Pixels, box: Box): Pixels => {
  const part = new Uint8ClampedArray(box.width * box.height * 4)
  for (let row = 0; row < box.height; row += 1) {
    const start = ((box.y + row) * width + box.x) * 4
    part.set(data.subarray(start, start + box.width * 4), row * box.width * 4)
  }
  return { width: box.width, height: box.height, data: part }
}

/** The colour of a pixel: 24 bits of red, green and blue, as in `0xff0000`. */
export const colourAt = ({ data, width }: Pixels, x: number, y: number): number => {
  const start = (y * width + x) * 4
  return (data[start]! << 16) | (data[start + 1]! << 8) | data[start + 2]!
}

/** `#ff0000` as such a colour. */
export const colour = (text: string): number => Number.parseInt(text.slice(1), 16)

/** The smallest box that holds all that is not of the colour of the upper left pixel. */
export const inkBox = (pixels: Pixels): Box => {
  const paper = colourAt(pixels, 0, 0)
  let [left, right, top, bottom] = [pixels.width, -1, pixels.height, -1]
  for (let y = 0; y < pixels.height; y += 1)
    for (let x = 0; x < pixels.width; x += 1)
      if (colourAt(pixels, x, y) !== paper)
        [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** A mark of the ink alone, for comparing what stands in different places; blank paper has an empty one. */
export const ink = (pixels: Pixels): string => {
  const box = inkBox(pixels)
  if (box.width <= 0) return ''
  return `${box.width}x${box.height} ${createHash('sha256').update(within(pixels, box).data).digest('hex')}`
}

/** The same sentence in every script that a ticket can be printed in. */
export const scripts: Record<string, string> = {
  Latin: 'Night at the Museum, Łódź',
  Vietnamese: 'Đêm ở bảo tàng',
  Greek: 'Νύχτα στο μουσείο',
  Cyrillic: 'Ночь в музее',
  Arabic: 'ليلة في المتحف',
  Hebrew: 'לילה במוזיאון',
  Devanagari: 'संग्रहालय में रात',
  Thai: 'คืนที่พิพิธภัณฑ์',
  Japanese: '美術館の夜',
  Korean: '박물관의 밤',
  'Simplified Chinese': '博物馆之夜',
  emoji: '🦕🌙🎟️',
}
