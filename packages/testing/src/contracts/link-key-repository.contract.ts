import type { LinkKey } from '@museum/application'
import { Instant } from '@museum/domain'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

/** The n-th key. */
const key = (n: number): LinkKey => ({ key: String(n).padStart(43, '-'), createdAt: Instant(n) })
const entry = anAuditEntry({
  operation: 'rotateLinkKey',
  subject: { kind: 'link-key', id: 'all' },
  before: null,
  after: null,
})

/** The tests that every `LinkKeyRepository` must pass. Run them once per adapter. */
export const linkKeyRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the link key repository in ${adapter}`, open, ({ it, servers }) => {
    /** The number of entries in the audit log, with a name for the message of a failed test. */
    const audited = async () => {
      const { items } = await servers.one.audit.list({ about: { kind: 'link-key' } }, { page: 1, limit: 100 })
      return { entries: items.length }
    }

    it('lists the two newest keys, the newest first', async () => {
      expect(await servers.one.linkKeys.list()).toEqual([])
      for (const n of [1, 3, 2]) await servers.one.linkKeys.add(key(n), entry)
      expect(await servers.other.linkKeys.list()).toEqual([key(2), key(3)])
      expect(await audited()).toEqual({ entries: 3 })
    })

    it('adds one first key, also when several programs do so at once', async () => {
      await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          servers[n % 2 === 0 ? 'one' : 'other'].linkKeys.add(key(n), entry, { isFirst: true }),
        ),
      )
      expect(await servers.one.linkKeys.list()).toHaveLength(1)
      expect(await audited()).toEqual({ entries: 1 })
    })

    it('adds every key of several programs that do so at once', async () => {
      await Promise.all([1, 2, 3, 4].map((n) => servers[n % 2 === 0 ? 'one' : 'other'].linkKeys.add(key(n), entry)))
      expect(await servers.one.linkKeys.list()).toHaveLength(2)
      expect(await audited()).toEqual({ entries: 4 })
    })
  })
