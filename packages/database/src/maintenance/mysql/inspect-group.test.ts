import { describe, expect, it } from '@jest/globals'
import type { GroupMember } from '../../engines/mysql/cluster-membership.ts'
import { inspectGroup } from './inspect-cluster.ts'

const recommended = {
  group_replication_group_name: 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa',
  group_replication_member_expel_timeout: '0',
  group_replication_consistency: 'BEFORE_ON_PRIMARY_FAILOVER',
  group_replication_start_on_boot: 'ON',
  group_replication_single_primary_mode: 'ON',
}

/** A group of three as one member sees it: the first state is its own. */
const group = (...states: readonly string[]): readonly GroupMember[] =>
  states.map((state, index) => ({
    memberId: String(index),
    isAsked: index === 0,
    state,
    role: index === 0 ? 'PRIMARY' : 'SECONDARY',
  }))
const allOnline = group('ONLINE', 'ONLINE', 'ONLINE')

const failover =
  'When the primary is lost, nothing is sold for some 7 seconds (group_replication_member_expel_timeout is 0).'

describe('the inspection of a member of a group', () => {
  it('says which role the member has and how many members are online', () => {
    expect(inspectGroup(recommended, allOnline, {})).toEqual([
      {
        check: 'database',
        level: 'ok',
        message: 'The database server is the primary of a group with 3 of 3 members online.',
      },
      { check: 'database', level: 'ok', message: failover },
    ])
  })

  it.each<[string, readonly GroupMember[], string, string]>([
    ['a member that is not online', group('ERROR', 'ONLINE'), 'serious', 'but ERROR'],
    ['a server that has not joined its group', [], 'serious', 'but OFFLINE'],
    ['a group without a majority', group('ONLINE', 'UNREACHABLE', 'UNREACHABLE'), 'serious', 'reaches 1 of 3 members'],
    ['a group of two of which one is lost', group('ONLINE', 'UNREACHABLE'), 'serious', 'reaches 1 of 2 members'],
    ['a group that lacks a member', group('ONLINE', 'ONLINE', 'UNREACHABLE'), 'warning', '2 of 3 members online'],
    ['a group of two', group('ONLINE', 'ONLINE'), 'warning', '2 of 2 members online'],
    ['a member that is still recovering', group('ONLINE', 'ONLINE', 'RECOVERING'), 'warning', '2 of 3 members online'],
  ])('finds %s', (_, members, level, text) => {
    expect(inspectGroup(recommended, members, {})).toEqual([
      { check: 'database', level, message: expect.stringContaining(text), advice: expect.stringMatching(/\w/) },
      { check: 'database', level: 'ok', message: failover },
    ])
  })

  it('finds that the user may not read the members, when there are other hosts to fail over to', () => {
    expect(inspectGroup(recommended, undefined, { host: 'one' })).toEqual([
      { check: 'database', level: 'ok', message: failover },
    ])
    expect(inspectGroup(recommended, undefined, { host: 'used' })).toMatchObject([
      {
        check: 'database',
        level: 'warning',
        message: expect.stringContaining('may not read the members of the group'),
      },
      { check: 'database', level: 'ok', message: failover },
    ])
  })

  it.each([
    [
      { group_replication_member_expel_timeout: '5' },
      'nothing is sold for some 22 seconds (group_replication_member_expel_timeout is 5)',
    ],
    [{ group_replication_member_expel_timeout: '15' }, 'nothing is sold for some 22 seconds'],
    [{ group_replication_member_expel_timeout: '16' }, 'nothing is sold for some 37 seconds'],
    [{ group_replication_consistency: 'EVENTUAL' }, 'group_replication_consistency is EVENTUAL'],
    [{ group_replication_start_on_boot: 'OFF' }, 'group_replication_start_on_boot is OFF'],
    [{ group_replication_single_primary_mode: 'OFF' }, 'Every member of the group is writable'],
  ])('warns of the setting %j', (setting, text) => {
    const found = inspectGroup({ ...recommended, ...setting }, allOnline, {}).slice(1)
    expect(found.filter(({ message }) => message !== failover)).toEqual([
      {
        check: 'database',
        level: 'warning',
        message: expect.stringContaining(text),
        advice: expect.stringMatching(/\w/),
      },
    ])
  })
})
