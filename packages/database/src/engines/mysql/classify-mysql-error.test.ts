import { describe, expect, it } from '@jest/globals'
import { OutcomeUnknown, Unavailable } from '@museum/concurrency'
import { withDeadline, withRetries } from '../../deadlines-and-retries.ts'
import type { DatabaseErrorKind, Engine } from '../engine.ts'
import { classifyMysqlError } from './classify-mysql-error.ts'

const anError = (errno: number, code: string, message: string) => Object.assign(new Error(message), { errno, code })

// The errors as MariaDB 10.11 with Galera 26.4 and MySQL 9.7 sent them.
const conflict = anError(1213, 'ER_LOCK_DEADLOCK', 'Deadlock found when trying to get lock; try restarting transaction')
const quorumLost = anError(
  1180,
  'ER_ERROR_DURING_COMMIT',
  'Error while appending streaming replication fragment(provider status: Not connected to Primary Component)',
)
const conflictInGroup = anError(
  1180,
  'ER_ERROR_DURING_COMMIT',
  "Got error 149 - 'Lock deadlock; Retry transaction' during COMMIT",
)
const conflictWithMember = anError(
  3101,
  'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
  'Plugin instructed the server to rollback the current transaction.',
)
const groupLost = anError(
  3100,
  'ER_RUN_HOOK_ERROR',
  "Error on observer while running replication hook 'before_commit'.",
)
const outsideOfCluster = anError(1047, 'ER_UNKNOWN_COM_ERROR', 'WSREP has not yet prepared node for application use')

const engine = { classifyError: classifyMysqlError, shortestStatement: 0 } as unknown as Engine

/** Runs a write whose first attempt fails at its commit, and returns its result with the number of attempts. */
const writeAfter = async (failure: Error, kind: 'never' | 'idempotent') => {
  let attempts = 0
  const attempt = async (isOutcomeUnknown: boolean) => {
    attempts += 1
    if (attempts === 1) throw failure
    return isOutcomeUnknown ? 'repeated' : 'stored'
  }
  try {
    return { outcome: await withDeadline(5_000, () => withRetries(engine, kind, attempt)), attempts }
  } catch (thrown) {
    return { outcome: thrown, attempts }
  }
}

describe('the error of a commit on a cluster', () => {
  it.each<[string, Error, DatabaseErrorKind]>([
    ['a conflict with another node of Galera', conflict, 'contended'],
    ['a node of Galera that lost its quorum during the commit', quorumLost, 'lost'],
    ['a conflict with another primary of a group', conflictInGroup, 'contended'],
    ['a conflict with a member of a group that was committed before', conflictWithMember, 'contended'],
    ['a member that was cut off from its group during the commit', groupLost, 'lost'],
    ['a statement on a node of Galera outside of its cluster', outsideOfCluster, 'unavailable'],
  ])('%s has its kind', (_what, error, kind) => {
    expect(classifyMysqlError(error)).toBe(kind)
  })

  it.each([
    ['another node of Galera', conflict],
    ['another primary of a group', conflictInGroup],
    ['a member of a group that was committed before', conflictWithMember],
  ])('after a conflict with %s, a write is retried, and its outcome is known', async (_what, error) => {
    for (const kind of ['never', 'idempotent'] as const)
      expect(await writeAfter(error, kind)).toEqual({ outcome: 'stored', attempts: 2 })
  })

  it.each([
    ['a node of Galera lost its quorum', quorumLost],
    ['a member was cut off from its group', groupLost],
  ])('after %s during the commit, the outcome of a write is unknown', async (_what, error) => {
    expect((await writeAfter(error, 'never')).outcome).toBeInstanceOf(OutcomeUnknown)
    expect(await writeAfter(error, 'idempotent')).toEqual({ outcome: 'repeated', attempts: 2 })
  })

  it('a commit stores nothing when a node of Galera outside of its cluster refuses it', async () => {
    const { outcome, attempts } = await writeAfter(outsideOfCluster, 'idempotent')
    expect(outcome).toBeInstanceOf(Unavailable)
    expect(outcome).not.toBeInstanceOf(OutcomeUnknown)
    expect(attempts).toBe(1)
  })
})
