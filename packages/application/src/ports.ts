import type { CalendarDate, Currency, Price } from '@museum/domain'
import type { IdempotencyRecordRepository } from './idempotency/idempotency-record.ts'
import type { MuseumHoursRepository } from './museum-hours/museum-hours-repository.ts'
import type { SpecialEventRepository } from './special-events/special-event-repository.ts'
import type { TicketRenderer } from './tickets/ticket-renderer.ts'
import type { TicketRepository } from './tickets/ticket-repository.ts'

/** Everything the museum asks of the world. */
export type MuseumPorts = Readonly<{
  specialEvents: SpecialEventRepository
  tickets: TicketRepository
  museumHours: MuseumHoursRepository
  idempotencyRecords: IdempotencyRecordRepository
  ticketRenderer: TicketRenderer
  /** The date on the museum's wall calendar, in its own time zone. */
  today: () => CalendarDate
  /** A UUID, version 7, never given before. */
  newId: () => string
  /** An integer from 0 to `below - 1`, from a cryptographic source. */
  randomInt: (below: number) => number
  /** What general entry costs. */
  generalPrice: Price
  /** The museum's one currency. */
  currency: Currency
}>
