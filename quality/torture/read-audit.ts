import type { openDatabase } from '@museum/adapters-persistence'
import { EntryTimes, HoursOfDay, type OpeningHours, Price, type SpecialEventDraft } from '@museum/domain'
import type { StoredAudit } from './check-audit.ts'
import { uuidOf } from './uuid-of.ts'

/** Reads the audit log, and the current values of everything in it, from the tables. */
export const readAudit = async ({ kysely }: ReturnType<typeof openDatabase>): Promise<StoredAudit> => {
  const entries = await kysely.selectFrom('audit_entry').selectAll().orderBy('audit_id').execute()
  const stored = await kysely.selectFrom('special_event').selectAll().execute()
  const dates = await kysely
    .selectFrom('event_occurrence')
    .select(['event_id', 'event_date'])
    .where('removed_at', 'is', null)
    .orderBy('event_date')
    .execute()
  const datesOf = Map.groupBy(dates, (row) => uuidOf(row.event_id))
  const weekly = await kysely.selectFrom('weekly_hours').selectAll().execute()
  const exceptions = await kysely.selectFrom('hours_exception').selectAll().execute()
  const generalEntry = await kysely.selectFrom('general_entry').select(['capacity', 'entry_times']).executeTakeFirst()
  const users = await kysely.selectFrom('user_account').select(['username', 'role', 'is_enabled']).execute()
  const event = (row: (typeof stored)[number]) => {
    const eventId = uuidOf(row.event_id)
    return {
      eventId,
      revision: row.revision,
      isRemoved: row.deleted_at !== null,
      capacity: row.capacity,
      entryTimes: auditedTimes(row.entry_times, EntryTimes.noneOfEvent),
      values: {
        name: row.name,
        location: row.location,
        eventDescription: row.event_description,
        dates: (datesOf.get(eventId) ?? []).map((date) => date.event_date),
        price: Price.toAmount(row.price as Price),
      } satisfies Record<keyof SpecialEventDraft, unknown>,
    }
  }
  const hoursOf = (row: Readonly<Record<'time_open' | 'time_close', string | null>>) =>
    row.time_open === null
      ? 'closed'
      : HoursOfDay.toText({ timeOpen: row.time_open, timeClose: row.time_close } as OpeningHours)
  return {
    entries: entries.map((row) => ({
      auditId: row.audit_id,
      operation: row.operation,
      kind: row.subject_kind,
      id: Buffer.from(row.subject_id).toString(),
      before: row.values_before === null ? null : JSON.parse(row.values_before),
      after: row.values_after === null ? null : JSON.parse(row.values_after),
    })),
    events: stored.map(event),
    generalEntryCapacity: generalEntry?.capacity ?? null,
    entryTimes: auditedTimes(generalEntry?.entry_times ?? null, EntryTimes.none),
    hours: Object.fromEntries([
      ...weekly.map((row) => [row.weekday, hoursOf(row)] as const),
      ...exceptions.map((row) => [row.exception_date, hoursOf(row)] as const),
    ]),
    users: Object.fromEntries(
      users.map((row) => [Buffer.from(row.username).toString(), { role: row.role, enabled: row.is_enabled === 1 }]),
    ),
  }
}

/** Stored entry times as audit entries have them: the rule, and each exception, as text. */
const auditedTimes = (stored: string | null, none: object) => {
  const { rule, exceptions, ...others } = { ...none, ...(JSON.parse(stored ?? '{}') as object) } as StoredTimes
  return {
    ...others,
    rule: rule && JSON.stringify(rule),
    ...(exceptions && { exceptions: exceptions.map((exception) => JSON.stringify(exception)) }),
  }
}
type StoredTimes = Readonly<{ rule: object | null; exceptions?: readonly object[] }>
