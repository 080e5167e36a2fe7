import type { TextBlock, TicketLayout } from '../drawing/ticket-layout.ts'
import { backgroundRows } from './background-rows.ts'
import { copyIndices } from './copy-indices.ts'
import { writeCode } from './write-code.ts'
import type { PngImage } from './encode-png.ts'
import { palettes } from './palette.ts'
import { textIndices } from './text-pixels.ts'
import { trueColourImage } from './true-colour-image.ts'

/**
 * Composes the image of a ticket from parts that are cached as palette indices: background and texts. The canvas draws
 * only the parts that are not cached. How much this saves is in `docs/decisions/0012-the-ticket-image.md`.
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
