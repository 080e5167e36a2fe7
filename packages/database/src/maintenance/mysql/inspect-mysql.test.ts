import { describe, expect, it } from '@jest/globals'
import { findingOfVersion } from './inspect-mysql.ts'

describe('the inspection of a MySQL server, for versions that the tests do not run on,', () => {
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
})
