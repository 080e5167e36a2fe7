import { type SettingNames, defaultSettingNames } from '../../database-options.ts'
import type { OperatorMessage } from '../engine.ts'

/** How a client connects: with TLS, with a certificate of its own, over a Unix socket. */
export type Connecting = Readonly<{ hasCa: boolean; hasClientCertificate: boolean; hasSocketPath: boolean }>

/** What an operator must change before the server can be used; `undefined` for other errors. */
export const mysqlOperatorMessage = (
  error: unknown,
  connecting: Connecting,
  names: SettingNames,
): OperatorMessage | undefined => {
  const { errno, code, message } = (error ?? {}) as { errno?: unknown; code?: unknown; message?: unknown }
  const explain =
    byError.get(errno) ??
    (connecting.hasSocketPath ? bySocketError.get(code) : undefined) ??
    (connecting.hasClientCertificate && tlsAlert.test(String(code)) ? badClientCertificate : undefined) ??
    byError.get(code)
  return explain?.(
    errorName(code, errno),
    { ...defaultSettingNames, ...names },
    { ...connecting, message: String(message) },
  )
}

const errorName = (code: unknown, errno: unknown) => {
  // Numbers below 1000 come from the operating system.
  if (typeof errno !== 'number' || errno < 1_000) return String(code)
  // From 4000 on, MariaDB has errors of its own, to which mysql2 gives MySQL's names for the same numbers.
  return errno < 4_000 ? `${String(code)}, ${errno}` : `${errno}`
}

type Explain = (
  code: string,
  names: Required<SettingNames>,
  connecting: Connecting & Readonly<{ message: string }>,
) => OperatorMessage

const badCertificate: Explain = (code, { url, ca }, { message }) => {
  if (message.startsWith('Hostname/IP does not match'))
    return [
      `The certificate of the MySQL server is for another host name than the one in ${url} (${code}).`,
      'Use the name that the certificate has, or give the server a certificate for this name.',
    ]
  if (/expired|not yet valid/.test(message))
    return [`The certificate of the MySQL server is not valid today (${code}).`, 'Renew it, or correct the clock.']
  if (/self-signed|issuer|unable to verify|signature/.test(message))
    return [
      `TLS with the MySQL server fails: no authority in ${ca} has signed its certificate (${code}).`,
      `Set ${ca} to the certificate of the authority that has.`,
    ]
  return [`TLS with the MySQL server fails (${code}).`, 'Check which versions and ciphers of TLS it offers.']
}

const badClientCertificate: Explain = (code, { clientCertificate }) => [
  `The MySQL server refuses the certificate in ${clientCertificate} (${code}).`,
  'Use one that is valid today and signed by an authority that the server trusts (its ssl_ca).',
]

const tlsAlert = /^ERR_SSL_.*ALERT/

const explainedBy = (errors: readonly (number | string)[], explain: Explain) =>
  errors.map((error) => [error, explain] as const)

const closedByServer = [
  'ECONNRESET',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_UNEXPECTED_PACKET',
  'PROTOCOL_PACKETS_OUT_OF_ORDER',
]

/** By the numbers of the server and the codes of mysql2 and of the operating system. */
const byError: ReadonlyMap<unknown, Explain> = new Map<unknown, Explain>([
  ...explainedBy([1036, 1290, 1792, 1836], (code, { url }) => [
    `The MySQL server is read-only (${code}).`,
    `Name the writable server in ${url}, or end the read-only mode of this one.`,
  ]),
  ...explainedBy([1040, 1203, 1226], (code) => [
    `The MySQL server has no connection free (${code}).`,
    'Raise its limit, or end other programs that use it.',
  ]),
  ...explainedBy([1044, 1049], (code, { url }) => [
    `The database in ${url} does not exist, or the MySQL user has no right to it (${code}).`,
    'Create it, or grant the user all privileges on it.',
  ]),
  ...explainedBy(
    [1045, 1698],
    (code, { url, ca, clientCertificate }, { hasCa, hasClientCertificate, hasSocketPath }) => [
      `The MySQL server refuses the user name or the password in ${url} (${code}).`,
      'Check that both are right and percent-encoded, and that the user may connect ' +
        (hasSocketPath ? 'as a user of localhost' : 'from this machine') +
        (hasCa ? '' : `; if the user must connect with TLS, set ${ca}`) +
        (!hasCa || hasClientCertificate ? '.' : `; if the user must have a certificate, set ${clientCertificate}.`),
    ],
  ),
  ...explainedBy([1071, 1709], (code) => [
    `The MySQL server creates tables in a row format whose keys are too short for the museum (${code}).`,
    'Set its innodb_default_row_format to DYNAMIC, then run `migrate` again.',
  ]),
  // An unknown character set, system variable or collation, or a wrong value of a variable.
  ...explainedBy([1115, 1193, 1231, 1273], (code) => [
    `The MySQL server does not support a setting that the museum needs (${code}).`,
    'Use MySQL 8 or later, or MariaDB 10.6 or later.',
  ]),
  ...explainedBy([1129], (code) => [
    `The MySQL server has blocked this machine after many failed connections (${code}).`,
    'Run FLUSH HOSTS on the server.',
  ]),
  ...explainedBy([1130], (code) => [
    `The MySQL server accepts no connections from this machine (${code}).`,
    `Create the MySQL user for this machine's address.`,
  ]),
  ...explainedBy([1142, 1143, 1227], (code, { url }) => [
    `The MySQL user lacks a privilege on the database in ${url} (${code}).`,
    'Grant it select, insert, update and delete for the server, and create, alter, drop and index for `migrate` too.',
  ]),
  ...explainedBy([1251, 1524, 'AUTH_SWITCH_PLUGIN_ERROR'], (code) => [
    `The MySQL user logs in by a method that the museum does not support (${code}).`,
    'Use caching_sha2_password or mysql_native_password.',
  ]),
  // 4151 is MariaDB's.
  ...explainedBy([1820, 1862, 3118, 4151], (code) => [
    `The MySQL user is locked, or its password has expired (${code}).`,
    'Unlock it, or set a new password.',
  ]),
  ...explainedBy([3159], (code, { ca }) => [
    `The MySQL server accepts only connections with TLS (${code}).`,
    `Set ${ca} to the certificate of the authority that signed the server's.`,
  ]),
  ...explainedBy(['HANDSHAKE_NO_SSL_SUPPORT'], (code, { ca }) => [
    `The MySQL server offers no TLS, which ${ca} requires (${code}).`,
    `Set up TLS on the server; without TLS, leave ${ca} out.`,
  ]),
  ...explainedBy(['ECONNREFUSED'], (code, { url }) => [
    `No server listens at the host and port in ${url} (${code}).`,
    'Start the database server, or correct them.',
  ]),
  ...explainedBy(['ENOTFOUND', 'EAI_AGAIN'], (code, { url }) => [
    `The host name in ${url} is not known (${code}).`,
    'Correct it, or check DNS.',
  ]),
  ...explainedBy(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'], (code, { url }) => [
    `The host in ${url} does not respond (${code}).`,
    'Check the host, the port and the firewalls between.',
  ]),
  ...explainedBy(['HANDSHAKE_SSL_ERROR'], badCertificate),
  ...explainedBy(closedByServer, (code, { url }) => [
    `The server at the host and port in ${url} ends the connection (${code}).`,
    'Check that the port is that of a MySQL server, and look into its log.',
  ]),
])

/** The errors of a connection over a Unix socket. */
const bySocketError: ReadonlyMap<unknown, Explain> = new Map<unknown, Explain>([
  ...explainedBy(['ENOENT', 'ENOTDIR'], (code, { url }) => [
    `There is no socket at the path in ${url} (${code}).`,
    'Start the database server, or correct the path: `select @@socket` in MySQL shows it.',
  ]),
  ...explainedBy(['EACCES'], (code, { url }) => [
    `The museum may not connect to the socket in ${url} (${code}).`,
    'Give its user the right to enter the folder and to write to the socket.',
  ]),
  ...explainedBy(['ECONNREFUSED', 'ETIMEDOUT'], (code, { url }) => [
    `No server listens at the socket in ${url} (${code}).`,
    'Start the database server, or correct the path.',
  ]),
  ...explainedBy(closedByServer, (code, { url }) => [
    `The server at the socket in ${url} ends the connection (${code}).`,
    'Check that it is the socket of a MySQL server, and look into its log.',
  ]),
])
