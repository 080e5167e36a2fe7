import { describe, expect, it } from '@jest/globals'
import { decode } from 'fast-png'
import { decodeImage } from '../../test/decode-image.ts'
import { type PngImage, encodePng } from './encode-png.ts'

const red = [255, 0, 0]
const green = [0, 128, 1]
const blue = [2, 3, 250]
const inPalette: PngImage = {
  width: 3,
  height: 2,
  palette: Uint8Array.from([...red, ...green, ...blue]),
  rows: Uint8Array.from([0, 0, 1, 2, 0, 2, 2, 1]),
}
const inTrueColour: PngImage = {
  width: 3,
  height: 2,
  rows: Uint8Array.from([0, ...red, ...green, ...blue, 0, ...blue, ...blue, ...green]),
}

describe('encodePng', () => {
  it.each([
    ['a palette', inPalette],
    ['true colour', inTrueColour],
  ])('writes a file with %s that the canvas reads', async (_, image) => {
    const { width, height, data } = await decodeImage(await encodePng(image))
    const opaque = [red, green, blue, blue, blue, green].flatMap((pixel) => pixel.concat(255))
    expect({ width, height, pixels: Array.from(data) }).toEqual({ width: 3, height: 2, pixels: opaque })
  })

  it('writes a file that another decoder reads, with correct checksums', async () => {
    const indexed = decode(await encodePng(inPalette), { checkCrc: true })
    expect(indexed).toMatchObject({ width: 3, height: 2, depth: 8, channels: 1, palette: [red, green, blue] })
    expect(Array.from(indexed.data)).toEqual([0, 1, 2, 2, 2, 1])
    const full = decode(await encodePng(inTrueColour), { checkCrc: true })
    expect(full).toMatchObject({ width: 3, height: 2, depth: 8, channels: 3 })
    expect(Array.from(full.data)).toEqual([red, green, blue, blue, blue, green].flat())
  })

  it('compresses off the event loop', async () => {
    let encoded = false
    const image = encodePng(inPalette).finally(() => {
      encoded = true
    })
    // Microtasks run before any other callback: synchronous work would be done after a thousand of them.
    for (let turn = 0; turn < 1000; turn += 1) await Promise.resolve()
    expect(encoded).toBe(false)
    await image
  })
})
