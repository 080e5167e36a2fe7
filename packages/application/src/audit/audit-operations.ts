import { CalendarDate, EventId, type Instant, type Refusal, refuse } from '@museum/domain'
import type { ListRequest, Page } from '../lists.ts'
import type { MuseumPorts } from '../ports.ts'
import { Username } from '../users/username.ts'
import { type AuditEntry, type AuditedKind, auditedKinds } from './audit-entry.ts'
import type { AuditedThings } from './audit-repository.ts'
import type { DateOrInstant } from './date-or-instant.ts'

/**
 * Which entries:
 * - `since` and `until`: moments, or dates in the museum's time zone. A date `until` is included, a moment `until` is
 *   not.
 * - `about`: a kind of things, the identifier of a thing, or both joined by a colon, such as `user`, `curator`,
 *   `user:curator`, `2030-12-24`, `monday` or an eventId.
 */
type AuditQuery = Readonly<{
  since?: DateOrInstant | undefined
  until?: DateOrInstant | undefined
  about?: string | undefined
  actor?: string | undefined
}>

export const auditOperations = ({ audit, startOfDay }: MuseumPorts) => ({
  /**
   * Returns a part of the changes that were made, the latest first. `validation-failed` with the fault `start-after-end`
   * when `since` is after `until`.
   */
  listAuditEntries: async (
    query: AuditQuery,
    request: ListRequest<AuditEntry>,
  ): Promise<Page<AuditEntry> | Refusal<'validation-failed'>> => {
    const since = typeof query.since === 'string' ? startOfDay(query.since) : query.since
    const until = typeof query.until === 'string' ? endOfDay(query.until, startOfDay) : query.until
    if (since !== undefined && until !== undefined && isAfter(since, until, query)) return sinceAfterUntil
    const about = query.about === undefined ? undefined : parseAbout(query.about)
    const actors = query.actor === undefined ? undefined : formsOf(query.actor)
    return audit.list({ since, until, about, actors }, request)
  },
})

// A date `until` is included: the period ends when the next day begins.
const isAfter = (since: Instant, until: Instant, query: AuditQuery) =>
  typeof query.until === 'string' ? since >= until : since > until

const sinceAfterUntil = refuse('validation-failed', 'The beginning of the period, since, is after its end, until.', [
  { member: 'since', code: 'start-after-end', detail: 'must not be after until' },
])

const endOfDay = (date: CalendarDate, startOfDay: MuseumPorts['startOfDay']) =>
  date === CalendarDate.last ? undefined : startOfDay(CalendarDate.plusDays(date, 1))

// The names of the operating system's users, and of the users of another verifier, are stored as they were given.
const formsOf = (actor: string) => [...new Set([actor, actor.normalize('NFC'), actor.normalize('NFD')])]

const isKind = (text: string): text is AuditedKind => (auditedKinds as readonly string[]).includes(text)

const parseAbout = (about: string): AuditedThings => {
  if (isKind(about)) return { kind: about }
  const colon = about.indexOf(':')
  const prefix = about.slice(0, Math.max(0, colon))
  return isKind(prefix) ? { kind: prefix, id: idOf(about.slice(colon + 1)) } : { id: idOf(about) }
}

// An eventId is stored in lower case, and the name of a user in Unicode normalization form C.
const idOf = (text: string) => (EventId.faultOf(text) === undefined ? EventId(text) : Username.normalize(text))
