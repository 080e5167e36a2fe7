/** The server at the other end of a connection, as error messages name it. */
export type Peer = Readonly<{
  /** Follows `The`: `receiver`. */
  name: string
  /** The advice when TLS fails for another reason than the certificate: a sentence. */
  adviceAboutTls: string
}>

const unreachable = 'could not be reached. Check its address, and the firewalls between it and this server.'
const closed = 'closed the connection before it answered.'

/** The rest of the message, after the name of the peer, by the code of the error. */
const sentences: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ECONNREFUSED: ' refused the connection. Check that it runs, and the port in the URL.',
    ECONNRESET: ` ${closed}`,
    EPIPE: ` ${closed}`,
    ETIMEDOUT: ` ${unreachable}`,
    EHOSTUNREACH: ` ${unreachable}`,
    ENETUNREACH: ` ${unreachable}`,
    CERT_HAS_EXPIRED: "'s certificate has expired. Renew it.",
    ERR_TLS_CERT_ALTNAME_INVALID: "'s certificate is for another host name. Correct the URL or the certificate.",
  }),
)

const hostSentences: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ENOTFOUND: 'does not exist. Check the URL.',
    EAI_AGAIN: 'could not be resolved. Check the DNS of this server.',
  }),
)

const isOfCertificate = /CERT|SIGNATURE|CRL|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|HOSTNAME_MISMATCH/
const isOfTls = /^ERR_SSL|^ERR_TLS|^EPROTO$|^ETLS$/

/** Says why the connection failed; `undefined` for a code that is not listed. */
export const connectionError = (code: string, { name, adviceAboutTls }: Peer): string | undefined => {
  const [sentence, hostSentence] = [sentences.get(code), hostSentences.get(code)]
  if (sentence !== undefined) return `The ${name}${sentence}`
  if (hostSentence !== undefined) return `The host name of the ${name} ${hostSentence}`
  if (isOfCertificate.test(code))
    return `The ${name}'s certificate is not trusted (${code}). It needs one of a known authority, with all intermediate ones.`
  if (isOfTls.test(code)) return `The ${name} and this server could not agree on TLS (${code}). ${adviceAboutTls}`
  return undefined
}
