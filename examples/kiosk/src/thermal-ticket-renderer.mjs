import { create } from 'qrcode'
import { encodePng } from './one-bit-png.mjs'

/** The dots in a row of a printer for paper of 58 mm. */
const width = 384
/** The white margin around the code, in modules. Scanners need four. */
const quietZone = 4

/**
 * Draws the code of a ticket for a thermal printer: black and white, as wide as the paper, without text. The printer prints
 * the text in a font of its own.
 *
 * @returns {import('@museum/application').TicketRenderer}
 */
export const thermalTicketRenderer = () => ({
  async render(_ticket, code) {
    const { modules } = create([{ data: code, mode: 'alphanumeric' }], { errorCorrectionLevel: 'M' })
    const scale = Math.floor(width / (modules.size + 2 * quietZone))
    const height = scale * (modules.size + 2 * quietZone)
    const left = Math.floor((width - scale * modules.size) / 2)
    const dots = new Uint8Array((width / 8) * height)
    for (let y = 0; y < scale * modules.size; y += 1)
      for (let x = 0; x < scale * modules.size; x += 1) {
        if (!modules.get(Math.floor(y / scale), Math.floor(x / scale))) continue
        const dot = (y + scale * quietZone) * width + left + x
        dots[dot >> 3] = (dots[dot >> 3] ?? 0) | (0x80 >> (dot & 7))
      }
    return encodePng({ width, height, dots })
  },
})
