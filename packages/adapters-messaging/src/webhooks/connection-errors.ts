import { AddressNotPermitted } from './addresses.ts'

const unreachable =
  'The receiver could not be reached. Check its address, and the firewalls between it and this server.'

/** The sentence for each code of an error that says enough. */
const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refused the connection. Check that it runs, and the port in the URL.',
  ECONNRESET: 'The receiver closed the connection before it answered.',
  EPIPE: 'The receiver closed the connection before it answered.',
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: 'The host name of the receiver does not exist. Check the URL.',
  EAI_AGAIN: 'The host name of the receiver could not be resolved. Check the DNS of this server.',
  CERT_HAS_EXPIRED: "The receiver's certificate has expired. Renew it.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "The receiver's certificate is for another host name. Correct the URL or the certificate.",
}

const isOfCertificate = /CERT|SIGNATURE|CRL|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH/
const isOfTls = /^ERR_SSL|^ERR_TLS|^EPROTO$/

/** One sentence that says why there is no response. It has no part of the URL but the host, and no text of the receiver. */
export const sentenceOf = (error: unknown, hostname: string): string => {
  if (error instanceof AddressNotPermitted)
    return `The host name ${hostname} has the address ${error.address}, to which messages are not sent. Use a receiver with a public address, or permit private addresses in the settings of the server.`
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? 'unknown error'
  const known = sentences[code]
  if (known !== undefined) return known
  if (isOfCertificate.test(code))
    return `The receiver's certificate is not trusted (${code}). It needs one of a known authority, with all intermediate ones.`
  if (isOfTls.test(code))
    return `The receiver and this server could not agree on TLS (${code}). Check that its port takes https.`
  if (code.startsWith('HPE_')) return `The receiver did not answer in valid HTTP (${code}).`
  return `The request failed (${code}).`
}
