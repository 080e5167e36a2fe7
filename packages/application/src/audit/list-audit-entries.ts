import { CalendarDate, type Instant } from '@museum/domain'
import type { Page, PageRequest } from '../paging.ts'
import type { MuseumPorts } from '../ports.ts'
import { type AuditEntry, type AuditedKind, auditedKinds } from './audit-entry.ts'
import type { AuditedThings } from './audit-repository.ts'

/**
 * Which entries. `since` and `until` are moments, or dates in the museum's time zone: from the beginning of that day, and
 * to its end. A moment `until` is not included. `about` is a kind of things, the identifier of a thing, or both joined by a
 * colon: `user`, `curator`, `user:curator`, `2030-12-24`, `monday`, an eventId.
 */
export type AuditQuery = Readonly<{
  since?: CalendarDate | Instant | undefined
  until?: CalendarDate | Instant | undefined
  about?: string | undefined
  actor?: string | undefined
}>

/** Returns one page of the changes that were made, the latest first. */
export type ListAuditEntries = (query: AuditQuery, page: PageRequest) => Promise<Page<AuditEntry>>

export const listAuditEntries =
  ({ audit, startOfDay }: Pick<MuseumPorts, 'audit' | 'startOfDay'>): ListAuditEntries =>
  ({ since, until, about, actor }, page) =>
    audit.list(
      {
        since: typeof since === 'string' ? startOfDay(since) : since,
        until: typeof until === 'string' ? endOfDay(until, startOfDay) : until,
        about: about === undefined ? undefined : parseAbout(about),
        actor,
      },
      page,
    )

const endOfDay = (date: CalendarDate, startOfDay: MuseumPorts['startOfDay']) =>
  date === CalendarDate.last ? undefined : startOfDay(CalendarDate.plusDays(date, 1))

const isKind = (text: string): text is AuditedKind => (auditedKinds as readonly string[]).includes(text)
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const parseAbout = (about: string): AuditedThings => {
  if (isKind(about)) return { kind: about }
  const colon = about.indexOf(':')
  const prefix = about.slice(0, Math.max(0, colon))
  return isKind(prefix) ? { kind: prefix, id: idOf(about.slice(colon + 1)) } : { id: idOf(about) }
}

// An eventId is stored in lower case.
const idOf = (text: string) => (uuid.test(text) ? text.toLowerCase() : text)
