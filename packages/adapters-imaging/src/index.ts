export { cachingTicketRenderer } from './caching-ticket-renderer.ts'
export { type CanvasTicketRendererOptions, canvasTicketRenderer } from './canvas-ticket-renderer.ts'
export { type FontFault, findFontFaults } from './text/find-font-faults.ts'
