import type { TicketKey } from '@museum/domain'
import { withoutPrivateKey } from './new-ticket-key.ts'
import type { TicketKeyPorts } from './ticket-key-ports.ts'

/** Returns every ticket key, revoked ones included, in ascending order of the identifiers. No private key is among them. */
export type ListTicketKeys = () => Promise<readonly TicketKey[]>

export const listTicketKeys =
  ({ ticketKeys }: Pick<TicketKeyPorts, 'ticketKeys'>): ListTicketKeys =>
  async () =>
    (await ticketKeys.list()).map(withoutPrivateKey)
