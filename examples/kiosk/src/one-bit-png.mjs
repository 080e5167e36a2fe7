import { crc32, deflateSync, inflateSync } from 'node:zlib'

/**
 * An image of black and white dots. Each row takes `width / 8` bytes, eight dots a byte, the leftmost in the highest
 * bit; a set bit is black. The width is a multiple of 8.
 *
 * @typedef {Readonly<{ width: number, height: number, dots: Uint8Array }>} Bitmap
 */

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** @param {string} type @param {Uint8Array} data */
const chunk = (type, data) => {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}

/**
 * A bitmap as a grayscale PNG with one bit a dot, where a set bit is white.
 *
 * @param {Bitmap} bitmap
 * @returns {Uint8Array}
 */
export const encodePng = ({ width, height, dots }) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rowLength = width / 8
  // Each row begins with its filter: 0, none.
  const rows = Buffer.alloc(height * (rowLength + 1))
  for (let row = 0; row < height; row += 1)
    for (let n = 0; n < rowLength; n += 1) rows[row * (rowLength + 1) + 1 + n] = ~(dots[row * rowLength + n] ?? 0)
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([signature, ...chunks]))
}

/**
 * The bitmap of a PNG that `encodePng` has made. It reads no other PNG.
 *
 * @param {Uint8Array} png
 * @returns {Bitmap}
 */
export const decodePng = (png) => {
  const bytes = Buffer.from(png)
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const start = bytes.indexOf('IDAT') + 4
  const rows = inflateSync(bytes.subarray(start, start + bytes.readUInt32BE(start - 8)))
  const rowLength = width / 8
  const dots = Uint8Array.from(
    { length: height * rowLength },
    (_, n) => ~(rows[Math.floor(n / rowLength) * (rowLength + 1) + 1 + (n % rowLength)] ?? 0) & 0xff,
  )
  return { width, height, dots }
}
