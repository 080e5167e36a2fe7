export { canvasTicketRenderer } from './canvas-ticket-renderer.ts'
export { rememberingTicketRenderer } from './caching-ticket-renderer.ts'
