import { createHash } from 'node:crypto'
import type { Canvas } from '@napi-rs/canvas'
import type { Box } from '../src/drawing/ticket-layout.ts'

/** An image: red, green, blue and alpha of each pixel, row by row. */
export type Pixels = Readonly<{ width: number; height: number; data: Uint8ClampedArray }>

export const canvasPixels = (canvas: Canvas): Pixels => {
  const { width, height } = canvas
  return { width, height, data: new Uint8ClampedArray(canvas.data()) }
}

export const crop = ({ data, width }: Pixels, box: Box): Pixels => {
  const cropped = new Uint8ClampedArray(box.width * box.height * 4)
  for (let row = 0; row < box.height; row += 1) {
    const start = ((box.y + row) * width + box.x) * 4
    cropped.set(data.subarray(start, start + box.width * 4), row * box.width * 4)
  }
  return { width: box.width, height: box.height, data: cropped }
}

/** The colour of a pixel as a number of 24 bits, such as `0xff0000` for red. */
export const colourAt = ({ data, width }: Pixels, x: number, y: number): number => {
  const start = (y * width + x) * 4
  return (data[start]! << 16) | (data[start + 1]! << 8) | data[start + 2]!
}

/** Converts `#ff0000` to the number that `colourAt` returns for it. */
export const parseColour = (text: string): number => Number.parseInt(text.slice(1), 16)

/**
 * The smallest box around all pixels that differ in colour from the upper left one; its width is 0 or less if there are
 * none.
 */
export const inkBox = (pixels: Pixels): Box => {
  const paper = colourAt(pixels, 0, 0)
  let [left, right, top, bottom] = [pixels.width, -1, pixels.height, -1]
  for (let y = 0; y < pixels.height; y += 1)
    for (let x = 0; x < pixels.width; x += 1)
      if (colourAt(pixels, x, y) !== paper)
        [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/**
 * A hash of the size and the pixels of the ink box, to compare drawings at different places; empty if there is no ink.
 */
export const inkHash = (pixels: Pixels): string => {
  const box = inkBox(pixels)
  if (box.width <= 0) return ''
  return `${box.width}x${box.height} ${createHash('sha256').update(crop(pixels, box).data).digest('hex')}`
}
