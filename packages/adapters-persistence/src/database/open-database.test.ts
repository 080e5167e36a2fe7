import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { ClientGone } from '@museum/application'
import { Instant } from '@museum/domain'
import { generate } from 'selfsigned'
import { type OpenedDatabase, aDatabase } from '../../test/a-database.ts'
import { namedEngines } from '../../test/engines.ts'
import { kyselySalesRepository } from '../sales/kysely-sales-repository.ts'
import type { DatabaseTracer } from '@museum/database'
import { openDatabase } from './museum-database.ts'

describe.each(namedEngines)('a database on %s', (_, engine) => {
  let opened: OpenedDatabase
  beforeEach(async () => {
    opened = await aDatabase(engine)
  })
  afterEach(() => opened.close())

  it('is ready until it is closed', async () => {
    expect(await opened.database.isReady()).toEqual({ writes: true })
    await opened.database.close()
    expect(await opened.database.isReady()).toBe(false)
  })

  it('stores nothing of a transaction that fails', async () => {
    const { database, open } = opened
    const change = database.transaction(async (tables) => {
      await tables.deleteFrom('weekly_hours').execute()
      throw new Error('no')
    })
    await expect(change).rejects.toThrow('no')
    expect(await open().kysely.selectFrom('weekly_hours').selectAll().execute()).toHaveLength(7)
  })

  it('reads no more once the client is gone, also between the statements of a report, and writes all the same', async () => {
    const { open, url } = opened
    let statements = 0
    const leaving = new AbortController()
    const tracer: DatabaseTracer = {
      async traceStatement(_sql, execute) {
        statements += 1
        const result = await execute()
        leaving.abort()
        return result
      },
      onConnectionWait: () => undefined,
      joinBatch: () => undefined,
      traceBatch: (_, run) => run(),
    }
    const database = open(url, { tracer })
    const period = { from: Instant(0), end: Instant(1) }
    const report = database.withDeadline(5_000, () => kyselySalesRepository(database).sumSales(period), leaving.signal)
    await expect(report).rejects.toThrow(ClientGone)
    const read = database.withDeadline(
      5_000,
      () => database.query((tables) => tables.selectFrom('weekly_hours').selectAll().execute()),
      leaving.signal,
    )
    await expect(read).rejects.toThrow(ClientGone)
    expect(statements).toBe(1)
    await database.withDeadline(
      5_000,
      () => database.write((tables) => tables.deleteFrom('weekly_hours').execute()),
      leaving.signal,
    )
    expect(await open().kysely.selectFrom('weekly_hours').selectAll().execute()).toHaveLength(0)
  })

  it('shows the changes of a transaction to other connections only after its commit', async () => {
    const { database, open } = opened
    const other = open()
    await database.transaction(async (tables) => {
      await tables.deleteFrom('weekly_hours').execute()
      expect(await other.kysely.selectFrom('weekly_hours').selectAll().execute()).toHaveLength(7)
    })
    expect(await other.kysely.selectFrom('weekly_hours').selectAll().execute()).toHaveLength(0)
  })
})

describe('openDatabase', () => {
  it.each([
    '',
    'sqlite:',
    'postgres://museum:secret@localhost/museum',
    'museum.sqlite',
    'mysql:museum',
    'mysql://museum:secret@:x',
  ])('throws a TypeError without the password for the URL %j', (url) => {
    expect(() => openDatabase(url)).toThrow(TypeError)
    expect(() => openDatabase(url)).not.toThrow(/secret/)
  })

  it.each([
    ['mysql://museum:secret@localhost/museum?ssl-mode=VERIFY_IDENTITY', 'ssl-mode; for TLS, set the option `ca`'],
    ['mysql://museum:secret@localhost/museum?connectTimeout=secret', 'connectTimeout'],
    ['sqlite:museum.sqlite?mode=secret', 'mode'],
    ['mysql://museum:secret@localhost/museum?socketPath=secret', 'must have an absolute path in socketPath'],
    ['mysql://museum:secret@localhost/museum#secret', 'must not have a fragment'],
    ['mysql://museum@localhost/', 'must be sqlite:FILE or mysql://'],
  ])('throws a TypeError that names the unsupported part, without its value, for the URL %j', (url, message) => {
    expect(() => openDatabase(url)).toThrow(message)
    expect(() => openDatabase(url)).toThrow(TypeError)
    expect(() => openDatabase(url)).not.toThrow(/secret|VERIFY/)
  })

  it('throws an error for a CA file that has no PEM certificate, without its content, and for TLS to an IP address', async () => {
    const open = (host: string, ca: string) => () => openDatabase(`mysql://museum@${host}/museum`, { ca })
    expect(open('localhost', '/no/such/file.pem')).toThrow('ENOENT')
    const broken = '-----BEGIN CERTIFICATE-----\nsecret\n-----END CERTIFICATE-----\n'
    for (const ca of [broken, import.meta.filename]) {
      expect(open('localhost', ca)).toThrow(
        /^the CA file holds (no PEM certificate|a PEM certificate that cannot be read)$/,
      )
      expect(open('localhost', ca)).not.toThrow('secret')
    }
    const { cert } = await generate([{ name: 'commonName', value: 'An authority' }])
    expect(open('192.0.2.1', cert)).toThrow('must have a host name, not an IP address')
    expect(open('[::1]', cert)).toThrow('must have a host name, not an IP address')
  })

  it('throws an error without content of the files for a client certificate that cannot be used', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'A client' }])
    const { private: anotherKey } = await generate([{ name: 'commonName', value: 'Another' }])
    const open = (certificate: string, privateKey: string, ca: string | undefined = cert) => {
      const clientCertificate = { certificate, key: privateKey }
      return () => openDatabase('mysql://museum@localhost/museum', { ca, clientCertificate })
    }
    expect(() =>
      openDatabase('mysql://museum@localhost/museum', { clientCertificate: { certificate: cert, key } }),
    ).toThrow('a client certificate needs the certificate of an authority')
    expect(open('/no/such/file.pem', key)).toThrow('ENOENT')
    expect(open(cert, anotherKey)).toThrow("the file of the client's key holds the private key of another certificate")
    expect(open(cert, key)).not.toThrow()
  })
})
