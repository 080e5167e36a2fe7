import { createCanvas } from '@napi-rs/canvas'
import { LRUCache } from 'lru-cache'
import { black, palettes, white } from './palette.ts'
import type { PngImage } from './encode-png.ts'
import { drawBlock, drawPaper } from '../drawing/ticket-drawing.ts'
import { type Block, type Box, type TicketLayout, colours, quietModules } from '../drawing/ticket-layout.ts'
import type { Paragraph } from '../text/typeset.ts'

/**
 * Draws the layout. The canvas draws only what it did not draw before, paper and texts; they are kept as numbers of the
 * palette, and put together here. What each part of that saves stands in `docs/decisions/0012-the-ticket-image.md`.
 */
export const ticketImage = (layout: TicketLayout): PngImage => {
  const { width, height, accent, blocks } = layout
  const rows = paperRows(layout).slice()
  for (const block of blocks) if (!isColoured(block)) stamp(rows, width, block.box, textNumbers(block, accent))
  stampCode(rows, layout)

  const coloured = blocks.filter(isColoured)
  const image = { width, height, palette: palettes[accent].bytes, rows }
  return coloured.length === 0 ? image : inTrueColour(image, coloured)
}

/** The paper is the same on tickets of one kind and size. The last eight that were needed are kept, 0.9 MB each. */
const papers = new LRUCache<string, Uint8Array>({ max: 8 })

const paperRows = (layout: TicketLayout) => {
  const { width, height, accent, tear, ornament } = layout
  const form = [accent, height, tear, ornament.y].join()
  const known = papers.get(form)
  if (known) return known

  const canvas = createCanvas(width, height)
  drawPaper(canvas.getContext('2d'), layout)
  const rows = new Uint8Array((width + 1) * height)
  stamp(rows, width, { x: 0, y: 0, width, height }, palettes[accent].numbersOf(canvas.data(), accent))
  papers.set(form, rows)
  return rows
}

/** A text that many tickets share is one paragraph (`ticket-layout.ts`): it is drawn once, and kept as long as it. */
const texts = new WeakMap<Paragraph, Uint8Array>()

const textNumbers = (block: Block, accent: TicketLayout['accent']) => {
  const known = texts.get(block.paragraph)
  if (known) return known
  const numbers = palettes[accent].numbersOf(textPixels(block), block.colour)
  texts.set(block.paragraph, numbers)
  return numbers
}

const textPixels = ({ box: { width, height }, ...block }: Block) => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = colours.paper
  context.fillRect(0, 0, width, height)
  drawBlock(context, { ...block, box: { x: 0, y: 0, width, height } })
  return canvas.data()
}

const stamp = (rows: Uint8Array, imageWidth: number, { x, y, width, height }: Box, numbers: Uint8Array) => {
  for (let row = 0; row < height; row += 1)
    rows.set(numbers.subarray(row * width, (row + 1) * width), (y + row) * (imageWidth + 1) + 1 + x)
}

/** The modules need no canvas: a row of them is one row of pixels, some times over. */
const stampCode = (rows: Uint8Array, { width, code: { box, qrCode, moduleSize } }: TicketLayout) => {
  const startOf = (y: number) => (box.y + y) * (width + 1) + 1 + box.x
  for (let y = 0; y < box.height; y += moduleSize) {
    const start = startOf(y)
    rows.fill(white, start, start + box.width)
    const row = y / moduleSize - quietModules
    const modules = row >= 0 && row < qrCode.size ? qrCode.size : 0
    for (let column = 0; column < modules; column += 1) {
      const module = start + (quietModules + column) * moduleSize
      if (qrCode.isDark(column, row)) rows.fill(black, module, module + moduleSize)
    }
    for (let same = 1; same < moduleSize; same += 1) rows.copyWithin(startOf(y + same), start, start + box.width)
  }
}

const isColoured = ({ paragraph }: Block) => paragraph.lines.some(({ runs }) => runs.some(({ face }) => face.coloured))

/** Emoji have more colours than a palette: with them a pixel has three bytes, and the texts that have some come last. */
const inTrueColour = ({ width, height, palette, rows }: Required<PngImage>, coloured: readonly Block[]): PngImage => {
  const stride = 1 + 3 * width
  const image = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1) {
    const [start, end] = [y * (width + 1), (y + 1) * (width + 1)]
    const isAsAbove = y > 0 && Buffer.compare(rows.subarray(start, end), rows.subarray(start - width - 1, start)) === 0
    if (isAsAbove) image.copyWithin(y * stride, (y - 1) * stride, y * stride)
    else
      for (let from = start + 1, to = y * stride + 1; from < end; from += 1, to += 3) {
        const colour = 3 * rows[from]!
        image[to] = palette[colour]!
        image[to + 1] = palette[colour + 1]!
        image[to + 2] = palette[colour + 2]!
      }
  }
  for (const block of coloured) {
    const { x, y, width: columns, height: lines } = block.box
    const pixels = textPixels(block)
    for (let line = 0, from = 0; line < lines; line += 1) {
      const start = (y + line) * stride + 1 + 3 * x
      for (let to = start; to < start + 3 * columns; to += 3, from += 4) {
        image[to] = pixels[from]!
        image[to + 1] = pixels[from + 1]!
        image[to + 2] = pixels[from + 2]!
      }
    }
  }
  return { width, height, rows: image }
}
