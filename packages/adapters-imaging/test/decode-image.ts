import { createCanvas, loadImage } from '@napi-rs/canvas'
import { type Pixels, canvasPixels } from './pixels.ts'

/** How a camera might see an image. `jpegQuality` is from 1 to 100. */
export type View = Readonly<{ scale?: number; degrees?: number; blur?: number; jpegQuality?: number }>

/** Decodes an image file. With options the result is what a camera might see: smaller, rotated, out of focus, compressed. */
export const decodeImage = async (
  file: Uint8Array,
  { scale = 1, degrees = 0, blur = 0, jpegQuality }: View = {},
): Promise<Pixels> => {
  const image = await loadImage(Buffer.from(file))
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)]
  const side = degrees === 0 ? undefined : Math.ceil(Math.hypot(width, height))
  const canvas = createCanvas(side ?? width, side ?? height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#556'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((degrees * Math.PI) / 180)
  if (blur > 0) context.filter = `blur(${blur}px)`
  context.drawImage(image, -width / 2, -height / 2, width, height)
  return jpegQuality === undefined ? canvasPixels(canvas) : decodeImage(await canvas.encode('jpeg', jpegQuality))
}
