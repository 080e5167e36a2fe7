import type { SKRSContext2D } from '@napi-rs/canvas'
import { prepareContext } from '../text/set-line.ts'
import type { Box, TextBlock, TicketLayout } from './ticket-layout.ts'
import { colours } from './ticket-style.ts'

/**
 * Draws the parts that tickets of one type and height have in common: the frame, the card with its lines, the emblem.
 */
export const drawBackground = (context: SKRSContext2D, layout: TicketLayout): void => {
  const { width, height, accent, card, perforationY, ornament } = layout
  context.fillStyle = accent
  context.fillRect(0, 0, width, height)
  cardPath(context, card, perforationY, 0)
  context.fillStyle = colours.paper
  context.fill()
  cardPath(context, card, perforationY, 11)
  context.strokeStyle = accent
  context.lineWidth = 1.5
  context.stroke()

  context.fillStyle = accent
  const [first, last] = [card.x + 44, card.x + card.width - 44]
  const gaps = Math.round((last - first) / 11)
  for (let dot = 0; dot <= gaps; dot += 1) fillDisc(context, first + ((last - first) * dot) / gaps, perforationY, 1.6)

  const [x, y] = [ornament.x + ornament.width / 2, ornament.y + ornament.height / 2 - 0.5]
  fillDiamond(context, x, y, 5)
  for (const side of [-1, 1]) context.fillRect(x + side * 44 - 30, y - 0.5, 60, 1)
  drawEmblem(context, layout)
}

/** The outline of the card, with notches at its corners and at the perforation, or a line at a distance inside it. */
const cardPath = (context: SKRSContext2D, { x, y, width, height }: Box, perforationY: number, distance: number) => {
  const [right, bottom, quarterTurn] = [x + width, y + height, Math.PI / 2]
  const [cornerRadius, sideRadius] = [22 + distance, 15 + distance]
  // A line inside the card meets less of each notch: these angles shorten its arcs.
  const [cornerGap, sideGap] = [Math.asin(distance / cornerRadius), Math.asin(distance / sideRadius)]
  const cornerNotch = (centreX: number, centreY: number, turns: number) => {
    const [start, end] = [turns * quarterTurn - cornerGap, (turns - 1) * quarterTurn + cornerGap]
    context.arc(centreX, centreY, cornerRadius, start, end, true)
  }
  context.beginPath()
  cornerNotch(x, y, 1)
  cornerNotch(right, y, 2)
  context.arc(right, perforationY, sideRadius, 3 * quarterTurn - sideGap, quarterTurn + sideGap, true)
  cornerNotch(right, bottom, 3)
  cornerNotch(x, bottom, 4)
  context.arc(x, perforationY, sideRadius, quarterTurn - sideGap, -quarterTurn + sideGap, true)
  context.closePath()
}

const fillDiamond = (context: SKRSContext2D, x: number, y: number, radius: number) => {
  context.beginPath()
  context.moveTo(x, y - radius)
  context.lineTo(x + radius, y)
  context.lineTo(x, y + radius)
  context.lineTo(x - radius, y)
  context.closePath()
  context.fill()
}

const fillDisc = (context: SKRSContext2D, x: number, y: number, radius: number) => {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}

/** Draws the front of a temple: the pediment, four columns, the steps. */
const drawEmblem = (context: SKRSContext2D, { accent, emblem: { x, y, width, height } }: TicketLayout) => {
  context.fillStyle = accent
  context.beginPath()
  context.moveTo(x + width / 2, y)
  context.lineTo(x + width, y + 14)
  context.lineTo(x, y + 14)
  context.closePath()
  context.fill()
  for (let column = 0; column < 4; column += 1) context.fillRect(x + 6 + column * 12, y + 17, 4, height - 25)
  context.fillRect(x + 3, y + height - 6, width - 6, 2)
  context.fillRect(x, y + height - 2, width, 2)
}

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
