import type { Ticket } from '@museum/domain'
import type { Page, PageRequest } from '../paging.ts'
import type { MuseumPorts } from '../ports.ts'
import type { TicketFilter } from './ticket-repository.ts'

/** Returns one page of the tickets that match, in the order in which they were sold. */
export type FindTickets = (filter: TicketFilter, page: PageRequest) => Promise<Page<Ticket>>

export const findTickets =
  ({ tickets }: Pick<MuseumPorts, 'tickets'>): FindTickets =>
  (filter, page) =>
    tickets.list(filter, page)
