import { createCanvas, loadImage } from '@napi-rs/canvas'
import jsqr from 'jsqr'

// The types describe an ES module; Node loads the CommonJS one, whose export is the function.
const decode = jsqr as unknown as typeof jsqr.default

/** Reads the QR code in a PNG as a scanner does: at half of its size, since that takes a third of the time. */
export const readQrCode = async (png: ArrayBuffer | Buffer): Promise<string | undefined> => {
  const image = await loadImage(png)
  const [width, height] = [Math.round(image.width / 2), Math.round(image.height / 2)]
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0, width, height)
  const { data } = context.getImageData(0, 0, width, height)
  return decode(new Uint8ClampedArray(data), width, height)?.data
}
