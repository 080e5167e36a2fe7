import type { UserTables } from '../access/user.table.ts'
import type { ScanTables } from '../admissions/scan.table.ts'
import type { AuditTables } from '../audit/audit-entry.table.ts'
import type { CapacityTables } from '../capacity/capacity.table.ts'
import type { IdempotencyRecordTables } from '../idempotency/idempotency-record.table.ts'
import type { HoursTables } from '../museum-hours/hours.table.ts'
import type { ImportedEventTables } from '../special-events/imported-event.table.ts'
import type { SpecialEventTables } from '../special-events/special-event.table.ts'
import type { TicketKeyTables } from '../ticket-keys/ticket-key.table.ts'
import type { TicketCancellationTables } from '../tickets/ticket-cancellation.table.ts'
import type { TicketTables } from '../tickets/ticket.table.ts'
import type { ChangeLockTables } from './change-lock.table.ts'
import type { WriteProbeTables } from './write-probe.table.ts'

/** All tables of the museum, by name. */
export type MuseumTables = SpecialEventTables &
  ImportedEventTables &
  TicketTables &
  TicketCancellationTables &
  TicketKeyTables &
  ScanTables &
  HoursTables &
  UserTables &
  IdempotencyRecordTables &
  CapacityTables &
  AuditTables &
  ChangeLockTables &
  WriteProbeTables
