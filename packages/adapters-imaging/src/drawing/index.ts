/** The layout of a ticket and the drawing of its parts, for a program that composes or encodes the image in another way. */
export { drawBackground, drawTextBlock } from './draw-parts.ts'
export { quietZone, ticketLayout } from './ticket-layout.ts'
