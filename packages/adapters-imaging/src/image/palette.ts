import { type Accent, colours } from '../drawing/ticket-style.ts'

/**
 * The palette of a ticket's image. Except for the code and for emoji, each text and shape has one ink on paper. So the
 * palette has paper at index 0, then shades from paper to ink for three inks, then black and white.
 */
export type Palette = Readonly<{
  /** Three bytes a colour: red, green, blue. */
  colours: Uint8Array
  /** The indices of pixels (four bytes each: red, green, blue, alpha) that show this one ink on paper. */
  indicesOf: (pixels: Uint8Array | Uint8ClampedArray, ink: string) => Uint8Array
}>

// As many shades of each ink as fit into 256 colours. The nearest shade differs from a pixel by at most 2 of 255
// levels, which is invisible.
const shades = 84

/** The indices of black and white. */
export const [black, white] = [3 * shades + 1, 3 * shades + 2]

const rgb = (colour: string) => [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
const paper = rgb(colours.paper)

const paletteWith = (accent: Accent): Palette => {
  const inks: readonly string[] = [colours.ink, colours.muted, accent]
  const shadesOf = (ink: string) =>
    Array.from({ length: shades }, (_, shade) =>
      rgb(ink).map((full, channel) => paper[channel]! + ((full - paper[channel]!) * (shade + 1)) / shades),
    )
  const scales = new Map(inks.map((ink, index) => [ink, scaleOf(ink, index * shades)]))
  return {
    colours: Uint8Array.from([paper, ...inks.flatMap(shadesOf), rgb('#000000'), rgb('#ffffff')].flat(), Math.round),
    indicesOf(pixels, ink) {
      const { channel, indexOfLevel } = scales.get(ink)!
      const indices = new Uint8Array(pixels.length / 4)
      for (let pixel = 0; pixel < indices.length; pixel += 1)
        indices[pixel] = indexOfLevel[pixels[4 * pixel + channel]!]!
      return indices
    },
  }
}

/** One channel of the pixel determines the shade: the one in which ink and paper differ most. */
const scaleOf = (ink: string, shadesBefore: number) => {
  const differences = rgb(ink).map((full, channel) => full - paper[channel]!)
  const difference = Math.min(...differences)
  const channel = differences.indexOf(difference)
  const indexOfLevel = Uint8Array.from({ length: 256 }, (_, level) => {
    const shade = Math.round(Math.min(1, Math.max(0, (level - paper[channel]!) / difference)) * shades)
    return shade === 0 ? 0 : shadesBefore + shade
  })
  return { channel, indexOfLevel }
}

/** The palette of each type of ticket, by its accent. */
export const palettes: Readonly<Record<Accent, Palette>> = {
  [colours.general]: paletteWith(colours.general),
  [colours.event]: paletteWith(colours.event),
}
