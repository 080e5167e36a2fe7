import { Instant, TicketKeyId, isRefusal, refuse } from '@museum/domain'
import { aTicketKey } from '../examples/index.ts'
import { anAuditEntry } from '../in-memory/an-audit-entry.ts'
import type { StoredTicketKey } from '@museum/application'
import type { OpenAdapters } from './adapters.ts'
import { describeWithAdapters } from './describe-with-adapters.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

/** The n-th key. */
const key = (n: number, but: Partial<StoredTicketKey> = {}): StoredTicketKey => ({
  ...aTicketKey({ keyId: TicketKeyId(n), publicKey: String(n).padStart(43, 'a') }),
  privateKey: `-----BEGIN PRIVATE KEY-----\n${'x'.repeat(64)}\n-----END PRIVATE KEY-----\n`,
  ...but,
})
const entryOf = ({ keyId }: StoredTicketKey) =>
  anAuditEntry({ operation: 'rotateTicketKey', subject: { kind: 'ticket-key', id: String(keyId) }, before: null })

/** The tests that every `TicketKeyRepository` must pass. Run them once per adapter. */
export const ticketKeyRepositoryContract: Contract<OpenAdapters> = (runner, adapter, open) =>
  describeWithAdapters(runner, `the ticket key repository in ${adapter}`, open, ({ it, servers }) => {
    const add = (added: StoredTicketKey) => servers.one.ticketKeys.change(() => added, entryOf)
    /** A result with a name, for the message of a failed test. */
    const audited = async () => {
      const { items } = await servers.one.audit.list({ about: { kind: 'ticket-key' } }, { page: 1, limit: 100 })
      return { keysInAudit: items.map(({ subject }) => subject.id) }
    }

    it('lists exactly the keys that were added, in the order of the identifiers', async () => {
      expect(await servers.one.ticketKeys.list()).toEqual([])
      const { privateKey: _, ...given } = key(2)
      const keys = [key(1), given, key(3, { revokedAt: Instant(Number.MAX_SAFE_INTEGER) }), key(255)]
      for (const each of keys.toReversed()) expect(await add(each)).toEqual({ key: each, isChanged: true })
      expect(await servers.other.ticketKeys.list()).toEqual(keys)
      expect(await audited()).toEqual({ keysInAudit: ['1', '2', '3', '255'] })
    })

    it('decides on all keys, and replaces the one with the identifier of the result', async () => {
      for (const each of [key(1), key(2)]) await add(each)
      const revoked = key(1, { revokedAt: Instant(7) })
      const outcome = await servers.other.ticketKeys.change((keys) => {
        expect(keys).toEqual([key(1), key(2)])
        return revoked
      }, entryOf)
      expect(outcome).toEqual({ key: revoked, isChanged: true })
      expect(await servers.one.ticketKeys.list()).toEqual([revoked, key(2)])
    })

    it('writes nothing when the change is refused, or when the result is one of the keys', async () => {
      await add(key(1))
      const no = refuse('no', 'No.')
      expect(await servers.one.ticketKeys.change(() => no, entryOf)).toEqual(no)
      expect(await servers.one.ticketKeys.change(([first]) => first!, entryOf)).toEqual({
        key: key(1),
        isChanged: false,
      })
      expect(await servers.one.ticketKeys.list()).toEqual([key(1)])
      expect(await audited()).toEqual({ keysInAudit: ['1'] })
    })

    it('makes changes one after the other, also the first ones, so that each decides on the result of the others', async () => {
      const addNext = (server: 'one' | 'other') =>
        servers[server].ticketKeys.change((keys) => key(keys.length + 1), entryOf)
      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => addNext(n % 2 === 0 ? 'one' : 'other')))
      for (const outcome of outcomes) expect(isRefusal(outcome)).toBe(false)
      expect(await servers.one.ticketKeys.list()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => key(n)))
      const { keysInAudit } = await audited()
      expect({ keysInAudit: keysInAudit.toSorted() }).toEqual({ keysInAudit: ['1', '2', '3', '4', '5', '6', '7', '8'] })
    })
  })
