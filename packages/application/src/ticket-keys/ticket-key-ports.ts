import type { MuseumPorts } from '../ports.ts'

/** Everything that the use cases of the ticket keys depend on. */
export type TicketKeyPorts = Pick<MuseumPorts, 'ticketKeys' | 'signatureAlgorithm' | 'givenTicketKeys' | 'now'>
