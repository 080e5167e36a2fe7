/** The layout of a ticket and the drawing of its parts, for a program that composes or encodes the image in another way. */
export { drawBackground } from './draw-background.ts'
export { drawTextBlock } from './draw-text-block.ts'
export { quietZone, ticketLayout } from './ticket-layout.ts'
