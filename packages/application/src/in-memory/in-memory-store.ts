import {
  type AdmissionId,
  type CalendarDate,
  type EventId,
  type Instant,
  OpeningHours,
  type PlaceLimit,
  type ScanId,
  type SpecialEvent,
  type Ticket,
  type TicketId,
  type TicketKeyId,
  TimeOfDay,
  type Weekday,
  weekdays,
} from '@museum/domain'
import type { KeptAnswer, LoggedScan } from '../admissions/admission-repository.ts'
import type { RemovedOccurrence } from '../tickets/ticket-revocation-repository.ts'
import type { AuditEntry, NewAuditEntry } from '../audit/audit-entry.ts'
import type { IdempotencyRecord } from '../idempotency/idempotency-record.ts'
import type { RemovedEvent } from '../special-events/special-event-repository.ts'
import type { StoredTicketKey } from '../ticket-keys/ticket-key-repository.ts'
import type { User } from '../users/user.ts'

type StoredRecord = IdempotencyRecord & Readonly<{ recordedAt: Instant }>

/** What the repositories share: one of them stores what another one finds. */
export type InMemoryStore = Readonly<{
  events: Map<EventId, SpecialEvent>
  /** Removed events, as they were. */
  removedEvents: Map<EventId, RemovedEvent>
  /** The import keys of the rows that were imported. */
  importKeys: Set<string>
  /** Occurrences that updates have removed from events, and when. Those of a removed event are removed with it. */
  removedOccurrences: (RemovedOccurrence & Readonly<{ removedAt: Instant }>)[]
  /** Tickets as they were sold, with their admission, and `cancelled` only where they were cancelled individually. */
  tickets: Map<TicketId, Ticket>
  cancellations: Map<TicketId, Instant>
  scans: Map<AdmissionId, LoggedScan>
  answers: Map<ScanId, KeptAnswer>
  weeklyHours: Map<Weekday, OpeningHours>
  hoursExceptions: Map<CalendarDate, OpeningHours | 'closed'>
  /** The limit of general entry, and the number of the latest limit of all. */
  limits: { generalEntry: PlaceLimit | undefined; latestNumber: number }
  records: Readonly<{
    find: (username: string, idempotencyKey: string) => IdempotencyRecord | undefined
    add: (record: IdempotencyRecord) => void
    /** Removes the records that are older than `moment` and returns how many it removed. */
    removeBefore: (moment: number) => number
  }>
  users: Map<string, User>
  ticketKeys: Map<TicketKeyId, StoredTicketKey>
  audit: Readonly<{
    entries: readonly AuditEntry[]
    add: (entry: NewAuditEntry) => void
  }>
  now: () => Instant
}>

const nineToSix = OpeningHours({ timeOpen: TimeOfDay('09:00'), timeClose: TimeOfDay('18:00') })

/** A store with the default hours, and nothing else. */
export const emptyStore = (now: () => Instant): InMemoryStore => {
  const records = new Map<string, StoredRecord>()
  const entries: AuditEntry[] = []
  const keyOf = (username: string, idempotencyKey: string) => JSON.stringify([username, idempotencyKey])
  return {
    events: new Map(),
    removedEvents: new Map(),
    importKeys: new Set(),
    removedOccurrences: [],
    tickets: new Map(),
    cancellations: new Map(),
    scans: new Map(),
    answers: new Map(),
    weeklyHours: new Map(weekdays.map((weekday) => [weekday, nineToSix])),
    hoursExceptions: new Map(),
    limits: { generalEntry: undefined, latestNumber: 0 },
    records: {
      find(username, idempotencyKey) {
        const stored = records.get(keyOf(username, idempotencyKey))
        if (stored === undefined) return undefined
        const { recordedAt: _, ...record } = stored
        return record
      },
      add: (record) =>
        void records.set(keyOf(record.username, record.idempotencyKey), { ...record, recordedAt: now() }),
      removeBefore(moment) {
        const expired = [...records].filter(([, { recordedAt }]) => recordedAt < moment)
        for (const [key] of expired) records.delete(key)
        return expired.length
      },
    },
    users: new Map(),
    ticketKeys: new Map(),
    audit: { entries, add: (entry) => void entries.push({ ...entry, auditId: entries.length + 1 }) },
    now,
  }
}
