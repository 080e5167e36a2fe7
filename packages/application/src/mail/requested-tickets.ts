import { CalendarDate, type Email, Slot, type Ticket, type TicketsRequest, isSameMailbox } from '@museum/domain'
import type { Museum } from '../museum.ts'
import type { MuseumPorts } from '../ports.ts'
import type { DeliveryRepository } from '../webhooks/delivery-repository.ts'
import type { MailWithLinks, MailedVisit } from './mail-sender.ts'

/** The ports of `readRequestedTickets`. */
export type RequestedTicketsPorts = Readonly<{
  deliveries: Pick<DeliveryRepository, 'recipientOf'>
  linkOf: Museum['linkOf']
}> &
  Pick<MuseumPorts, 'tickets' | 'now' | 'dateOf'>

const maxLinks = 20
/** How many tickets are read at once. */
const pageSize = 100

/**
 * The e-mail with the links to the tickets of an address for today or later that are not cancelled, those for the next dates first. It
 * goes to the address that was stored with them. Undefined where there are none, the address is erased, or visitors get no links.
 */
export const readRequestedTickets = async (
  ports: RequestedTicketsPorts,
  mailId: string,
  { language }: TicketsRequest,
): Promise<MailWithLinks | undefined> => {
  const typed = await ports.deliveries.recipientOf(mailId)
  if (typed === undefined) return undefined
  const today = ports.dateOf(ports.now())
  const found = (await ticketsOf(ports, typed))
    .filter(({ ticketDate, state }) => ticketDate >= today && state !== 'cancelled')
    .toSorted((one, other) => CalendarDate.toDays(one.ticketDate) - CalendarDate.toDays(other.ticketDate))
  const sold = new Map<string, readonly Ticket[]>()
  for (const ticket of found) {
    const id = ticket.orderId ?? ticket.ticketId
    sold.set(id, [...(sold.get(id) ?? []), ticket])
  }
  const linked = await Promise.all(
    [...sold.values()]
      .slice(0, maxLinks)
      .map(async (tickets) => ({ link: await ports.linkOf(tickets), visits: visitsOf(tickets) })),
  )
  const to = found[0]?.purchaser?.email
  if (to === undefined || linked.some(({ link }) => link === undefined)) return undefined
  return {
    mailId,
    kind: 'links',
    to,
    linked: linked as MailWithLinks['linked'],
    ...(language !== undefined && { language }),
  }
}

/** The tickets that an address has bought. */
const ticketsOf = async ({ tickets }: Pick<MuseumPorts, 'tickets'>, email: Email): Promise<readonly Ticket[]> => {
  const found: Ticket[] = []
  for (let after: Ticket | undefined; ;) {
    const { items } = await tickets.list(
      { email },
      { limit: pageSize, ...(after === undefined ? { page: 1 } : { after }) },
    )
    found.push(...items)
    after = items.at(-1)
    if (items.length < pageSize)
      return found.filter(({ purchaser }) => purchaser !== undefined && isSameMailbox(purchaser.email, email))
  }
}

const visitsOf = (tickets: readonly Ticket[]) => {
  const byVisit = new Map(tickets.map((ticket) => [Slot.visitOf(ticket), ticket]))
  return [...byVisit.values()].map(({ ticketDate, entryTime, event }): MailedVisit => {
    const visit = { ticketDate, entryTime }
    return event === undefined ? visit : Object.assign(visit, { event: { name: event.name, location: event.location } })
  })
}
