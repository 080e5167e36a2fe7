import { Price } from '@museum/domain'
import { decodePng } from './one-bit-png.mjs'

/** @import { Result } from '@museum/application' */

// ESC/POS, the commands of most thermal printers.
const reset = [0x1b, 0x40]
const centre = [0x1b, 0x61, 1]
const cut = [0x1d, 0x56, 66, 0]

/**
 * The bytes that print a ticket: its text, the image of its code, and the command that cuts the paper.
 *
 * @param {Result<'getTicketCode'>} ticketCode
 */
export const receiptOf = ({ ticket, image }) => {
  const lines = [
    ticket.ticketType === 'event' ? ticket.event.name : 'General entry',
    ...(ticket.ticketType === 'event' ? [ticket.event.location] : []),
    `${ticket.ticketDate}   ${Price.toAmount(ticket.price).toFixed(2)} ${ticket.currency}`,
    ticket.confirmationCode,
  ]
  const { width, height, dots } = decodePng(image)
  const raster = [0x1d, 0x76, 0x30, 0, width / 8, 0, height & 0xff, height >> 8]
  return Buffer.concat([
    Buffer.from([...reset, ...centre]),
    Buffer.from(`${lines.map(toPrintable).join('\n')}\n`, 'latin1'),
    Buffer.from(raster),
    dots,
    Buffer.from(cut),
  ])
}

/**
 * The letters that every printer has: ASCII. Accents are left out; other letters become question marks.
 *
 * @param {string} text
 */
const toPrintable = (text) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^ -~]/gu, '?')
