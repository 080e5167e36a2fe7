import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { generate } from 'selfsigned'
import { type OwnServer, startOwnServer } from '../../../../../tools/mysql-server/start-own-server.ts'
import { asDatabaseMisconfigured } from '../../database-misconfigured.ts'
import type { DatabaseOptions } from '../../database-options.ts'
import { openDatabase } from '../../open-database.ts'

const newAuthority = (name: string) =>
  generate([{ name: 'commonName', value: name }], {
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  })
type Authority = Awaited<ReturnType<typeof newAuthority>>

const newCertificate = async (name: string, { cert, private: key }: Authority, options = {}) => {
  const signed = await generate([{ name: 'commonName', value: name }], {
    ca: { cert, key },
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
    ...options,
  })
  return { certificate: signed.cert, key: signed.private }
}

describe('a MySQL server', () => {
  let folder: string
  let server: OwnServer
  let authority: Authority
  /** The path of the socket. A + and a space are ordinary characters of a path. */
  let path: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'museum-'))
    path = join(folder, 'a+b c.sock')
    authority = await newAuthority('An authority')
    const { certificate, key } = await newCertificate('localhost', authority)
    const files = { ca: authority.cert, cert: certificate, key }
    for (const [name, pem] of Object.entries(files)) await writeFile(join(folder, name), pem)
    server = await startOwnServer([
      ...Object.keys(files).map((name) => `--ssl-${name}=${join(folder, name)}`),
      `--socket=${path}`,
    ])
    await server.run('create database museum')
    for (const [name, requirement] of [
      ['plain', ''],
      ['certified', 'require x509'],
    ])
      for (const host of ['127.0.0.1', 'localhost']) {
        await server.run(`create user ${name}@'${host}' identified by 'a password' ${requirement}`)
        await server.run(`grant all on museum.* to ${name}@'${host}'`)
      }
  })
  afterAll(async () => {
    await server?.stop()
    await rm(folder, { recursive: true })
  })

  /** The name of the user as the server sees it, or the sentence for the operator. */
  const connect = async (url: string, options: DatabaseOptions = {}) => {
    const database = openDatabase(url, options)
    try {
      const { rows } = await sql<{ name: string }>`select current_user() as name`.execute(database.kysely)
      return rows[0]?.name
    } catch (error) {
      return (asDatabaseMisconfigured(database, error) as Error).message
    } finally {
      await database.close()
    }
  }
  const overTcp = (user: string) => `mysql://${user}:a%20password@localhost:${new URL(server.url).port}/museum`
  const overSocket = (user: string, socketPath = path) =>
    `mysql://${user}:a%20password@localhost/museum?socketPath=${encodeURIComponent(socketPath).replaceAll('%2B', '+')}`

  it('is used over a Unix socket, with TLS and without', async () => {
    expect(await connect(overSocket('plain'))).toBe('plain@localhost')
    expect(await connect(overSocket('plain'), { ca: authority.cert })).toBe('plain@localhost')
    expect(await connect(overSocket('plain').replace('password', 'pass'))).toMatch(
      /1045.* that the user may connect as a user of localhost; if the user must connect with TLS, set the option `ca`\.$/,
    )
  })

  it.each([
    [
      'that does not exist',
      () => '/no/such/socket',
      'There is no socket at the path in the database URL (ENOENT). Start',
    ],
    [
      'below a file',
      () => join(folder, 'ca/socket'),
      'There is no socket at the path in the database URL (ENOTDIR). Start',
    ],
    [
      'that is a file',
      () => join(folder, 'ca'),
      'No server listens at the socket in the database URL (ECONNREFUSED). Start the database server, or correct the path.',
    ],
  ])('has a sentence for a socket %s', async (_, socketPath, sentence) => {
    expect(await connect(overSocket('plain', socketPath()))).toContain(sentence)
  })

  it('has a sentence for a socket of another program', async () => {
    const other = createServer((socket) => socket.end()).listen(join(folder, 'other.sock'))
    await once(other, 'listening')
    const message = await connect(overSocket('plain', join(folder, 'other.sock')))
    other.close()
    expect(message).toBe(
      'The server at the socket in the database URL ends the connection (PROTOCOL_CONNECTION_LOST). ' +
        'Check that it is the socket of a MySQL server, and look into its log.',
    )
  })

  it('has a sentence for a socket to which the museum may not connect', async () => {
    await chmod(folder, 0o600)
    // File permissions do not apply to root.
    const isRoot = process.geteuid?.() === 0
    if (isRoot) process.seteuid!(65_534)
    const message = await connect(overSocket('plain'))
    if (isRoot) process.seteuid!(0)
    await chmod(folder, 0o755)
    expect(message).toBe(
      'The museum may not connect to the socket in the database URL (EACCES). ' +
        'Give its user the right to enter the folder and to write to the socket.',
    )
  })

  it('admits a user that must have a certificate, over TCP and over a Unix socket', async () => {
    const clientCertificate = await newCertificate('client', authority)
    const options = { ca: authority.cert, clientCertificate }
    expect(await connect(overTcp('certified'), options)).toBe('certified@127.0.0.1')
    expect(await connect(overSocket('certified'), options)).toBe('certified@localhost')
    expect(await connect(overTcp('certified'), { ca: authority.cert })).toMatch(
      /1045.* from this machine; if the user must have a certificate, set the option `clientCertificate`\.$/,
    )
    expect(await connect(overTcp('certified').replace('password', 'pass'), options)).toMatch(
      /1045.* from this machine\.$/,
    )
  })

  it('has a sentence for a certificate of the client that it refuses', async () => {
    const refused = (code: string) =>
      `The MySQL server refuses the certificate in the option \`clientCertificate\` (${code}). ` +
      'Use one that is valid today and signed by an authority that the server trusts (its ssl_ca).'
    const [year2020, year2021] = [new Date('2020-01-01'), new Date('2021-01-01')]
    const stranger = await newCertificate('client', await newAuthority('Another authority'))
    const expired = await newCertificate('client', authority, { notBeforeDate: year2020, notAfterDate: year2021 })
    for (const [clientCertificate, code] of [
      [stranger, 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'],
      [expired, 'ERR_SSL_SSL/TLS_ALERT_CERTIFICATE_EXPIRED'],
    ] as const)
      expect(await connect(overTcp('certified'), { ca: authority.cert, clientCertificate })).toBe(refused(code))
  })
})
