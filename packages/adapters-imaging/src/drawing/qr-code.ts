import { create } from 'qrcode'

/** The modules of a QR code: `size` is their number in a row and in a column. */
export type QrCode = Readonly<{ size: number; isDark: (column: number, row: number) => boolean }>

/** The smallest QR code that holds the text and can be read when 15 % of it is damaged (error correction level M). */
export const qrCode = (text: string): QrCode => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, isDark: (column, row) => modules.get(row, column) === 1 }
}
