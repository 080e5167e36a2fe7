import { type Ticket, comparableEmail } from '@museum/domain'
import { type PurchaserDataFilter, type PurchaserDataRepository, maxTicketsErasedAtOnce } from '@museum/application'
import { type InMemoryStore, currentTicket } from './in-memory-store.ts'

export const inMemoryPurchaserDataRepository = (store: InMemoryStore): PurchaserDataRepository => {
  const { tickets, audit } = store
  const matching = (filter: PurchaserDataFilter) => [...tickets.values()].filter((ticket) => matches(ticket, filter))
  return {
    async count(filter, today) {
      const found = matching(filter).map((ticket) => currentTicket(store, ticket))
      const upcoming = found.filter(({ state, ticketDate }) => state === 'valid' && ticketDate >= today)
      return { tickets: found.length, upcoming: upcoming.length }
    },
    async erase(filter, entryOf, options = {}) {
      let erased = 0
      while (!options.isAborted?.()) {
        const some = matching(filter).slice(0, maxTicketsErasedAtOnce)
        if (some.length === 0) break
        for (const { purchaser: _, ...ticket } of some) tickets.set(ticket.ticketId, ticket as Ticket)
        erased += some.length
        options.onProgress?.(erased)
      }
      // The port has to be asynchronous, but here nothing else runs in between.
      if (erased > 0) audit.add(entryOf(erased))
      return { tickets: erased, isOverwritten: true }
    },
  }
}

const matches = ({ purchaser, ticketDate }: Ticket, filter: PurchaserDataFilter): boolean => {
  if (purchaser === undefined) return false
  return 'email' in filter
    ? comparableEmail(purchaser.email) === comparableEmail(filter.email)
    : ticketDate < filter.before
}
