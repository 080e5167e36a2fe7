import type { CredentialObserver } from '@museum/adapters-access'
import type { RequestRecord } from '@museum/adapters-http'
import type { DatabaseObserver } from '@museum/adapters-persistence'
import type { Repositories } from '@museum/application'
import { type Ticket, isRefusal } from '@museum/domain'

/** Called with what happens in the server, for metrics. The functions must not throw. */
export type ServerObserver = Readonly<{
  database?: DatabaseObserver
  credentials?: CredentialObserver
  /** The API has made the response to a request. */
  onResponse?: (record: RequestRecord) => void
  onTicketSold?: (ticket: Ticket) => void
}>

/** The same repositories; each ticket that they sell is passed to the observer. */
export const noteSales = (repositories: Repositories, { onTicketSold }: ServerObserver): Repositories => {
  const { tickets } = repositories
  if (onTicketSold === undefined) return repositories
  return {
    ...repositories,
    tickets: {
      ...tickets,
      async sell(sale) {
        const outcome = await tickets.sell(sale)
        if (!isRefusal(outcome)) for (const ticket of outcome) onTicketSold(ticket)
        return outcome
      },
    },
  }
}
