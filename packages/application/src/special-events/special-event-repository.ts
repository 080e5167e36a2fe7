import type { EventId, EventNotFound, Refusal, SpecialEvent } from '@museum/domain'
import type { IdempotencyRecord, RequestInProgress } from '../idempotency/idempotency-record.ts'
import type { Page, PageRequest } from '../paging.ts'
import type { Period } from '../period.ts'

/** The special events that are planned. */
export interface SpecialEventRepository {
  /**
   * Adds an event, durably when it resolves. The record is stored in the same step or, where its key is not free,
   * neither. What is added again with its record, since nobody heard how it went, is stored once.
   */
  add(event: SpecialEvent, record?: IdempotencyRecord): Promise<SpecialEvent | RequestInProgress>
  find(eventId: EventId): Promise<SpecialEvent | undefined>
  /**
   * Replaces an event by what `decide` makes of it, while nobody else can change it: no other update is lost.
   * A refusal of `decide` is passed on and changes nothing. `decide` may be asked again when the attempt is repeated.
   * In the same step the valid tickets for dates that the event loses become cancelled.
   */
  update<R extends Refusal>(
    eventId: EventId,
    decide: (current: SpecialEvent) => SpecialEvent | R,
  ): Promise<SpecialEvent | R | EventNotFound>
  /**
   * Removes an event that `permit` does not refuse, and answers what it was. In the same step all of its valid
   * tickets become cancelled; no ticket is removed. From then on no ticket to the event can be added.
   */
  remove<R extends Refusal>(
    eventId: EventId,
    permit: (current: SpecialEvent) => R | undefined,
  ): Promise<SpecialEvent | R | EventNotFound>
  /**
   * The events with a date inside the period, each once with all of its dates, in the order of their first date
   * inside the period, then of their eventId.
   */
  during(period: Period, page: PageRequest): Promise<Page<SpecialEvent>>
}
