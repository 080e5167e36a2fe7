export { canvasTicketRenderer } from './canvas-ticket-renderer.ts'
export { rememberingTicketRenderer } from './remembering-ticket-renderer.ts'
