import { create } from 'qrcode'

/** The modules of a QR code: `size` in a row and column, `isDark` by column and row. */
export type QrCode = Readonly<{ size: number; isDark: (column: number, row: number) => boolean }>

/** The smallest code that holds the text and still reads when 15 % of it is lost (level M). */
export const qrCode = (text: string): QrCode => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  return { size: modules.size, isDark: (column, row) => modules.get(row, column) === 1 }
}
