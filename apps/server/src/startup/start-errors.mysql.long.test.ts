import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { type Connection, createConnection } from 'mysql2/promise'
import { generate } from 'selfsigned'
import { type MysqlServer, provideMysqlServer } from '../../../../tools/mysql-server/provide-mysql-server.ts'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { engines } from '../../test/databases.ts'
import { newerVersion, password, printedBy, startError } from '../../test/printed-by.ts'
import { program } from '../../test/programs.ts'
import { startProgram, startServer } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

describe('a command says what is wrong with a MySQL server', () => {
  const printed = (name: string, databaseUrl: string, environment?: Readonly<Record<string, string>>) =>
    printedBy(name, certificates, databaseUrl, environment)
  // A museum server that starts with another password would store it.
  const anotherPassword = { MUSEUM_ADMIN_PASSWORD: 'another password' }
  let server: MysqlServer
  let administrator: Connection
  let url: string
  let ca: Record<string, string>
  let otherCa: Record<string, string>
  let certificates: string
  let removeCertificates: () => Promise<void>
  let authority: Awaited<ReturnType<typeof generate>>

  const newAuthority = () =>
    generate([{ name: 'commonName', value: 'An authority of the tests' }], {
      extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
    })
  const putCertificateFor = async (host: string) => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: host }], {
      ca: { key: authority.private, cert: authority.cert },
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
    })
    await writeFile(join(certificates, 'cert.pem'), cert)
    await writeFile(join(certificates, 'key.pem'), key)
  }
  const reloadCertificates = () =>
    administrator.query(isMariaDb() ? 'flush ssl' : 'alter instance reload tls').then(() => undefined)
  const isMariaDb = () => server.description.startsWith('MariaDB')
  /** The URL of the database with other parts. */
  const urlWith = (parts: Partial<URL>) => Object.assign(new URL(url), parts).href
  const users: string[] = []
  const newUser = async (name: string, options: string, ...statements: string[]) => {
    for (const host of ['127.0.0.1', 'localhost']) {
      await administrator.query(`create user ${name}@'${host}' identified by 'a password' ${options}`)
      users.push(`${name}@'${host}'`)
    }
    for (const statement of statements) await administrator.query(statement)
    return urlWith({ username: name, password: 'a password' })
  }

  beforeAll(async () => {
    ;({ folder: certificates, remove: removeCertificates } = await aTemporaryFolder())
    authority = await newAuthority()
    await putCertificateFor('localhost')
    const caFile = async (name: string, { cert }: { cert: string }) => {
      await writeFile(join(certificates, name), cert)
      return { MUSEUM_DATABASE_CA_FILE: join(certificates, name) }
    }
    ca = await caFile('ca.pem', authority)
    otherCa = await caFile('other-ca.pem', await newAuthority())
    // This file has a database server of its own, since other tests must not see these users and certificates.
    server = await provideMysqlServer({
      ignoresTestMysqlUrl: true,
      serverArguments: [
        ...['ca', 'cert', 'key'].map((part) => `--ssl-${part}=${join(certificates, `${part}.pem`)}`),
        `--socket=${join(certificates, 'mysqld.sock')}`,
      ],
    })
    url = `${server.url}/museum`
    administrator = await createConnection(server.url)
    await administrator.query('create database museum')
    expect((await printed('migrate', url)).code).toBe(0)
  })
  afterAll(async () => {
    administrator?.destroy()
    await server?.stop()
    await removeCertificates()
  })

  afterEach(async () => {
    for (const user of users.splice(0)) await administrator.query(`drop user ${user}`)
  })

  it('only if something is wrong: it connects with and without TLS', async () => {
    const started = await startServer(certificates, {
      MUSEUM_DATABASE_URL: urlWith({ hostname: 'localhost' }),
      MUSEUM_ADMIN_PASSWORD: password,
      ...ca,
    })
    expect(await started.stop()).toEqual({ code: 0, signal: null })
  })

  it('when the password is wrong', async () => {
    for (const program of ['serve', 'migrate', 'call getSchedule', 'demo'])
      expect(await printed(program, urlWith({ password: 'hunter2' }))).toEqual(
        startError(
          'The MySQL server refuses the user name or the password in MUSEUM_DATABASE_URL (ER_ACCESS_DENIED_ERROR, 1045). ' +
            'Check that both are right and percent-encoded, and that the user may connect from this machine; ' +
            'if the user must connect with TLS, set MUSEUM_DATABASE_CA_FILE.',
        ),
      )
    const withTls = await printed('serve', urlWith({ password: 'hunter2', hostname: 'localhost' }), ca)
    expect(withTls.text).toMatch(
      /1045.* from this machine; if the user must have a certificate, set MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE\.\n$/,
    )
  })

  it('when the database does not exist, or the user has no right to it', async () => {
    const text = (code: string) =>
      startError(
        `The database in MUSEUM_DATABASE_URL does not exist, or the MySQL user has no right to it (${code}). ` +
          'Create it, or grant the user all privileges on it.',
      )
    expect(await printed('serve', `${server.url}/nowhere`)).toEqual(text('ER_BAD_DB_ERROR, 1049'))
    expect(await printed('serve', await newUser('stranger', ''))).toEqual(text('ER_DBACCESS_DENIED_ERROR, 1044'))
  })

  it('when the user may not write', async () => {
    const text = (code: string) =>
      startError(
        `The MySQL user lacks a privilege on the database in MUSEUM_DATABASE_URL (${code}). ` +
          'Grant it select, insert, update and delete for the server, and create, alter, drop and index for `migrate` too.',
      )
    const reader = await newUser('reader', '', "grant select on museum.* to reader@'127.0.0.1'")
    expect(await printed('serve', reader, anotherPassword)).toEqual(text('ER_TABLEACCESS_DENIED_ERROR, 1142'))
    await administrator.query('create database untouched')
    await administrator.query("grant select on untouched.* to reader@'127.0.0.1'")
    const migration = await printed('migrate', Object.assign(new URL(reader), { pathname: '/untouched' }).href)
    expect(migration).toEqual(text('ER_TABLEACCESS_DENIED_ERROR, 1142'))
  })

  it('when it is read-only', async () => {
    const writer = await newUser(
      'writer',
      '',
      "grant select, insert, update, delete on museum.* to writer@'127.0.0.1'",
      'set global read_only = 1',
    )
    const result = await printed('serve', writer, anotherPassword)
    await administrator.query('set global read_only = 0')
    expect(result).toEqual(
      startError(
        'The MySQL server is read-only (ER_OPTION_PREVENTS_STATEMENT, 1290). ' +
          'Name the writable server in MUSEUM_DATABASE_URL, or end the read-only mode of this one.',
      ),
    )
  })

  it('when the user is locked or has no connection left', async () => {
    const locked = await printed('serve', await newUser('locked', 'account lock'))
    expect(locked).toEqual(
      startError(
        `The MySQL user is locked, or its password has expired (${isMariaDb() ? '4151' : 'ER_ACCOUNT_HAS_BEEN_LOCKED, 3118'}). ` +
          'Unlock it, or set a new password.',
      ),
    )
    const limited = await newUser('limited', 'with max_connections_per_hour 1')
    await (await createConnection(Object.assign(new URL(limited), { pathname: '' }).href)).end()
    expect(await printed('serve', limited)).toEqual(
      startError(
        'The MySQL server has no connection free (ER_USER_LIMIT_REACHED, 1226). ' +
          'Raise its limit, or end other programs that use it.',
      ),
    )
  })

  it('when it accepts no connections from this machine', async () => {
    await administrator.query("rename user museum@'127.0.0.1' to museum@'192.0.2.1'")
    const result = await printed('serve', url)
    await administrator.query("rename user museum@'192.0.2.1' to museum@'127.0.0.1'")
    expect(result).toEqual(
      startError(
        'The MySQL server accepts no connections from this machine (ER_HOST_NOT_PRIVILEGED, 1130). ' +
          "Create the MySQL user for this machine's address.",
      ),
    )
  })

  it('when it accepts only connections with TLS', async () => {
    await administrator.query('set global require_secure_transport = 1')
    const result = await printed('serve', url)
    await administrator.query('set global require_secure_transport = 0')
    // MariaDB sends the same error as for a wrong password.
    if (isMariaDb()) expect(result.text).toMatch(/1045.*if the user must connect with TLS/)
    else
      expect(result).toEqual(
        startError(
          'The MySQL server accepts only connections with TLS (ER_SECURE_TRANSPORT_REQUIRED, 3159). ' +
            "Set MUSEUM_DATABASE_CA_FILE to the certificate of the authority that signed the server's.",
        ),
      )
    const user = await newUser('careful', 'require ssl', "grant all on museum.* to careful@'127.0.0.1'")
    expect((await printed('serve', user)).text).toMatch(/1045.*if the user must connect with TLS/)
    expect((await printed('call getSchedule', user.replace('127.0.0.1', 'localhost'), ca)).code).toBe(0)
  })

  it('when its certificate is signed by another authority or for another host', async () => {
    const localhost = urlWith({ hostname: 'localhost' })
    expect(await printed('serve', localhost, otherCa)).toEqual(
      startError(
        'TLS with the MySQL server fails: no authority in MUSEUM_DATABASE_CA_FILE has signed its certificate (HANDSHAKE_SSL_ERROR). ' +
          'Set MUSEUM_DATABASE_CA_FILE to the certificate of the authority that has.',
      ),
    )
    await putCertificateFor('db.example')
    await reloadCertificates()
    const result = await printed('serve', localhost, ca)
    await putCertificateFor('localhost')
    await reloadCertificates()
    expect(result).toEqual(
      startError(
        'The certificate of the MySQL server is for another host name than the one in MUSEUM_DATABASE_URL (HANDSHAKE_SSL_ERROR). ' +
          'Use the name that the certificate has, or give the server a certificate for this name.',
      ),
    )
  })

  it('only if something is wrong: it connects over a Unix socket, with the certificate that its user must have', async () => {
    await newUser('certified', 'require x509', "grant all on museum.* to certified@'localhost'")
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'A client' }], {
      ca: { key: authority.private, cert: authority.cert },
    })
    await writeFile(join(certificates, 'client.pem'), cert)
    await writeFile(join(certificates, 'client-key.pem'), key)
    const socketPath = join(certificates, 'mysqld.sock')
    const settings = {
      MUSEUM_DATABASE_URL: `mysql://certified:a%20password@localhost/museum?socketPath=${socketPath}`,
      ...ca,
      MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE: join(certificates, 'client.pem'),
      MUSEUM_DATABASE_CLIENT_KEY_FILE: join(certificates, 'client-key.pem'),
    }
    expect((await printed('migrate', settings.MUSEUM_DATABASE_URL, settings)).code).toBe(0)
    const started = await startServer(certificates, { ...settings, MUSEUM_ADMIN_PASSWORD: password })
    expect(await started.stop()).toEqual({ code: 0, signal: null })
  })

  it('when it does not support TLS', async () => {
    const plain = await provideMysqlServer({
      ignoresTestMysqlUrl: true,
      serverArguments: isMariaDb() ? ['--skip-ssl'] : ['--tls-version='],
    })
    const result = await printed('serve', `${plain.url.replace('127.0.0.1', 'localhost')}/museum`, ca)
    await plain.stop()
    expect(result).toEqual(
      startError(
        'The MySQL server offers no TLS, which MUSEUM_DATABASE_CA_FILE requires (HANDSHAKE_NO_SSL_SUPPORT). ' +
          'Set up TLS on the server; without TLS, leave MUSEUM_DATABASE_CA_FILE out.',
      ),
    )
  })

  it('when a newer version has migrated its database', async () => {
    await administrator.query(
      "insert into museum.kysely_migration values ('2999-01-01-later', '2999-01-01T00:00:00.000Z')",
    )
    for (const program of ['serve', 'migrate', 'call getSchedule', 'demo'])
      expect(await printed(program, url)).toEqual(newerVersion)
    await administrator.query("delete from museum.kysely_migration where name = '2999-01-01-later'")
  })
})

describe('a command says that it cannot reach a MySQL server', () => {
  const { after, folder } = useServers()

  /** Starts a TCP server that is not MySQL, and returns its host and port. */
  const listen = async (onConnection: (socket: Socket) => void) => {
    const server = createServer(onConnection).listen(0, '127.0.0.1')
    after(async () => server.close())
    await once(server, 'listening')
    return `127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const printed = (name: string, host: string) => printedBy(name, folder(), `mysql://museum:hunter2@${host}/museum`)

  it('when no server listens at the port', async () => {
    expect(await printed('serve', '127.0.0.1:1')).toEqual(
      startError(
        'No server listens at the host and port in MUSEUM_DATABASE_URL (ECONNREFUSED). ' +
          'Start the database server, or correct them.',
      ),
    )
  })

  it('when the host name is not known', async () => {
    expect((await printed('serve', 'museum.invalid')).text).toMatch(
      /^.*\nThe host name in MUSEUM_DATABASE_URL is not known \((ENOTFOUND|EAI_AGAIN)\)\. Correct it, or check DNS\.\n$/,
    )
  })

  it('when the server ends the connection', async () => {
    expect(await printed('serve', await listen((socket) => socket.end()))).toEqual(
      startError(
        'The server at the host and port in MUSEUM_DATABASE_URL ends the connection (PROTOCOL_CONNECTION_LOST). ' +
          'Check that the port is that of a MySQL server, and look into its log.',
      ),
    )
  })

  it('when the server does not respond', async () => {
    const silent = await listen(() => undefined)
    const error = startError(
      'The host in MUSEUM_DATABASE_URL does not respond (ETIMEDOUT). ' +
        'Check the host, the port and the firewalls between.',
    )
    for (const command of ['serve', 'migrate'] as const) expect(await printed(command, silent)).toEqual(error)
  })
})

describe('a server that makes the first administrator', () => {
  const { folder, databaseUrl, run } = useServers(engines.at(-1)![1])

  it('leaves nothing on a full disk, however often it is started', async () => {
    await run('migrate')
    // With a size limit of 0, the operating system rejects every write to a file.
    const onFullDisk = ['sh', '-c', 'ulimit -f 0; exec "$0" "$@"', process.execPath, '--conditions=@museum/source']
    for (let start = 0; start < 2; start += 1) {
      const server = startProgram([...onFullDisk, program, 'serve'], folder(), {
        environment: { MUSEUM_PORT: '0', MUSEUM_DATABASE_URL: databaseUrl() },
      })
      expect((await server.exited).code).toBe(1)
      await server.closed
      expect(server.stderr.text).toMatch(/^The password of the new administrator cannot be written to .* \(EFBIG\)/)
    }
    expect(await readdir(join(folder(), 'data'))).toEqual([])
  })
})
