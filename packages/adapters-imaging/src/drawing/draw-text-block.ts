import type { SKRSContext2D } from '@napi-rs/canvas'
import { prepareContext } from '../text/drawing-context.ts'
import type { TextBlock } from './ticket-layout.ts'

/** Draws a text, clipped to its box. */
export const drawTextBlock = (context: SKRSContext2D, { box, paragraph, colour }: TextBlock): void => {
  const { lines, lineHeight, ascent, size, weight, letterSpacing } = paragraph
  context.fillStyle = colour
  context.letterSpacing = `${letterSpacing}px`
  for (const [index, { runs, width }] of lines.entries()) {
    const top = box.y + index * lineHeight
    const left = box.x + (box.width - width) / 2
    for (const { text, hiddenPrefix, hiddenPrefixWidth, face, rightToLeft, x, width: runWidth } of runs) {
      context.save()
      context.beginPath()
      if (hiddenPrefix === '') context.rect(box.x, top, box.width, lineHeight)
      else context.rect(left + x, top, runWidth, lineHeight)
      context.clip()
      prepareContext(context, face, weight, size, rightToLeft)
      context.fillText(hiddenPrefix + text, left + x - hiddenPrefixWidth, top + ascent)
      context.restore()
    }
  }
}
