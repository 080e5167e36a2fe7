import { type AuditEntry, type AuditFilter, type AuditRepository, pageWithTotal } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryAuditRepository = ({ audit }: InMemoryStore): AuditRepository => ({
  async list(filter, { page, limit }) {
    const matching = audit.entries
      .filter((entry) => matches(entry, filter))
      .toSorted((a, b) => b.at - a.at || b.auditId - a.auditId)
    return pageWithTotal(matching.slice((page - 1) * limit, page * limit), matching.length)
  },
})

const matches = ({ at, actor, subject }: AuditEntry, { since, until, about = {}, actor: wanted }: AuditFilter) =>
  (since === undefined || at >= since) &&
  (until === undefined || at < until) &&
  (about.kind === undefined || about.kind === subject.kind) &&
  (about.id === undefined || about.id === subject.id) &&
  (wanted === undefined || wanted === actor)
