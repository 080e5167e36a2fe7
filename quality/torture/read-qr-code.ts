import { createCanvas, loadImage } from '@napi-rs/canvas'
import jsqr from 'jsqr'

// The types describe an ES module; Node loads the CommonJS one, whose export is the function.
const decode = jsqr as unknown as typeof jsqr.default

export const readQrCode = async (png: Uint8Array): Promise<string | undefined> => {
  const image = await loadImage(Buffer.from(png))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data, width, height } = context.getImageData(0, 0, image.width, image.height)
  return decode(new Uint8ClampedArray(data), width, height)?.data
}
