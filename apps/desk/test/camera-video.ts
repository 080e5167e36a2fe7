import { writeFile } from 'node:fs/promises'
import { createCanvas, loadImage } from '@napi-rs/canvas'

const [width, height] = [1280, 720]
/** Chromium plays such a file with 30 frames a second, again and again. */
const framesOfTicket = 24
const framesBetween = 6

/** How a ticket is held before the camera: turned by degrees, in this light (0 to 1), with pixels a module of its QR code, blurred by a part of a module. */
type Pose = Readonly<{ angle: number; light: number; modulePixels: number; blur: number }>

/** Poses of `count` tickets: each is another mixture of turned, dark, blurred and small. */
const poses = (count: number): readonly Pose[] =>
  Array.from({ length: count }, (_, n) => ({
    angle: (n * 37) % 360,
    light: [1, 0.45, 0.25, 0.12][n % 4]!,
    modulePixels: [4, 3, 2.2][n % 3]!,
    blur: [0, 0.2, 0.35][Math.floor(n / 3) % 3]!,
  }))

/** The pixels of a module in a ticket image, about. */
const modulePixelsOfImage = 8

/** A frame with a ticket as a camera sees it, or without one, as a JPEG. */
const frameOf = async (png: Buffer | undefined, { angle, light, modulePixels, blur }: Pose, seed: number) => {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#8a7f70'
  context.fillRect(0, 0, width, height)
  if (png !== undefined) {
    const image = await loadImage(png)
    const scale = modulePixels / modulePixelsOfImage
    context.translate(width / 2 + 30 * Math.cos(seed), height / 2)
    context.rotate((angle * Math.PI) / 180)
    // Not held straight.
    context.transform(1, 0.06 * Math.sin(seed), 0.05 * Math.cos(seed), 1, 0, 0)
    if (blur > 0) context.filter = `blur(${blur * modulePixels}px)`
    // The QR code is in the lower part of the ticket.
    const [w, h] = [image.width * scale, image.height * scale]
    context.drawImage(image, -w / 2, -h * 0.65, w, h)
  }
  const pixels = context.getImageData(0, 0, width, height)
  // Noise of the sensor, the same in each run of the test.
  let state = seed + 1
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  for (let at = 0; at < pixels.data.length; at += 4) {
    const noise = (random() + random() - 1) * 6
    for (let part = 0; part < 3; part += 1) pixels.data[at + part] = pixels.data[at + part]! * light + noise
  }
  context.putImageData(pixels, 0, 0)
  return canvas.toBuffer('image/jpeg', 85)
}

/** The seconds of a video of so many tickets. */
export const secondsOf = (tickets: number): number => (tickets * (framesOfTicket + framesBetween)) / 30

/** Writes a video for Chromium's fake camera, in which these tickets are shown one after another. */
export const writeCameraVideo = async (path: string, tickets: readonly Buffer[]): Promise<void> => {
  const frames: Buffer[] = []
  for (const [n, pose] of poses(tickets.length).entries()) {
    const [ticket, empty] = [await frameOf(tickets[n], pose, n), await frameOf(undefined, pose, n)]
    for (let frame = 0; frame < framesOfTicket; frame += 1) frames.push(ticket)
    for (let frame = 0; frame < framesBetween; frame += 1) frames.push(empty)
  }
  await writeFile(path, Buffer.concat(frames))
}
