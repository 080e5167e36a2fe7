import type { EventTicket, Ticket } from '@museum/domain'
import type { Language } from '@museum/languages'
import { anAdmissionCode } from '@museum/testing/examples'
import { type SKRSContext2D, createCanvas } from '@napi-rs/canvas'
import { drawBackground, drawTextBlock } from '../src/drawing/draw-parts.ts'
import { type TextPart, type TicketLayout, quietZone, ticketLayout } from '../src/drawing/ticket-layout.ts'
import { aTicketTo } from './a-ticket-to.ts'
import { type Pixels, canvasPixels, crop } from './pixels.ts'

/** The layout of a ticket, with a code for this ticket. */
export const layoutOf = (
  ticket: Ticket,
  museumName: string,
  language?: Language,
  isRehearsal?: boolean,
): TicketLayout => ticketLayout(ticket, anAdmissionCode(ticket), museumName, language, isRehearsal)

/** Draws a layout in the simplest way: on one canvas, without caches and without a palette. */
export const drawLayout = (layout: TicketLayout): Pixels => {
  const canvas = createCanvas(layout.width, layout.height)
  const context = canvas.getContext('2d')
  drawBackground(context, layout)
  for (const block of layout.textBlocks) drawTextBlock(context, block)
  drawCode(context, layout.code)
  return canvasPixels(canvas)
}

const drawCode = (context: SKRSContext2D, { box, qrCode, moduleSize }: TicketLayout['code']) => {
  context.fillStyle = '#fff'
  context.fillRect(box.x, box.y, box.width, box.height)
  context.fillStyle = '#000'
  const origin = { x: box.x + quietZone * moduleSize, y: box.y + quietZone * moduleSize }
  for (let row = 0; row < qrCode.size; row += 1)
    for (let column = 0; column < qrCode.size; column += 1)
      if (qrCode.isDark(column, row))
        context.fillRect(origin.x + column * moduleSize, origin.y + row * moduleSize, moduleSize, moduleSize)
}

/** The pixels of one text of a ticket. */
export const partPixels = (ticket: EventTicket, part: TextPart = 'event name', museumName = 'Museum'): Pixels => {
  const layout = layoutOf(ticket, museumName)
  return crop(drawLayout(layout), layout.textBlocks.find((block) => block.part === part)!.box)
}

/** The pixels of an event's name on a ticket. */
export const namePixels = (eventName: string): Pixels => partPixels(aTicketTo(eventName))
