import { describe, expect, it } from '@jest/globals'
import { type HostReport, conditionOf } from './host-condition.ts'

const galera = { wsrep_cluster_status: 'Primary', wsrep_ready: 'ON' }
const members = (own: string, ...others: readonly string[]) => [
  ...others.map((state) => ({ isAsked: false, state, role: 'SECONDARY' })),
  { isAsked: true, state: own, role: 'PRIMARY' },
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
    expect(conditionOf(report)).toEqual({ state: 'writable' })
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
    expect(conditionOf(report)).toEqual({ state: 'readable', reason, ...(commitsHang && { commitsHang }) })
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
