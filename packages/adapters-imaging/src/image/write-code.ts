import { type TicketLayout, quietZone } from '../drawing/ticket-layout.ts'
import { black, white } from './palette.ts'

/** Writes the QR code into an image as palette indices. One row of pixels is written for each row of modules, and copied. */
export const writeCode = (
  { box, qrCode, moduleSize }: TicketLayout['code'],
  rows: Uint8Array,
  imageWidth: number,
): void => {
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
