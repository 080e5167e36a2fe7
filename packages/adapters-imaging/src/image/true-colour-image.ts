import type { TextBlock } from '../drawing/ticket-layout.ts'
import type { PngImage } from './encode-png.ts'
import { textPixels } from './text-pixels.ts'

/** Turns an image with a palette into one of three bytes a pixel, and adds the texts that have more colours than a palette. */
export const trueColourImage = (
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
