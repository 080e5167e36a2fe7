import type { AdmissionRepository } from './admissions/admission-repository.ts'
import type { AuditRepository } from './audit/audit-repository.ts'
import type { CapacityRepository } from './capacity/capacity-repository.ts'
import type { IdempotencyRecordRepository } from './idempotency/idempotency-record.ts'
import type { MuseumHoursRepository } from './museum-hours/museum-hours-repository.ts'
import type { PurchaserDataRepository } from './privacy/purchaser-data-repository.ts'
import type { SpecialEventRepository } from './special-events/special-event-repository.ts'
import type { TicketKeyRepository } from './ticket-keys/ticket-key-repository.ts'
import type { TicketRepository } from './tickets/ticket-repository.ts'
import type { TicketRevocationRepository } from './tickets/ticket-revocation-repository.ts'
import type { UserRepository } from './users/user-repository.ts'

/**
 * An adapter of every repository port, as one server has them. They share a store, since a change is stored in one transaction
 * with its audit entry, a ticket also with the record of its idempotency key and with the check of its event, the museum's hours
 * and the places left.
 */
export type Repositories = Readonly<{
  specialEvents: SpecialEventRepository
  tickets: TicketRepository
  ticketRevocations: TicketRevocationRepository
  admissions: AdmissionRepository
  purchaserData: PurchaserDataRepository
  museumHours: MuseumHoursRepository
  capacities: CapacityRepository
  users: UserRepository
  idempotencyRecords: IdempotencyRecordRepository
  audit: AuditRepository
  ticketKeys: TicketKeyRepository
}>
