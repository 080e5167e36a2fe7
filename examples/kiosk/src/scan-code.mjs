import { createCanvas, loadImage } from '@napi-rs/canvas'
import jsqr from 'jsqr'

/** @import { Bitmap } from './one-bit-png.mjs' */

// The types describe an ES module; Node loads the CommonJS one, whose export is the function.
const decode = /** @type {typeof jsqr.default} */ (/** @type {unknown} */ (jsqr))

/**
 * For tests: reads the QR code of a PNG, as a scanner does.
 *
 * @param {Uint8Array} png
 */
export const scanPng = async (png) => {
  const image = await loadImage(Buffer.from(png))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return scan(context.getImageData(0, 0, image.width, image.height))
}

/**
 * For tests: reads the QR code that a printer prints from a bitmap.
 *
 * @param {Bitmap} bitmap
 */
export const scanBitmap = ({ width, height, dots }) => {
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let dot = 0; dot < width * height; dot += 1)
    if ((dots[dot >> 3] ?? 0) & (0x80 >> (dot & 7))) data.fill(0, 4 * dot, 4 * dot + 3)
  return scan({ data, width, height })
}

/** @param {Readonly<{ data: Uint8ClampedArray, width: number, height: number }>} image */
const scan = ({ data, width, height }) => {
  const code = decode(new Uint8ClampedArray(data), width, height)
  if (code === null) throw new Error('no QR code was found')
  return code.data
}
