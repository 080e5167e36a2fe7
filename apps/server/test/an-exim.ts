import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { type ParsedMail, simpleParser } from 'mailparser'
import { generate } from 'selfsigned'
import { findProgram } from '../../../deploy/find-program.ts'
import { findPortBelowEphemeralRange } from '../../../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { startProgram } from './start-server.ts'
import { until } from './until.ts'

/** The account of the mail server's client. */
export const account = { user: 'museum', password: 'p@ss: 100 %' } as const

/**
 * A mail server that requires STARTTLS and a password, stores what it accepts in files, and refuses the local parts `unknown`
 * with 550 and `busy` with 451, the latter while the file `busy` exists.
 */
const configurationOf = (folder: string, port: number) => `
keep_environment =
primary_hostname = mail.museum.example
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/%s
pid_file_path = ${folder}/pid
tls_advertise_hosts = *
tls_certificate = ${folder}/certificate.pem
tls_privatekey = ${folder}/key.pem
auth_advertise_hosts = \${if eq{$tls_in_cipher}{}{}{*}}
smtputf8_advertise_hosts = *
acl_smtp_rcpt = recipient
begin acl
recipient:
  require message = a password is required
    authenticated = *
  deny local_parts = unknown
    message = 5.1.1 <$local_part@$domain>: no such user
  defer local_parts = busy
    condition = \${if exists{${folder}/busy}}
    message = 4.2.1 <$local_part@$domain>: try again later
  accept
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{$auth2}{${account.user}}}{eq{$auth3}{${account.password}}}}}
  server_set_id = $auth2
begin routers
every_recipient:
  driver = accept
  transport = files
begin transports
files:
  driver = appendfile
  directory = ${folder}/mail
  maildir_format
  envelope_to_add
  user = Debian-exim
`

/** An e-mail that Exim has stored: as a program for e-mail reads it, and to whom it was sent. */
type Stored = Readonly<{ parsed: ParsedMail; to: string }>

/** Exim, as the Debian package `exim4-daemon-light` brings it, on this machine. Root alone can start it. */
export const anExim = async () => {
  const program = findProgram('exim4', 'exim4-daemon-light')
  if (process.getuid?.() !== 0)
    throw new Error('Exim gives up the rights of root when it starts: run this test as root.')
  const folder = await mkdtemp(join(tmpdir(), 'museum-exim-'))
  const port = await findPortBelowEphemeralRange()
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'mail.museum.example' }])
  const configuration = join(folder, 'exim.conf')
  for (const name of ['spool', 'log', 'mail']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'certificate.pem'), cert)
  await writeFile(join(folder, 'key.pem'), key)
  await promisify(execFile)('chown', ['-R', 'Debian-exim:Debian-exim', folder])
  // Exim reads only a configuration that root alone can change.
  await writeFile(configuration, configurationOf(folder, port), { mode: 0o644 })

  let daemon: ReturnType<typeof startProgram> | undefined
  const start = async () => {
    daemon = startProgram([program, '-C', configuration, '-bdf'], folder)
    const { exited } = daemon
    await Promise.race([
      until(async () => (await readFile(join(folder, 'log/main'), 'utf8').catch(() => '')).includes('listening for')),
      exited.then(() => {
        throw new Error(`Exim does not start: ${daemon!.output.text}`)
      }),
    ])
  }
  const stop = async () => {
    if (daemon === undefined) return
    daemon.child.kill()
    await daemon.exited
    daemon = undefined
    await rm(join(folder, 'log/main'))
  }
  await start()
  const { user, password } = account
  return {
    url: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    busy: join(folder, 'busy'),
    start,
    stop,
    async stored(): Promise<readonly Stored[]> {
      const inbox = join(folder, 'mail/new')
      const names = await readdir(inbox).catch(() => [])
      return Promise.all(
        names.map(async (name) => {
          const raw = await readFile(join(inbox, name), 'utf8')
          return { parsed: await simpleParser(raw), to: /^Envelope-to: (.*)$/m.exec(raw)![1]! }
        }),
      )
    },
    log: () => readFile(join(folder, 'log/main'), 'utf8'),
    async remove() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}
