import { describe, expect, it } from '@jest/globals'
import { faultOfDatabaseUrl, hostWithPort, urlsOfHosts } from './database-url.ts'

const form = expect.stringMatching(/^must be sqlite:FILE or mysql:/)
const empty = 'must have a host before and after each comma between hosts'
const twice = 'must not have the same host and port twice'
const list = (count: number) => Array.from({ length: count }, (_, n) => `db${n}`).join(',')

describe('the URL of a MySQL database with several hosts', () => {
  it.each([
    ['mysql://m:secret@db1:3306,db2:3307,db3:3308/museum', ['db1:3306', 'db2:3307', 'db3:3308']],
    ['mysql://m:secret@db1,db2/museum', ['db1:3306', 'db2:3306']],
    ['mysql://m:secret@db1,db1:3307/museum', ['db1:3306', 'db1:3307']],
    [
      'mysql://m:secret@[::1]:3306,[2001:db8::1],192.0.2.1/museum',
      ['[::1]:3306', '[2001:db8::1]:3306', '192.0.2.1:3306'],
    ],
    ['MYSQL://db1,db2/museum', ['db1:3306', 'db2:3306']],
    [
      `mysql://m@${list(9)}/museum`,
      list(9)
        .split(',')
        .map((name) => `${name}:3306`),
    ],
    // A comma in another part separates no hosts.
    ['mysql://a,b:c,d@db1/e,f', ['db1:3306']],
    ['mysql://a,b:c@d,e@db1,db2/museum', ['db1:3306', 'db2:3306']],
  ])('%j is valid, and has one URL for each host', (url, hosts) => {
    expect(faultOfDatabaseUrl(url)).toBeUndefined()
    expect(urlsOfHosts(url).map(hostWithPort)).toEqual(hosts)
  })

  it('has the same user, password, database and parameters for each host', () => {
    expect(urlsOfHosts('mysql://a%40b:c%2Cd@db1:3306,db2:3307/mus%20eum')).toEqual([
      'mysql://a%40b:c%2Cd@db1:3306/mus%20eum',
      'mysql://a%40b:c%2Cd@db2:3307/mus%20eum',
    ])
  })

  it.each([
    ['mysql://m:secret@db1,/museum', empty],
    ['mysql://m:secret@,db1/museum', empty],
    ['mysql://m:secret@db1,,db2/museum', empty],
    ['mysql://,/museum', empty],
    ['mysql://m:secret@db1, db2/museum', form],
    ['mysql://m:secret@db1:x,db2/museum', form],
    ['mysql://m:secret@db1:3306,db2:99999/museum', form],
    ['mysql://m:secret@::1,db2/museum', form],
    ['mysql://m:secret@:3306,db2/museum', form],
    ['mysql://m:secret@db1,db2', form],
    ['mysql://m:secret@db1,db2/', form],
    ['mysql://m:1,secret/2@db1', form],
    ['mysql://m:%zz@db1,db2/museum', form],
    ['mysql://m:secret@db1,DB1/museum', twice],
    ['mysql://m:secret@db1:3306,db2,db1/museum', twice],
    ['mysql://m:secret@[::1],[::1]:3306/museum', twice],
    [`mysql://m:secret@${list(10)}/museum`, 'must have at most 9 hosts'],
    [
      'mysql://m:secret@localhost,db2/museum?socketPath=/a',
      'must have the host localhost, without a port, when it has socketPath',
    ],
    ['mysql://m:secret@localhost,localhost/museum?socketPath=/a', twice],
    [
      'mysql://m:secret@db1,db2/museum?ssl-mode=secret',
      'has parameters that are not supported: ssl-mode; for TLS, set the option `ca`',
    ],
    ['mysql://m:secret@db1,db2/museum#secret', 'must not have a fragment: write a # in one of its parts as %23'],
  ])('the fault of %j shows no value of the URL', (url, fault) => {
    expect(faultOfDatabaseUrl(url)).toEqual(fault)
    expect(faultOfDatabaseUrl(url)).not.toContain('secret')
  })
})
