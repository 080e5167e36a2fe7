import { type SKRSContext2D, createCanvas } from '@napi-rs/canvas'
import { type DrawableText, type Glyphs, drawableText, inCharacters } from './drawable-text.ts'
import type { Face, Language, Typeface, Weight } from './fonts.ts'

/** How a text is set. Lengths are in pixels. */
export type Style = Readonly<{
  /** The sizes to try and in how many lines; the text is cut if even the last does not hold it. */
  sizes: readonly Readonly<{ size: number; lines: number }>[]
  weight: Weight
  maxWidth: number
  /** Space after each letter, for our own short Latin texts only: it would tear joined letters apart. */
  letterSpacing?: number
  typeface?: Typeface
}>

/** Neighbouring letters of one face and one direction, drawn at once; `x` is from the line's left end. */
type Run = Readonly<{
  text: string
  /** Drawn before the text, but covered up; `leadWidth` is its width. */
  lead: string
  leadWidth: number
  face: Face
  rightToLeft: boolean
  x: number
  width: number
}>
type Line = Readonly<{ runs: readonly Run[]; width: number }>

/** A text in lines of a height that holds their ink; nothing is drawn outside of them. */
export type Paragraph = Readonly<{
  lines: readonly Line[]
  size: number
  weight: Weight
  letterSpacing: number
  lineHeight: number
  /** From the top of a line to its baseline. */
  ascent: number
}>

const ellipsis = '…'

/** Sets a text in the largest size in which it fits; if it fits in none, it ends in an ellipsis. */
export const typeset = (text: string, language: Language, style: Style): Paragraph => {
  const drawable = drawableText(text, language, style.typeface)
  let overhang = 1
  for (const [index, { size, lines: maxLines }] of style.sizes.entries()) {
    const set = setter(style, size)
    const lines = breakLines(drawable.glyphs, set, style.maxWidth)
    overhang = Math.max(...lines.map((line) => set(line).width / style.maxWidth))
    if (overhang > 1) continue
    if (lines.length <= maxLines) return paragraph(balanced(drawable.glyphs, lines.length, set, style), style, size)
    if (index === style.sizes.length - 1)
      return paragraph(cut(drawable, lines.slice(0, maxLines), language, set, style), style, size)
  }
  // A single character can be wider than a line: there are some that hold a sentence.
  const sizes = style.sizes.slice(-1).map(({ size, lines }) => ({ size: Math.floor(size / overhang), lines }))
  return typeset(text, language, { ...style, sizes })
}

type Setter = (glyphs: readonly Glyphs[]) => Line

const breakLines = (text: readonly Glyphs[], set: Setter, maxWidth: number): (readonly Glyphs[])[] => {
  const lines: (readonly Glyphs[])[] = []
  const fits = (glyphs: readonly Glyphs[]) => set(trimmed(glyphs)).width <= maxWidth
  let rest = text
  while (trimmed(rest).length > 0) {
    const here = rest
    let end = longest(ends(here), (place) => fits(here.slice(0, place)))
    // A word wider than a line breaks anywhere, and so does a cluster.
    end ??= longest([...here.keys()].slice(1), (place) => fits(here.slice(0, place)))
    if (end === undefined && inCharacters(here[0]!).length > 1) {
      rest = [...inCharacters(here[0]!), ...here.slice(1)]
      continue
    }
    end ??= 1
    lines.push(trimmed(here.slice(0, end)))
    rest = here.slice(end)
  }
  return lines
}

/** The largest of the ascending values that passes, given that all smaller ones then pass too. */
const longest = (values: readonly number[], passes: (value: number) => boolean): number | undefined => {
  let [passing, failing] = [-1, values.length]
  while (failing - passing > 1) {
    const middle = (passing + failing) >> 1
    if (passes(values[middle]!)) passing = middle
    else failing = middle
  }
  return values[passing]
}

const trimmed = (glyphs: readonly Glyphs[]) => {
  const first = glyphs.findIndex(({ isSpace }) => !isSpace)
  return first < 0 ? [] : glyphs.slice(first, glyphs.findLastIndex(({ isSpace }) => !isSpace) + 1)
}

/** Where a line that begins with these glyphs may end. */
const ends = (glyphs: readonly Glyphs[]) => [
  ...[...glyphs.keys()].slice(1).filter((place) => glyphs[place]!.mayBreakBefore),
  glyphs.length,
]

/** Lines of nearly one length read better than a full one and a remnant. */
const balanced = (text: readonly Glyphs[], count: number, set: Setter, style: Style): Line[] => {
  if (count < 2) return breakLines(text, set, style.maxWidth).map(set)
  const places = ends(text)
  const words = places.map((end, place) => set(trimmed(text.slice(places[place - 1] ?? 0, end))).width)
  let [narrow, wide] = [Math.max(0, ...words), style.maxWidth]
  while (wide - narrow > 4) {
    const middle = (narrow + wide) / 2
    if (breakLines(text, set, middle).length <= count) wide = middle
    else narrow = middle
  }
  return breakLines(text, set, wide).map(set)
}

const cut = (
  { level }: DrawableText,
  lines: readonly (readonly Glyphs[])[],
  language: Language,
  set: Setter,
  { maxWidth, typeface }: Style,
): Line[] => {
  const dots = Array.from(drawableText(ellipsis, language, typeface).glyphs, (glyphs) => ({ ...glyphs, level }))
  const last = lines.at(-1)!
  const withDots = (end: number) => {
    const kept = last.slice(0, end)
    return [...kept.slice(0, kept.findLastIndex(({ text }) => !/^[\s\p{P}]$/u.test(text)) + 1), ...dots]
  }
  const fits = (end: number) => set(withDots(end)).width <= maxWidth
  const end = longest(ends(last), fits) ?? longest([...last.keys()].slice(1), fits)
  return [...lines.slice(0, -1), withDots(end ?? 0)].map(set)
}

const setter = ({ weight, letterSpacing = 0 }: Style, size: number): Setter => {
  const widthOf = measure(weight, size, letterSpacing)
  return (glyphs) => {
    let width = 0
    const runs = visualOrder(runsOf(glyphs)).map(({ text, lead, face, level }): Run => {
      const rightToLeft = level % 2 === 1 && lead === ''
      const leadWidth = lead === '' ? 0 : widthOf(lead, face, rightToLeft)
      const [x, advance] = [width, widthOf(lead + text, face, rightToLeft) - leadWidth]
      width += advance
      return { text, lead, leadWidth, face, rightToLeft, x, width: advance }
    })
    return { runs, width: Math.max(0, width - letterSpacing) }
  }
}

/** Measures each text once: the search for the line breaks asks for the same runs again and again. */
const measure = (weight: Weight, size: number, letterSpacing: number) => {
  const widths = new Map<string, number>()
  return (text: string, face: Face, rightToLeft: boolean): number => {
    const key = [face.font(weight, size), rightToLeft, text].join()
    const known = widths.get(key)
    if (known !== undefined) return known
    const context = measuring()
    context.letterSpacing = `${letterSpacing}px`
    prepare(context, face, weight, size, rightToLeft)
    const { width } = context.measureText(text)
    widths.set(key, width)
    return width
  }
}

/** Sets on a canvas everything on which the form and the width of a run depend. */
export const prepare = (context: SKRSContext2D, face: Face, weight: Weight, size: number, rightToLeft: boolean) => {
  context.font = face.font(weight, size)
  context.lang = face.language
  context.direction = rightToLeft ? 'rtl' : 'ltr'
  context.textAlign = 'left'
}

let context: SKRSContext2D | undefined
const measuring = () => (context ??= createCanvas(1, 1).getContext('2d'))

type Reading = Readonly<{ text: string; lead: string; face: Face; level: number }>

const runsOf = (glyphs: readonly Glyphs[]) => {
  const runs: Reading[] = []
  for (const { text, lead, face, level } of glyphs) {
    const last = runs.at(-1)
    const joins = last?.face === face && last.level === level && last.lead === '' && lead === ''
    if (joins) runs[runs.length - 1] = { ...last, text: last.text + text }
    else runs.push({ text, lead, face, level })
  }
  return runs
}

/** Rule L2 of the Unicode bidirectional algorithm: from the highest level down, each stretch of it is turned round. */
const visualOrder = (runs: readonly Reading[]) => {
  let ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    const turned: Reading[] = []
    let stretch: Reading[] = []
    for (const run of ordered) {
      if (run.level >= level) stretch.unshift(run)
      else turned.push(...stretch.splice(0), run)
    }
    ordered = [...turned, ...stretch]
  }
  return ordered
}

const paragraph = (lines: readonly Line[], { weight, letterSpacing = 0 }: Style, size: number): Paragraph => {
  const context = measuring()
  context.letterSpacing = `${letterSpacing}px`
  let [above, below] = [0, 0]
  for (const { text, face, rightToLeft } of lines.flatMap(({ runs }) => runs)) {
    prepare(context, face, weight, size, rightToLeft)
    const ink = context.measureText(text)
    above = Math.max(above, ink.actualBoundingBoxAscent)
    below = Math.max(below, ink.actualBoundingBoxDescent)
  }
  // Room for Thai tones and Arabic descenders, but not for a tower of a hundred accents.
  const ascent = Math.ceil(Math.min(Math.max(above, size * 0.9), size * 1.3) + 1)
  const descent = Math.ceil(Math.min(Math.max(below, size * 0.28), size * 0.7) + size * 0.04)
  return { lines, size, weight, letterSpacing, lineHeight: ascent + descent, ascent }
}
