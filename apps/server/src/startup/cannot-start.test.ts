import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import process from 'node:process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { type Connection, createConnection } from 'mysql2/promise'
import { generate } from 'selfsigned'
import { type MysqlServer, provideMysqlServer } from '../../../../tools/mysql-server/provide-mysql-server.ts'
import { aFolder, aServer, run } from '../../test/a-server.ts'

let folder: string
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ folder, remove } = await aFolder())
})
afterEach(() => remove())

const password = 'correct horse battery staple'

/** What a program prints that does not start. */
const printedBy = async (name: string, url: string, environment: Record<string, string> = {}) => {
  const program = run(name, folder, {
    MUSEUM_PORT: '0',
    MUSEUM_DATABASE_URL: url,
    MUSEUM_ADMIN_PASSWORD: password,
    ...environment,
  })
  // One that starts after all must not keep the test waiting.
  program.said(/ is open"/).then(
    () => program.child.kill('SIGKILL'),
    () => undefined,
  )
  const { code } = await program.exited
  return { code, text: program.output.text }
}
const sentence = (text: string) => ({ code: 1, text: `${text}\n` })

/** A connection to the embedded database, past the museum. */
const onFile = (statements: string) => {
  const file = new DatabaseSync(join(folder, 'museum.sqlite'))
  file.exec(statements)
  file.close()
}

describe('the embedded database keeps the server from starting', () => {
  const url = 'sqlite:museum.sqlite'
  const path = () => join(folder, 'museum.sqlite')

  it('when a folder has its name', async () => {
    await mkdir(path())
    expect(await printedBy('serve', url)).toEqual(
      sentence(`For the database file ${path()} a folder was found (EISDIR, 14). Name a file in MUSEUM_DATABASE_URL.`),
    )
  })

  it('when a part of its path is a file', async () => {
    await writeFile(join(folder, 'a-file'), '')
    expect(await printedBy('serve', 'sqlite:a-file/museum.sqlite')).toEqual(
      sentence(
        `The folder of the database file ${folder}/a-file/museum.sqlite cannot be created: a part of its path is a file (EEXIST). ` +
          'Correct MUSEUM_DATABASE_URL.',
      ),
    )
  })

  it('when the file is no database', async () => {
    await writeFile(path(), 'x'.repeat(10_000), { mode: 0o600 })
    for (const program of ['serve', 'migrate', 'hours', 'demo'])
      expect(await printedBy(program, url)).toEqual(
        sentence(
          `What is in the database file ${path()} is not a SQLite database (SQLITE_NOTADB, 26). ` +
            'Name another file in MUSEUM_DATABASE_URL.',
        ),
      )
  })

  it('when the file is damaged', async () => {
    expect((await printedBy('migrate', url)).code).toBe(0)
    await writeFile(path(), (await readFile(path())).fill(0xff, 4_096))
    expect(await printedBy('serve', url)).toEqual(
      sentence(
        `The content of the database file ${path()} is damaged (SQLITE_CORRUPT, 11). ` +
          'Restore a backup of it, and keep the damaged file.',
      ),
    )
  })

  it('when SQLite would keep it in memory', async () => {
    expect(await printedBy('serve', 'sqlite::memory:')).toEqual(
      sentence(
        'SQLite cannot keep a write-ahead log at :memory: (journal mode memory). ' +
          'Name a file on a local disk in MUSEUM_DATABASE_URL.',
      ),
    )
  })

  it('when a newer version of the museum has used it', async () => {
    await printedBy('migrate', url)
    onFile("insert into kysely_migration values ('2999-01-01-later', '2999-01-01T00:00:00.000Z')")
    for (const program of ['serve', 'migrate', 'hours', 'demo'])
      expect(await printedBy(program, url)).toEqual(sentence(newer))
  })

  it('with a defect, of which no statement and no value is printed', async () => {
    await printedBy('migrate', url)
    onFile('drop table user_account')
    const { code, text } = await printedBy('serve', url)
    expect(code).toBe(1)
    expect(text).toMatch(/^The museum ended because of a defect:\n\{[^]*ERR_SQLITE_ERROR[^]*at /)
    expect(text).not.toMatch(/ from |user_account|scrypt|staple/)
  })
})

const newer =
  'The database was migrated by a newer version of the museum (2999-01-01-later). Start that version, or a later one.'

if (process.env['MUSEUM_TEST_ENGINES'] !== 'sqlite')
  describe('a MySQL server keeps the server from starting', () => {
    // One that is to be stored at the start.
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
      await administrator.query(`create user ${name}@'127.0.0.1' identified by 'a password' ${options}`)
      users.push(name)
      for (const statement of statements) await administrator.query(statement)
      return urlWith({ username: name, password: 'a password' })
    }

    beforeAll(async () => {
      ;({ folder: certificates, remove: removeCertificates } = await aFolder())
      folder = certificates
      authority = await newAuthority()
      await putCertificateFor('localhost')
      const caFile = async (name: string, { cert }: { cert: string }) => {
        await writeFile(join(certificates, name), cert)
        return { MUSEUM_DATABASE_CA_FILE: join(certificates, name) }
      }
      ca = await caFile('ca.pem', authority)
      otherCa = await caFile('other-ca.pem', await newAuthority())
      // One of our own, with users and certificates that no other test may meet.
      delete process.env['TEST_MYSQL_URL']
      server = await provideMysqlServer({
        serverArguments: ['ca', 'cert', 'key'].map((part) => `--ssl-${part}=${join(certificates, `${part}.pem`)}`),
      })
      url = `${server.url}/museum`
      administrator = await createConnection(server.url)
      await administrator.query('create database museum')
      expect((await printedBy('migrate', url)).code).toBe(0)
    })
    afterAll(async () => {
      administrator?.destroy()
      await server?.stop()
      await removeCertificates()
    })

    afterEach(async () => {
      for (const name of users.splice(0)) await administrator.query(`drop user ${name}@'127.0.0.1'`)
    })

    it('unless everything is right, with TLS too', async () => {
      const started = await aServer(folder, {
        MUSEUM_DATABASE_URL: urlWith({ hostname: 'localhost' }),
        MUSEUM_ADMIN_PASSWORD: password,
        ...ca,
      })
      expect(await started.stop()).toEqual({ code: 0, signal: null })
    })

    it('when the password is wrong', async () => {
      for (const program of ['serve', 'migrate', 'hours', 'demo'])
        expect(await printedBy(program, urlWith({ password: 'hunter2' }))).toEqual(
          sentence(
            'The MySQL server refuses the user name or the password in MUSEUM_DATABASE_URL (ER_ACCESS_DENIED_ERROR, 1045). ' +
              'Check both, that they are percent-encoded, and that the user may connect from this machine; ' +
              'if the user must connect with TLS, set MUSEUM_DATABASE_CA_FILE.',
          ),
        )
      const withTls = await printedBy('serve', urlWith({ password: 'hunter2', hostname: 'localhost' }), ca)
      expect(withTls.text).toMatch(/1045.* from this machine\.\n$/)
    })

    it('when the database does not exist, or the user has no right to it', async () => {
      const text = (code: string) =>
        sentence(
          `The database in MUSEUM_DATABASE_URL does not exist, or the MySQL user has no right to it (${code}). ` +
            'Create it, or grant the user all privileges on it.',
        )
      expect(await printedBy('serve', `${server.url}/nowhere`)).toEqual(text('ER_BAD_DB_ERROR, 1049'))
      expect(await printedBy('serve', await newUser('stranger', ''))).toEqual(text('ER_DBACCESS_DENIED_ERROR, 1044'))
    })

    it('when the user may not write', async () => {
      const text = (code: string) =>
        sentence(
          `The MySQL user lacks a privilege on the database in MUSEUM_DATABASE_URL (${code}). ` +
            'Grant it select, insert, update and delete for the server, and create, alter, drop and index for `migrate` too.',
        )
      const reader = await newUser('reader', '', "grant select on museum.* to reader@'127.0.0.1'")
      expect(await printedBy('serve', reader, anotherPassword)).toEqual(text('ER_TABLEACCESS_DENIED_ERROR, 1142'))
      await administrator.query('create database untouched')
      await administrator.query("grant select on untouched.* to reader@'127.0.0.1'")
      const migration = await printedBy('migrate', Object.assign(new URL(reader), { pathname: '/untouched' }).href)
      expect(migration).toEqual(text('ER_TABLEACCESS_DENIED_ERROR, 1142'))
    })

    it('when the server takes no writes', async () => {
      const writer = await newUser(
        'writer',
        '',
        "grant select, insert, update, delete on museum.* to writer@'127.0.0.1'",
        'set global read_only = 1',
      )
      const printed = await printedBy('serve', writer, anotherPassword)
      await administrator.query('set global read_only = 0')
      expect(printed).toEqual(
        sentence(
          'The MySQL server takes no writes (ER_OPTION_PREVENTS_STATEMENT, 1290). ' +
            'Name the server that does in MUSEUM_DATABASE_URL, or end its read-only mode.',
        ),
      )
    })

    it('when the user is locked, or has no connection left', async () => {
      const locked = await printedBy('serve', await newUser('locked', 'account lock'))
      expect(locked).toEqual(
        sentence(
          `The MySQL user is locked, or its password has expired (${isMariaDb() ? '4151' : 'ER_ACCOUNT_HAS_BEEN_LOCKED, 3118'}). ` +
            'Unlock it, or set a new password.',
        ),
      )
      const limited = await newUser('limited', 'with max_connections_per_hour 1')
      await (await createConnection(Object.assign(new URL(limited), { pathname: '' }).href)).end()
      expect(await printedBy('serve', limited)).toEqual(
        sentence(
          'The MySQL server has no connection free (ER_USER_LIMIT_REACHED, 1226). ' +
            'Raise its limit, or end other programs that use it.',
        ),
      )
    })

    it('when it takes no connections from this machine', async () => {
      await administrator.query("rename user museum@'127.0.0.1' to museum@'192.0.2.1'")
      const printed = await printedBy('serve', url)
      await administrator.query("rename user museum@'192.0.2.1' to museum@'127.0.0.1'")
      expect(printed).toEqual(
        sentence(
          'The MySQL server takes no connections from this machine (ER_HOST_NOT_PRIVILEGED, 1130). ' +
            "Create the MySQL user for this machine's address.",
        ),
      )
    })

    it('when it takes connections with TLS alone', async () => {
      await administrator.query('set global require_secure_transport = 1')
      const printed = await printedBy('serve', url)
      await administrator.query('set global require_secure_transport = 0')
      // MariaDB's answer is the same as to a wrong password.
      if (isMariaDb()) expect(printed.text).toMatch(/1045.*if the user must connect with TLS/)
      else
        expect(printed).toEqual(
          sentence(
            'The MySQL server takes only connections with TLS (ER_SECURE_TRANSPORT_REQUIRED, 3159). ' +
              "Set MUSEUM_DATABASE_CA_FILE to the certificate of the authority that signed the server's.",
          ),
        )
      const user = await newUser('careful', 'require ssl', "grant all on museum.* to careful@'127.0.0.1'")
      expect((await printedBy('serve', user)).text).toMatch(/1045.*if the user must connect with TLS/)
      expect((await printedBy('hours', user.replace('127.0.0.1', 'localhost'), ca)).code).toBe(0)
    })

    it('when its certificate is of another authority, or for another host', async () => {
      const localhost = urlWith({ hostname: 'localhost' })
      expect(await printedBy('serve', localhost, otherCa)).toEqual(
        sentence(
          'TLS with the MySQL server fails: no authority in MUSEUM_DATABASE_CA_FILE has signed its certificate (HANDSHAKE_SSL_ERROR). ' +
            'Set MUSEUM_DATABASE_CA_FILE to the certificate of the authority that has.',
        ),
      )
      await putCertificateFor('db.example')
      await reloadCertificates()
      const printed = await printedBy('serve', localhost, ca)
      await putCertificateFor('localhost')
      await reloadCertificates()
      expect(printed).toEqual(
        sentence(
          'The certificate of the MySQL server is for another host name than the one in MUSEUM_DATABASE_URL (HANDSHAKE_SSL_ERROR). ' +
            'Use the name that the certificate has, or give the server a certificate for this name.',
        ),
      )
    })

    it('when it offers no TLS', async () => {
      const plain = await provideMysqlServer({ serverArguments: isMariaDb() ? ['--skip-ssl'] : ['--tls-version='] })
      const printed = await printedBy('serve', `${plain.url.replace('127.0.0.1', 'localhost')}/museum`, ca)
      await plain.stop()
      expect(printed).toEqual(
        sentence(
          'The MySQL server offers no TLS, which MUSEUM_DATABASE_CA_FILE asks for (HANDSHAKE_NO_SSL_SUPPORT). ' +
            'Set up TLS on the server; without TLS, leave MUSEUM_DATABASE_CA_FILE out.',
        ),
      )
    })

    it('when a newer version of the museum has used it', async () => {
      await administrator.query(
        "insert into museum.kysely_migration values ('2999-01-01-later', '2999-01-01T00:00:00.000Z')",
      )
      for (const program of ['serve', 'migrate', 'hours', 'demo'])
        expect(await printedBy(program, url)).toEqual(sentence(newer))
      await administrator.query("delete from museum.kysely_migration where name = '2999-01-01-later'")
    })

    const listening = async (onConnection: Parameters<typeof createServer>[1]) => {
      const other = createServer(onConnection as () => void).listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      return { place: `127.0.0.1:${port}`, close: () => other.close() }
    }

    it('when no server, or another one, is there', async () => {
      const at = (place: string) => printedBy('serve', `mysql://museum:hunter2@${place}/museum`)
      expect(await at('127.0.0.1:1')).toEqual(
        sentence(
          'No server listens at the host and port in MUSEUM_DATABASE_URL (ECONNREFUSED). ' +
            'Start the database server, or correct them.',
        ),
      )
      const unknown = await at('museum.invalid')
      expect(unknown.text).toMatch(
        /^.*\nThe host name in MUSEUM_DATABASE_URL is not known \((ENOTFOUND|EAI_AGAIN)\)\. Correct it, or check DNS\.\n$/,
      )
      const closing = await listening((socket) => socket.end())
      expect(await at(closing.place)).toEqual(
        sentence(
          'The server at the host and port in MUSEUM_DATABASE_URL ends the connection (PROTOCOL_CONNECTION_LOST). ' +
            'Check that the port is that of a MySQL server, and look into its log.',
        ),
      )
      closing.close()
      const silent = await listening(() => undefined)
      expect((await at(silent.place)).text).toMatch(/^The database cannot be reached \(no connection came in time\)\. /)
      expect(await printedBy('migrate', `mysql://museum:hunter2@${silent.place}/museum`)).toEqual(
        sentence(
          'The host in MUSEUM_DATABASE_URL does not answer (ETIMEDOUT). ' +
            'Check the host, the port and the firewalls between.',
        ),
      )
      silent.close()
    })
  })
