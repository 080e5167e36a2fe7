/** The layout of a ticket and the drawing of its parts, for a program that composes or encodes the image in another way. */
export { drawBlock, drawPaper } from './ticket-drawing.ts'
export { quietModules, ticketLayout } from './ticket-layout.ts'
