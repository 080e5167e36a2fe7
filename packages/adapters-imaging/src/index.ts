export { canvasTicketRenderer } from './canvas-ticket-renderer.ts'
