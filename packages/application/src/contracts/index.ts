export { ticketRendererContract } from './ticket-renderer.contract.ts'
