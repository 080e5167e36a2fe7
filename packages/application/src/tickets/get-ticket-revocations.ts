import { type CalendarDate, Instant } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'
import type { TicketRevocations } from './ticket-revocation-repository.ts'

/**
 * Returns what an offline gate must refuse from a date on although the signature is right. With the `cursor` of an earlier
 * result, it returns what is new since then, and may repeat: a client merges by identifier. `latest` is left out.
 */
export type GetTicketRevocations = (
  date: CalendarDate,
  cursor?: Instant,
) => Promise<Omit<TicketRevocations, 'latest'> & Readonly<{ cursor: Instant }>>

/** Transactions do not commit in the order of their times: the next result begins this much earlier. */
const overlapMilliseconds = 10_000

export const getTicketRevocations =
  ({ ticketRevocations }: Pick<MuseumPorts, 'ticketRevocations'>): GetTicketRevocations =>
  async (date, cursor = Instant(0)) => {
    const { latest, ...revocations } = await ticketRevocations.list(date, cursor)
    return { ...revocations, cursor: Instant(Math.max(cursor, (latest ?? 0) - overlapMilliseconds)) }
  }
