import { describe, expect, it } from '@jest/globals'
import { decode } from 'fast-png'
import { seen } from '../../test/image.ts'
import { type PngImage, png } from './encode-png.ts'

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

describe('a PNG', () => {
  it.each([
    ['a palette', inPalette],
    ['true colour', inTrueColour],
  ])('in %s is read by the canvas', async (_, image) => {
    const { width, height, data } = await seen(await png(image))
    const opaque = [red, green, blue, blue, blue, green].flatMap((pixel) => pixel.concat(255))
    expect({ width, height, pixels: Array.from(data) }).toEqual({ width: 3, height: 2, pixels: opaque })
  })

  it('is read by a decoder of another maker, which reads the checksums too', async () => {
    const indexed = decode(await png(inPalette), { checkCrc: true })
    expect(indexed).toMatchObject({ width: 3, height: 2, depth: 8, channels: 1, palette: [red, green, blue] })
    expect(Array.from(indexed.data)).toEqual([0, 1, 2, 2, 2, 1])
    const full = decode(await png(inTrueColour), { checkCrc: true })
    expect(full).toMatchObject({ width: 3, height: 2, depth: 8, channels: 3 })
    expect(Array.from(full.data)).toEqual([red, green, blue, blue, blue, green].flat())
  })

  it('is compressed off the event loop', async () => {
    let written = false
    const image = png(inPalette).finally(() => {
      written = true
    })
    // What is ready at once would be so after a few turns of the queue of promises, which lets nothing else run.
    for (let turn = 0; turn < 1000; turn += 1) await Promise.resolve()
    expect(written).toBe(false)
    await image
  })
})
