export { cachingTicketRenderer } from './caching-ticket-renderer.ts'
export { type CanvasTicketRendererOptions, canvasTicketRenderer } from './canvas-ticket-renderer.ts'
export { findFontFaults } from './find-font-faults.ts'
export type { FontFault } from './text/font-faults-in.ts'
