import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { PoolOptions } from 'mysql2'
import { faultOfCaCertificate } from '../../database/ca-certificate.ts'
import type { DatabaseOptions } from '../../database/database-options.ts'

/** What mysql2 needs to connect. Throws `TypeError` for TLS to an IP address and for a CA file without a certificate. */
export const connectionOptions = (url: string, { ca }: DatabaseOptions): PoolOptions => {
  const { hostname, port, username, password, pathname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  // For an IP address, mysql2 compares the certificate with the name localhost instead.
  if (ca !== undefined && isIP(host) > 0)
    throw new TypeError('the URL of the database must have a host name, not an IP address, for TLS')
  return {
    host,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    // Calendar dates are read as text, so that the time zone of the machine cannot change them.
    dateStrings: ['DATE'],
    connectTimeout: 2_000,
    keepAliveInitialDelay: 10_000,
    idleTimeout: 60_000, // less than the server's wait_timeout
    gracefulEnd: true,
    // By default mysql2 does not compare the host name with the certificate.
    ...(ca !== undefined && { ssl: { ca: readCertificate(ca), verifyIdentity: true } }),
  }
}

const readCertificate = (ca: string) => {
  const pem = ca.includes('-----BEGIN') ? ca : readFileSync(ca, 'utf8')
  const fault = faultOfCaCertificate(pem)
  if (fault !== undefined) throw new TypeError(`the CA file ${fault}`)
  return pem
}
