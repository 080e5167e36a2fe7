import { describe, expect, it } from '@jest/globals'
import { findingOfVersion, inspectCluster } from './inspect-mysql.ts'

describe('the inspection of a MySQL server that the tests do not have', () => {
  it.each([
    ['10.6.0-MariaDB', 'ok'],
    ['10.5.29-MariaDB-log', 'serious'],
    ['11.8.3-MariaDB-0+deb13u1', 'ok'],
    ['8.0.11', 'ok'],
    ['9.7.0-commercial', 'ok'],
    ['5.7.44-log', 'serious'],
    ['8.0.11-TiDB-v7.5.1', 'warning'],
    ['8.0.30-Vitess', 'warning'],
    ['unknown', 'serious'],
  ])('judges the version %s', (version, level) => {
    expect(findingOfVersion(version, true)).toMatchObject({ level, message: expect.stringMatching(/with TLS\.$/) })
  })

  it.each([
    [{}, []],
    [{ wsrep_on: 'OFF' }, []],
    [{ wsrep_on: 'ON' }, []],
    [{ wsrep_on: 'ON', pxc_strict_mode: 'ENFORCING' }, ['pxc_strict_mode is ENFORCING']],
  ])('finds a cluster in %j', (variables, words) => {
    [{ wsrep_on: 'ON' }, [['ok', 'Galera']]],
    [{ group_replication_group_name: 'a', group_replication_single_primary_mode: 'ON' }, []],
    [
      { group_replication_group_name: 'a', group_replication_single_primary_mode: 'OFF' },
      [['warning', 'several primaries']],
    ],
  ])('finds a cluster in %j', (variables, findings) => {
    expect(inspectCluster(variables)).toEqual(
      findings.map(([level, text]) => expect.objectContaining({ level, message: expect.stringContaining(text!) })),
    )
  })
})
