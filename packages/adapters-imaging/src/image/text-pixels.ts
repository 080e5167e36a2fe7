import { createCanvas } from '@napi-rs/canvas'
import { type Accent, colours } from '../drawing/colours.ts'
import { drawTextBlock } from '../drawing/draw-text-block.ts'
import type { TextBlock } from '../drawing/ticket-layout.ts'
import type { Paragraph } from '../text/typeset.ts'
import { palettes } from './palette.ts'

/** Tickets with the same text share its paragraph (`ticket-layout.ts`), so its drawing is cached as long as that is. */
const indicesByParagraph = new WeakMap<Paragraph, Uint8Array>()

/** A text as palette indices, row by row. */
export const textIndices = (block: TextBlock, accent: Accent): Uint8Array => {
  const cached = indicesByParagraph.get(block.paragraph)
  if (cached) return cached
  const indices = palettes[accent].indicesOf(textPixels(block), block.colour)
  indicesByParagraph.set(block.paragraph, indices)
  return indices
}

/** A text as pixels of four bytes: red, green, blue, alpha. */
export const textPixels = ({ box: { width, height }, ...block }: TextBlock): Uint8Array => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = colours.paper
  context.fillRect(0, 0, width, height)
  drawTextBlock(context, { ...block, box: { x: 0, y: 0, width, height } })
  return canvas.data()
}
