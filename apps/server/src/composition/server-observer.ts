import type { CredentialObserver } from '@museum/adapters-access'
import type { RequestRecord } from '@museum/adapters-http'
import type { DatabaseObserver } from '@museum/adapters-persistence'
import type { Ticket } from '@museum/domain'

/** Called with what happens in the server, for metrics. The functions must not throw. */
export type ServerObserver = Readonly<{
  database?: DatabaseObserver
  credentials?: CredentialObserver
  /** The API has made the response to a request. */
  onResponse?: (record: RequestRecord) => void
  /** A ticket was sold. */
  onTicketSold?: (ticket: Ticket) => void
}>
