export type { TicketRenderer } from './tickets/ticket-renderer.ts'
