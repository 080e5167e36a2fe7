import type { NewAuditEntry, RecordedOrderChange } from '@museum/application'
import { type CancellationReason, OrderChange, type OrderState, type Refusal, isRefusal } from '@museum/domain'
import { anAuditEntry } from './an-audit-entry.ts'

/** What `OrderRepository.change` is given to change an order by a rule. */
export const anOrderChange =
  <R extends Refusal>(
    rule: (current: OrderState) => OrderChange | R | undefined,
    entryOf: (change: OrderChange) => NewAuditEntry = () => anAuditEntry(),
  ) =>
  (current: OrderState): RecordedOrderChange | R | undefined => {
    const change: OrderChange | Refusal | undefined = rule(current)
    if (change === undefined || isRefusal(change)) return change as R | undefined
    return { ...change, entry: entryOf(change) }
  }

/** The same to cancel an order. */
export const anOrderCancellation = (reason?: CancellationReason, entryOf?: (change: OrderChange) => NewAuditEntry) =>
  anOrderChange((current) => OrderChange.cancel(current, reason), entryOf)
