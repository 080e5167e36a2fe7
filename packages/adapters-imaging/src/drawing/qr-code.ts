import { create } from 'qrcode'

/** The modules of a QR code: `size` is their number in a row and in a column. */
export type QrCode = Readonly<{ size: number; isDark: (column: number, row: number) => boolean }>

const alphanumeric = /^[0-9A-Z $%*+\-./:]+$/

/**
 * The smallest QR code that holds the text and can be read when 15 % of it is damaged (error correction level M); in
 * alphanumeric mode where the text has no other characters.
 */
export const qrCode = (text: string): QrCode => {
  const content = alphanumeric.test(text) ? [{ data: text, mode: 'alphanumeric' as const }] : text
  const { modules } = create(content, { errorCorrectionLevel: 'M' })
  return { size: modules.size, isDark: (column, row) => modules.get(row, column) === 1 }
}
