import { type SKRSContext2D, createCanvas } from '@napi-rs/canvas'
import { drawBackground } from '../src/drawing/draw-background.ts'
import { drawTextBlock } from '../src/drawing/draw-text-block.ts'
import { type TicketLayout, quietZone } from '../src/drawing/ticket-layout.ts'
import { type Pixels, canvasPixels } from './pixels.ts'

/** Draws a layout in the simplest way: on one canvas, without caches and without a palette. */
export const drawLayout = (layout: TicketLayout): Pixels => {
  const canvas = createCanvas(layout.width, layout.height)
  const context = canvas.getContext('2d')
  drawBackground(context, layout)
  for (const block of layout.textBlocks) drawTextBlock(context, block)
  drawCode(context, layout.code)
  return canvasPixels(canvas)
}

const drawCode = (context: SKRSContext2D, { box, qrCode, moduleSize }: TicketLayout['code']) => {
  context.fillStyle = '#fff'
  context.fillRect(box.x, box.y, box.width, box.height)
  context.fillStyle = '#000'
  const origin = { x: box.x + quietZone * moduleSize, y: box.y + quietZone * moduleSize }
  for (let row = 0; row < qrCode.size; row += 1)
    for (let column = 0; column < qrCode.size; column += 1)
      if (qrCode.isDark(column, row))
        context.fillRect(origin.x + column * moduleSize, origin.y + row * moduleSize, moduleSize, moduleSize)
}
