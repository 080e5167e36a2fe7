import { type KeyObject, X509Certificate, createPrivateKey } from 'node:crypto'

/**
 * What is wrong with the text of a CA file, as the end of the sentence "It names a file that …"; `undefined` for a valid one.
 * The result contains no part of the text, which may be a private key.
 */
export const faultOfCaCertificate = (pem: string): string | undefined => {
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g)
  if (certificates === null) return 'holds no PEM certificate'
  try {
    certificates.map((certificate) => new X509Certificate(certificate))
    return undefined
  } catch {
    return 'holds a PEM certificate that cannot be read'
  }
}

/** A certificate with which a client proves to a MySQL server who it is, and its private key, both as PEM text. */
export type ClientCertificate = Readonly<{ certificate: string; key: string }>

/**
 * What is wrong with a client certificate or its key, as the end of the sentence "It names a file that …", and which of the two
 * is meant; `undefined` for a valid pair. The result contains no part of the texts.
 */
export const faultOfClientCertificate = ({
  certificate,
  key,
}: ClientCertificate): Readonly<{ of: keyof ClientCertificate; fault: string }> | undefined => {
  const fault = faultOfCaCertificate(certificate)
  if (fault !== undefined) return { of: 'certificate', fault }
  const privateKey = readPrivateKey(key)
  if ('fault' in privateKey) return { of: 'key', ...privateKey }
  // The first certificate is the client's; intermediate certificates may follow.
  if (!new X509Certificate(certificate).checkPrivateKey(privateKey.key))
    return { of: 'key', fault: 'holds the private key of another certificate' }
  return undefined
}

const readPrivateKey = (pem: string): Readonly<{ key: KeyObject } | { fault: string }> => {
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) return { fault: 'holds no PEM private key' }
  try {
    return { key: createPrivateKey(pem) }
  } catch {
    return { fault: 'holds a PEM private key that cannot be read, or that a passphrase protects' }
  }
}
