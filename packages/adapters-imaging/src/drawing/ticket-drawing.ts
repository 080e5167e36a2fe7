import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Block, type Box, type TicketLayout, colours } from './ticket-layout.ts'
import { prepare } from '../text/typeset.ts'

/** What is on every ticket of its kind and size: the frame, the card with its lines, the emblem. */
export const drawPaper = (context: SKRSContext2D, layout: TicketLayout) => {
  const { width, height, accent, paper, tear, ornament } = layout
  context.fillStyle = accent
  context.fillRect(0, 0, width, height)
  ticketShape(context, paper, tear, 0)
  context.fillStyle = colours.paper
  context.fill()
  ticketShape(context, paper, tear, 11)
  context.strokeStyle = accent
  context.lineWidth = 1.5
  context.stroke()

  context.fillStyle = accent
  const [first, last] = [paper.x + 44, paper.x + paper.width - 44]
  const gaps = Math.round((last - first) / 11)
  for (let dot = 0; dot <= gaps; dot += 1) disc(context, first + ((last - first) * dot) / gaps, tear, 1.6)

  const [x, y] = [ornament.x + ornament.width / 2, ornament.y + ornament.height / 2 - 0.5]
  diamond(context, x, y, 5)
  for (const side of [-1, 1]) context.fillRect(x + side * 44 - 30, y - 0.5, 60, 1)
  drawEmblem(context, layout)
}

/** A card whose corners are cut out, and its sides where it would be torn; or the line that runs inside at a distance. */
const ticketShape = (context: SKRSContext2D, { x, y, width, height }: Box, tear: number, distance: number) => {
  const [right, bottom, quarter] = [x + width, y + height, Math.PI / 2]
  const [corner, side] = [22 + distance, 15 + distance]
  const [cornerStart, sideStart] = [Math.asin(distance / corner), Math.asin(distance / side)]
  const notch = (centreX: number, centreY: number, turn: number) =>
    context.arc(centreX, centreY, corner, turn * quarter - cornerStart, (turn - 1) * quarter + cornerStart, true)
  context.beginPath()
  notch(x, y, 1)
  notch(right, y, 2)
  context.arc(right, tear, side, 3 * quarter - sideStart, quarter + sideStart, true)
  notch(right, bottom, 3)
  notch(x, bottom, 4)
  context.arc(x, tear, side, quarter - sideStart, -quarter + sideStart, true)
  context.closePath()
}

const diamond = (context: SKRSContext2D, x: number, y: number, radius: number) => {
  context.beginPath()
  context.moveTo(x, y - radius)
  context.lineTo(x + radius, y)
  context.lineTo(x, y + radius)
  context.lineTo(x - radius, y)
  context.closePath()
  context.fill()
}

const disc = (context: SKRSContext2D, x: number, y: number, radius: number) => {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fill()
}

/** A temple front: the pediment, four columns, the steps. */
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

/** Draws a text, inside of its box only. */
export const drawBlock = (context: SKRSContext2D, { box, paragraph, colour }: Block) => {
  const { lines, lineHeight, ascent, size, weight, letterSpacing } = paragraph
  context.fillStyle = colour
  context.letterSpacing = `${letterSpacing}px`
  for (const [index, { runs, width }] of lines.entries()) {
    const top = box.y + index * lineHeight
    const left = box.x + (box.width - width) / 2
    for (const { text, lead, leadWidth, face, rightToLeft, x, width: runWidth } of runs) {
      context.save()
      context.beginPath()
      if (lead === '') context.rect(box.x, top, box.width, lineHeight)
      else context.rect(left + x, top, runWidth, lineHeight)
      context.clip()
      prepare(context, face, weight, size, rightToLeft)
      context.fillText(lead + text, left + x - leadWidth, top + ascent)
      context.restore()
    }
  }
}
