import { balanceLines, breakLines, truncateLines } from './break-lines.ts'
import { drawableText } from './drawable-text.ts'
import type { HanLanguage } from './language-of.ts'
import { type Line, lineSetter, measuringContext, prepareContext } from './set-line.ts'
import type { Typeface, Weight } from './typeface.ts'

/** How a text is typeset. Lengths are in pixels. */
export type TextStyle = Readonly<{
  /** The font sizes to try, in this order, each with the number of lines it may take; at the last one the text is truncated. */
  sizes: readonly Readonly<{ size: number; maxLines: number }>[]
  weight: Weight
  maxWidth: number
  /** Space after each letter. Only for our own Latin texts: it would separate joined letters. */
  letterSpacing?: number
  typeface?: Typeface
}>

/** A text that is typeset in lines. Lines grow for high glyphs, up to a limit, and clip higher ones. */
export type Paragraph = Readonly<{
  lines: readonly Line[]
  size: number
  weight: Weight
  letterSpacing: number
  lineHeight: number
  /** The distance from the top of a line to its baseline. */
  ascent: number
}>

/** Typesets a text in the first size in which it fits. If it fits in none, it ends in an ellipsis. */
export const typeset = (text: string, language: HanLanguage, style: TextStyle): Paragraph => {
  const { maxWidth } = style
  const drawable = drawableText(text, language, style.typeface)
  let widthRatio = 1
  for (const [index, { size, maxLines }] of style.sizes.entries()) {
    const setLine = lineSetter(style, size)
    const lines = breakLines(drawable.clusters, setLine, maxWidth)
    widthRatio = Math.max(...lines.map((line) => setLine(line).width / maxWidth))
    if (widthRatio > 1) continue
    if (lines.length <= maxLines) {
      const balanced = balanceLines(drawable.clusters, lines.length, setLine, maxWidth)
      return paragraphOf(balanced.map(setLine), style, size)
    }
    if (index === style.sizes.length - 1) {
      const [ellipsis] = drawableText('…', language, style.typeface).clusters
      const ellipsisInText = { ...ellipsis!, level: drawable.level }
      const truncated = truncateLines(lines.slice(0, maxLines), ellipsisInText, setLine, maxWidth)
      return paragraphOf(truncated.map(setLine), style, size)
    }
  }
  // A single character can be wider than a line: a few characters are whole sentences.
  const sizes = style.sizes.slice(-1).map(({ size, maxLines }) => ({ size: Math.floor(size / widthRatio), maxLines }))
  return typeset(text, language, { ...style, sizes })
}

const paragraphOf = (lines: readonly Line[], { weight, letterSpacing = 0 }: TextStyle, size: number): Paragraph => {
  const context = measuringContext()
  context.letterSpacing = `${letterSpacing}px`
  let [above, below] = [0, 0]
  for (const { text, face, rightToLeft } of lines.flatMap(({ runs }) => runs)) {
    prepareContext(context, face, weight, size, rightToLeft)
    const metrics = context.measureText(text)
    above = Math.max(above, metrics.actualBoundingBoxAscent)
    below = Math.max(below, metrics.actualBoundingBoxDescent)
  }
  // Enough for Thai tone marks and Arabic descenders; a letter with a hundred accents is clipped.
  const ascent = Math.ceil(Math.min(Math.max(above, size * 0.9), size * 1.3) + 1)
  const descent = Math.ceil(Math.min(Math.max(below, size * 0.28), size * 0.7) + size * 0.04)
  return { lines, size, weight, letterSpacing, lineHeight: ascent + descent, ascent }
}
