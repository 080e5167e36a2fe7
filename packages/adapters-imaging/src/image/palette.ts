import { type Accent, colours } from '../drawing/ticket-layout.ts'

/**
 * The colours of a ticket's image, by number. All but the code and emoji is one ink on paper, so there are paper, which
 * is 0, then each of three inks in shades, then black and white.
 */
export type Palette = Readonly<{
  /** Three bytes a colour: red, green, blue. */
  bytes: Uint8Array
  /** The numbers of pixels (four bytes each: red, green, blue, alpha) that have this one ink on paper. */
  numbersOf: (pixels: Uint8Array | Uint8ClampedArray, ink: string) => Uint8Array
}>

// As many for each ink as a byte can tell apart. A shade is off by 2 of 255 levels at most, which no eye sees.
const shades = 84
export const [black, white] = [3 * shades + 1, 3 * shades + 2]

const rgb = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
const paper = rgb(colours.paper)

const paletteWith = (accent: Accent): Palette => {
  const inks: readonly string[] = [colours.ink, colours.muted, accent]
  const shadesOf = (ink: string) =>
    Array.from({ length: shades }, (_, lighter) =>
      rgb(ink).map((full, channel) => paper[channel]! + ((full - paper[channel]!) * (lighter + 1)) / shades),
    )
  const scales = new Map(inks.map((ink, place) => [ink, scaleOf(ink, place * shades)]))
  return {
    bytes: Uint8Array.from([paper, ...inks.flatMap(shadesOf), rgb('#000000'), rgb('#ffffff')].flat(), Math.round),
    numbersOf(pixels, ink) {
      const { channel, numberOf } = scales.get(ink)!
      const numbers = new Uint8Array(pixels.length / 4)
      for (let pixel = 0; pixel < numbers.length; pixel += 1) numbers[pixel] = numberOf[pixels[4 * pixel + channel]!]!
      return numbers
    },
  }
}

/** How much of an ink a pixel has is told by one channel: the one in which the ink differs most from paper. */
const scaleOf = (ink: string, numbersBefore: number) => {
  const differences = rgb(ink).map((full, channel) => full - paper[channel]!)
  const difference = Math.min(...differences)
  const channel = differences.indexOf(difference)
  const numberOf = Uint8Array.from({ length: 256 }, (_, level) => {
    const shade = Math.round(Math.min(1, Math.max(0, (level - paper[channel]!) / difference)) * shades)
    return shade === 0 ? 0 : numbersBefore + shade
  })
  return { channel, numberOf }
}

/** The palette of each kind of ticket, by its accent. */
export const palettes: Readonly<Record<Accent, Palette>> = {
  [colours.general]: paletteWith(colours.general),
  [colours.event]: paletteWith(colours.event),
}
