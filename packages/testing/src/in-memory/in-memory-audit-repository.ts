import { type AuditEntry, type AuditFilter, type AuditRepository } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'
import { listPart } from './list-part.ts'

export const inMemoryAuditRepository = ({ audit }: InMemoryStore): AuditRepository => ({
  async list(filter, request) {
    const matching = audit.entries.filter((entry) => matches(entry, filter))
    return listPart(matching, request, (a, b) => b.at - a.at || b.auditId - a.auditId)
  },
})

const matches = ({ at, actor, subject }: AuditEntry, { since, until, about = {}, actors }: AuditFilter) =>
  (since === undefined || at >= since) &&
  (until === undefined || at < until) &&
  (about.kind === undefined || about.kind === subject.kind) &&
  (about.id === undefined || about.id === subject.id) &&
  (actors === undefined || actors.includes(actor))
