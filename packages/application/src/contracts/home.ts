import type { UserRepository } from '../access/user-repository.ts'
import type { IdempotencyRecordRepository } from '../idempotency/idempotency-record.ts'
import type { MuseumHoursRepository } from '../museum-hours/museum-hours-repository.ts'
import type { SpecialEventRepository } from '../special-events/special-event-repository.ts'
import type { TicketRepository } from '../tickets/ticket-repository.ts'

/** Every repository of one home, as one server has them. */
export type Repositories = Readonly<{
  specialEvents: SpecialEventRepository
  tickets: TicketRepository
  museumHours: MuseumHoursRepository
  users: UserRepository
  idempotencyRecords: IdempotencyRecordRepository
}>

/** A new, empty home, opened by two servers that share it (the same repositories where sharing is impossible). */
export type OpenAdapters = () => Promise<
  Readonly<{ one: Repositories; other: Repositories; close?: () => Promise<unknown> }>
>
