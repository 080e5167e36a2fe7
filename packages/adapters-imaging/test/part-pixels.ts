import type { EventTicket } from '@museum/domain'
import type { TextPart } from '../src/drawing/ticket-layout.ts'
import { aTicketTo } from './a-ticket-to.ts'
import { drawLayout } from './draw-layout.ts'
import { layoutOf } from './layout-of.ts'
import { type Pixels, crop } from './pixels.ts'

/** The pixels of one text of a ticket. */
export const partPixels = (ticket: EventTicket, part: TextPart = 'event name', museumName = 'Museum'): Pixels => {
  const layout = layoutOf(ticket, museumName)
  return crop(drawLayout(layout), layout.textBlocks.find((block) => block.part === part)!.box)
}

/** The pixels of an event's name on a ticket to it. */
export const namePixels = (eventName: string): Pixels => partPixels(aTicketTo(eventName))
