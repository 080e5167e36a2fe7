import { describe, expect, it } from '@jest/globals'
import { type HostCondition, type HostReport, comparedInGroup, conditionOf } from './host-condition.ts'

const galera = { wsrep_cluster_status: 'Primary', wsrep_ready: 'ON' }
const members = (own: string, ...others: readonly string[]) => [
  ...others.map((state, n) => ({ memberId: `other-${n}`, isAsked: false, state, role: 'SECONDARY' })),
  { memberId: 'own', isAsked: true, state: own, role: 'PRIMARY' },
]

describe('the condition of a host', () => {
  it.each<[string, HostReport]>([
    ['MariaDB', { variables: { read_only: 'OFF', innodb_read_only: 'OFF', wsrep_on: 'OFF' } }],
    ['MySQL', { variables: { read_only: 'OFF', super_read_only: 'OFF', offline_mode: 'OFF' } }],
    ['a server that has none of the variables', { variables: {} }],
    ['a node of Galera', { variables: { wsrep_on: 'ON', wsrep_reject_queries: 'NONE' }, galera }],
    ['the primary of a group', { variables: { super_read_only: 'OFF' }, group: members('ONLINE', 'ONLINE', 'ONLINE') }],
    // Commits wait until the group has decided about the dead member.
    [
      'the primary of a group of three with a dead member',
      { variables: {}, group: members('ONLINE', 'UNREACHABLE', 'ONLINE') },
    ],
    ['a server whose group the user may not read', { variables: { super_read_only: 'OFF' }, group: undefined }],
  ])('is writable for %s', (_, report) => {
    const { state, ...others } = conditionOf(report)
    expect(state).toBe('writable')
    const { group } = report
    expect(others).toEqual(
      group === undefined ? {} : { group: { memberId: 'own', primaries: ['own'], size: group.length } },
    )
  })

  it.each<[string, HostReport, string]>([
    ['a replica', { variables: { read_only: 'ON' } }, 'read_only is ON'],
    ['a replica of MariaDB 12', { variables: { read_only: 'NO_LOCK_NO_ADMIN' } }, 'read_only is NO_LOCK_NO_ADMIN'],
    [
      'a secondary of a group',
      { variables: { read_only: 'ON', super_read_only: 'ON' }, group: members('ONLINE', 'ONLINE') },
      'super_read_only is ON',
    ],
    ['InnoDB that only reads', { variables: { innodb_read_only: 'ON' } }, 'innodb_read_only is ON'],
    [
      'a primary that reaches no other member',
      { variables: {}, group: members('ONLINE', 'UNREACHABLE', 'UNREACHABLE') },
      'its group has no majority',
    ],
    [
      'a primary that does not reach the only other member',
      { variables: {}, group: members('ONLINE', 'UNREACHABLE') },
      'its group has no majority',
    ],
  ])('is readable for %s', (_, report, reason) => {
    const commitsHang = reason === 'its group has no majority'
    const group = report.group && !commitsHang && { memberId: 'own', primaries: ['own'], size: report.group.length }
    expect(conditionOf(report)).toEqual({
      state: 'readable',
      reason,
      ...(commitsHang && { commitsHang }),
      ...(group && { group }),
    })
  })

  it.each<[string, HostReport, string]>([
    [
      'a node without quorum',
      { variables: {}, galera: { wsrep_cluster_status: 'non-Primary', wsrep_ready: 'OFF' } },
      'wsrep_cluster_status is non-Primary',
    ],
    ['a node that joins', { variables: {}, galera: { ...galera, wsrep_ready: 'OFF' } }, 'wsrep_ready is OFF'],
    [
      'a node that rejects queries',
      { variables: { wsrep_reject_queries: 'ALL' }, galera },
      'wsrep_reject_queries is ALL',
    ],
    ['MySQL that is offline', { variables: { offline_mode: 'ON' } }, 'offline_mode is ON'],
    [
      'a member that joins its group',
      { variables: { super_read_only: 'ON' }, group: members('RECOVERING', 'ONLINE') },
      'it is a member of its group that is RECOVERING',
    ],
    [
      'a member that has left its group',
      { variables: { super_read_only: 'ON' }, group: members('ERROR') },
      'it is a member of its group that is ERROR',
    ],
  ])('is unusable for %s', (_, report, reason) => {
    expect(conditionOf(report)).toEqual({ state: 'unusable', reason, isSilent: false })
  })
})

describe('the conditions of the members of a group', () => {
  const primary = (memberId: string): HostCondition => ({
    state: 'writable',
    group: { memberId, primaries: [memberId], size: 3 },
  })
  const secondary = (memberId: string, ...primaries: readonly string[]): HostCondition => ({
    state: 'readable',
    reason: 'super_read_only is ON',
    group: { memberId, primaries, size: 3 },
  })
  const removed = { state: 'unusable', reason: 'its group has another primary', isSilent: false }

  it('are as each host reports while all name the same primary', () => {
    const conditions = [secondary('a', 'b'), primary('b'), undefined, secondary('c', 'b')]
    expect(comparedInGroup(conditions)).toEqual(conditions)
  })

  it('make a primary unusable that most members take for none', () => {
    for (const other of [secondary('a'), secondary('a', 'c')])
      expect(comparedInGroup([other, primary('b'), secondary('c', 'a')])[1]).toEqual(removed)
    const conditions = [secondary('a', 'c'), primary('b'), primary('c')]
    expect(comparedInGroup(conditions)).toEqual([conditions[0], removed, conditions[2]])
  })

  it('leave that of a primary unknown until most members confirm it, or the conditions of all hosts are known', () => {
    expect(comparedInGroup([primary('b'), undefined, undefined])).toEqual([undefined, undefined, undefined])
    const confirmed = [primary('b'), undefined, secondary('c', 'b')]
    expect(comparedInGroup(confirmed)).toEqual(confirmed)
    const alone: HostCondition = { state: 'writable', group: { memberId: 'b', primaries: ['b'], size: 1 } }
    expect(comparedInGroup([alone, undefined])).toEqual([alone, undefined])
    expect(comparedInGroup([secondary('a', 'c'), primary('b'), undefined])[1]).toBeUndefined()
    expect(comparedInGroup([undefined, primary('b'), primary('c')])).toEqual([undefined, undefined, undefined])
    const dead: HostCondition = { state: 'unusable', reason: 'ECONNREFUSED', isSilent: false }
    const conditions = [secondary('a', 'c'), primary('b'), dead]
    expect(comparedInGroup(conditions)).toEqual(conditions)
  })

  it('are as each host reports in a group with several primaries, and for hosts in no group', () => {
    const several: HostCondition = { state: 'writable', group: { memberId: 'a', primaries: ['a', 'b'], size: 2 } }
    const another: HostCondition = { state: 'writable', group: { memberId: 'b', primaries: ['a', 'b'], size: 2 } }
    const conditions: HostCondition[] = [several, another, { state: 'writable' }]
    expect(comparedInGroup(conditions)).toEqual(conditions)
  })
})
