import { describe, expect, it } from '@jest/globals'
import { inspectGalera } from './inspect-cluster.ts'

const variables = {
  wsrep_on: 'ON',
  binlog_format: 'ROW',
  innodb_autoinc_lock_mode: '2',
  wsrep_auto_increment_control: 'ON',
  wsrep_osu_method: 'TOI',
  wsrep_provider_options:
    'base_port = 4567; evs.keepalive_period = PT0.5S; evs.suspect_timeout = PT2S; evs.inactive_timeout = PT6S; ',
}
const status = {
  wsrep_cluster_size: '3',
  wsrep_cluster_status: 'Primary',
  wsrep_ready: 'ON',
  wsrep_local_state_comment: 'Synced',
}
const node = 'The database server is a node of a Galera cluster of 3, and is Synced.'
const failover = 'When a node is lost, nothing is sold for some 3.3 seconds (evs.suspect_timeout is 2 s).'

describe('the inspection of a node of Galera', () => {
  it.each<[string, Record<string, string>, Record<string, string>, [level: string, words: string][]]>([
    [
      'three nodes with the settings that were tried',
      {},
      {},
      [
        ['ok', node],
        ['ok', failover],
      ],
    ],
    ['two nodes', {}, { wsrep_cluster_size: '2' }, [['warning', 'cluster of 2']]],
    [
      'a node without quorum',
      {},
      { wsrep_cluster_size: '1', wsrep_cluster_status: 'non-Primary', wsrep_ready: 'OFF' },
      [['serious', 'wsrep_cluster_status is non-Primary, wsrep_ready is OFF']],
    ],
    [
      'a node that is joining',
      {},
      { wsrep_ready: 'OFF', wsrep_local_state_comment: 'Joining: receiving State Transfer' },
      [['serious', 'wsrep_ready is OFF']],
    ],
    ['changes of tables on one node', { wsrep_osu_method: 'RSU' }, {}, [['warning', 'wsrep_osu_method is RSU']]],
    [
      'other settings',
      { binlog_format: 'MIXED', innodb_autoinc_lock_mode: '1', wsrep_auto_increment_control: 'OFF' },
      {},
      [
        ['warning', 'binlog_format is MIXED'],
        ['warning', 'innodb_autoinc_lock_mode is 1'],
        ['warning', 'wsrep_auto_increment_control is OFF'],
      ],
    ],
    [
      'the default time-outs',
      { wsrep_provider_options: 'evs.keepalive_period = PT1S; evs.suspect_timeout = PT5S' },
      {},
      [['warning', 'nothing is sold for some 6.3 seconds (evs.suspect_timeout is 5 s)']],
    ],
    [
      'the default time for which a read waits for the writes of other nodes',
      { wsrep_provider_options: 'repl.causal_read_timeout = PT30S' },
      {},
      [['warning', 'repl.causal_read_timeout is 30 s']],
    ],
    [
      'a time-out of minutes, which a shorter one for silent nodes ends',
      { wsrep_provider_options: 'evs.suspect_timeout = PT1M30S; evs.inactive_timeout = PT1M' },
      {},
      [['warning', 'nothing is sold for some 61.3 seconds (evs.inactive_timeout is 60 s)']],
    ],
    [
      'a time-out that was too short',
      { wsrep_provider_options: 'evs.suspect_timeout = PT1S' },
      {},
      [['warning', 'lost their quorum']],
    ],
  ])('judges %s', (_, otherVariables, otherStatus, findings) => {
    const found = inspectGalera({ ...variables, ...otherVariables }, { ...status, ...otherStatus })
    const wanted = findings.map(([level, words]) =>
      expect.objectContaining({ level, message: expect.stringContaining(words) }),
    )
    const isWanted = (message: string) => findings.some(([, words]) => words === message)
    expect(found.filter(({ message }) => ![node, failover].includes(message) || isWanted(message))).toEqual(wanted)
  })

  it('finds nothing on a server that is not in a cluster', () => {
    expect(inspectGalera({ wsrep_on: 'OFF' }, {})).toEqual([])
    expect(inspectGalera({}, {})).toEqual([])
  })
})
