import { createCanvas } from '@napi-rs/canvas'
import { LRUCache } from 'lru-cache'
import { drawBackground, drawTextBlock } from '../drawing/draw-parts.ts'
import { type Box, type TextBlock, type TicketLayout, quietZone } from '../drawing/ticket-layout.ts'
import { type Accent, colours } from '../drawing/ticket-style.ts'
import type { Paragraph } from '../text/typeset.ts'
import type { PngImage } from './encode-png.ts'
import { black, palettes, white } from './palette.ts'

/**
 * Composes the image of a ticket from parts that are cached as palette indices: background and texts. The canvas draws
 * only the parts that are not cached. How much this saves is in `quality/bench/measurements.md`.
 */
export const composeImage = (layout: TicketLayout): PngImage => {
  const { width, height, accent, textBlocks, code } = layout
  const rows = backgroundRows(layout).slice()
  for (const block of textBlocks)
    if (!isColoured(block)) copyIndices(textIndices(block, accent), rows, width, block.box)
  writeCode(code, rows, width)

  const coloured = textBlocks.filter(isColoured)
  const image = { width, height, palette: palettes[accent].colours, rows }
  return coloured.length === 0 ? image : trueColourImage(image, coloured)
}

const isColoured = ({ paragraph }: TextBlock) =>
  paragraph.lines.some(({ runs }) => runs.some(({ face }) => face.coloured))

/** The last eight backgrounds, 0.9 MB each: tickets of one type and height have the same. */
const backgrounds = new LRUCache<string, Uint8Array<ArrayBuffer>>({ max: 8 })

/** The background of a ticket as rows of a PNG with a palette. The array is cached: callers must copy it to write. */
const backgroundRows = (layout: TicketLayout): Uint8Array<ArrayBuffer> => {
  const { width, height, accent, perforationY, emblem, ornament } = layout
  const key = [accent, height, perforationY, emblem.y, ornament.y].join()
  const cached = backgrounds.get(key)
  if (cached) return cached

  const canvas = createCanvas(width, height)
  drawBackground(canvas.getContext('2d'), layout)
  const rows = new Uint8Array((width + 1) * height)
  copyIndices(palettes[accent].indicesOf(canvas.data(), accent), rows, width, { x: 0, y: 0, width, height })
  backgrounds.set(key, rows)
  return rows
}

/**
 * The drawings of texts, by their paragraph. Tickets with the same text share a paragraph (`ticket-layout.ts`), and its
 * drawing is cached as long as the paragraph.
 */
const indicesByParagraph = new WeakMap<Paragraph, Uint8Array>()

/** A text as palette indices, row by row. */
const textIndices = (block: TextBlock, accent: Accent): Uint8Array => {
  const cached = indicesByParagraph.get(block.paragraph)
  if (cached) return cached
  const indices = palettes[accent].indicesOf(textPixels(block), block.colour)
  indicesByParagraph.set(block.paragraph, indices)
  return indices
}

/** A text as pixels of four bytes: red, green, blue, alpha. */
const textPixels = ({ box: { width, height }, ...block }: TextBlock): Uint8Array => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = colours.paper
  context.fillRect(0, 0, width, height)
  drawTextBlock(context, { ...block, box: { x: 0, y: 0, width, height } })
  return canvas.data()
}

/** Copies palette indices into a box of an image. Each row of the image begins with one more byte, the filter. */
const copyIndices = (indices: Uint8Array, rows: Uint8Array, imageWidth: number, { x, y, width, height }: Box): void => {
  for (let row = 0; row < height; row += 1)
    rows.set(indices.subarray(row * width, (row + 1) * width), (y + row) * (imageWidth + 1) + 1 + x)
}

/** Writes the QR code into an image as palette indices. One row of pixels is written for each row of modules, and copied. */
const writeCode = ({ box, qrCode, moduleSize }: TicketLayout['code'], rows: Uint8Array, imageWidth: number): void => {
  const startOf = (y: number) => (box.y + y) * (imageWidth + 1) + 1 + box.x
  for (let y = 0; y < box.height; y += moduleSize) {
    const start = startOf(y)
    rows.fill(white, start, start + box.width)
    const row = y / moduleSize - quietZone
    const columns = row >= 0 && row < qrCode.size ? qrCode.size : 0
    for (let column = 0; column < columns; column += 1) {
      const module = start + (quietZone + column) * moduleSize
      if (qrCode.isDark(column, row)) rows.fill(black, module, module + moduleSize)
    }
    for (let copy = 1; copy < moduleSize; copy += 1) rows.copyWithin(startOf(y + copy), start, start + box.width)
  }
}

/**
 * Converts an image with a palette to one with three bytes a pixel, and adds the texts whose colours are not in the
 * palette.
 */
const trueColourImage = (
  { width, height, palette, rows }: Required<PngImage>,
  textBlocks: readonly TextBlock[],
): PngImage => {
  const stride = 1 + 3 * width
  const image = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1) {
    const [start, end] = [y * (width + 1), (y + 1) * (width + 1)]
    const isSameAsRowAbove =
      y > 0 && Buffer.compare(rows.subarray(start, end), rows.subarray(start - width - 1, start)) === 0
    if (isSameAsRowAbove) image.copyWithin(y * stride, (y - 1) * stride, y * stride)
    else
      for (let from = start + 1, to = y * stride + 1; from < end; from += 1, to += 3)
        copyColour(palette, 3 * rows[from]!, image, to)
  }
  for (const block of textBlocks) {
    const { x, y, width: columns, height: lines } = block.box
    const pixels = textPixels(block)
    for (let line = 0, from = 0; line < lines; line += 1) {
      const start = (y + line) * stride + 1 + 3 * x
      for (let to = start; to < start + 3 * columns; to += 3, from += 4) copyColour(pixels, from, image, to)
    }
  }
  return { width, height, rows: image }
}

const copyColour = (source: Uint8Array, from: number, target: Uint8Array, to: number) => {
  target[to] = source[from]!
  target[to + 1] = source[from + 1]!
  target[to + 2] = source[from + 2]!
}
