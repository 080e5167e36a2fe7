import type { Box } from '../drawing/box.ts'

/** Copies palette indices into a box of an image. Each of the image's rows begins with one byte more, the filter. */
export const copyIndices = (
  indices: Uint8Array,
  rows: Uint8Array,
  imageWidth: number,
  { x, y, width, height }: Box,
): void => {
  for (let row = 0; row < height; row += 1)
    rows.set(indices.subarray(row * width, (row + 1) * width), (y + row) * (imageWidth + 1) + 1 + x)
}
