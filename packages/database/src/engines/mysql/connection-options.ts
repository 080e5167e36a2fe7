import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { PoolOptions } from 'mysql2'
import { type ClientCertificate, faultOfCaCertificate, faultOfClientCertificate } from '../../certificates.ts'
import type { DatabaseOptions } from '../../database-options.ts'
import { socketPathOf } from '../../database-url.ts'

/** What mysql2 needs to connect. Throws `TypeError` for TLS to an IP address and for certificates that cannot be used. */
export const connectionOptions = (url: string, { ca, clientCertificate }: DatabaseOptions): PoolOptions => {
  const { hostname, port, username, password, pathname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  // With an IP address, mysql2 would compare the certificate with the name localhost.
  if (ca !== undefined && isIP(host) > 0)
    throw new TypeError('the URL of the database must have a host name, not an IP address, for TLS')
  if (ca === undefined && clientCertificate !== undefined)
    throw new TypeError('a client certificate needs the certificate of an authority')
  const socketPath = socketPathOf(url)
  return {
    host,
    port: Number(port || 3306),
    ...(socketPath !== undefined && { socketPath }),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    // Calendar dates are read as text, so that the time zone of the machine cannot change them.
    dateStrings: ['DATE'],
    // For `executeTogether`. `sessionSettings` sets the character set and the SQL mode for which mysql2 escapes values.
    multipleStatements: true,
    connectTimeout: 2_000,
    keepAliveInitialDelay: 10_000,
    idleTimeout: 60_000, // less than the server's wait_timeout
    gracefulEnd: true,
    // By default mysql2 does not compare the host name with the certificate.
    ...(ca !== undefined && {
      ssl: {
        ca: readCertificate(ca),
        verifyIdentity: true,
        ...(clientCertificate !== undefined && readClientCertificate(clientCertificate)),
      },
    }),
  }
}

const readPem = (pem: string) => (pem.includes('-----BEGIN') ? pem : readFileSync(pem, 'utf8'))

const readCertificate = (ca: string) => {
  const pem = readPem(ca)
  const fault = faultOfCaCertificate(pem)
  if (fault !== undefined) throw new TypeError(`the CA file ${fault}`)
  return pem
}

const readClientCertificate = (given: ClientCertificate) => {
  const [cert, key] = [readPem(given.certificate), readPem(given.key)]
  const found = faultOfClientCertificate({ certificate: cert, key })
  if (found !== undefined) throw new TypeError(`the file of the client's ${found.of} ${found.fault}`)
  return { cert, key }
}
