import { type KeyObject, X509Certificate, createPrivateKey } from 'node:crypto'
import { faultOfCaCertificate } from './ca-certificate.ts'

/** A certificate with which a client proves to a MySQL server who it is, and its private key, both as PEM text. */
export type ClientCertificate = Readonly<{ certificate: string; key: string }>

/**
 * What is wrong with a client certificate or its key, as the end of the sentence "It names a file that …", and which of the
 * two it is; `undefined` for a valid pair. It contains nothing of the texts.
 */
export const faultOfClientCertificate = ({
  certificate,
  key,
}: ClientCertificate): Readonly<{ of: keyof ClientCertificate; fault: string }> | undefined => {
  const fault = faultOfCaCertificate(certificate)
  if (fault !== undefined) return { of: 'certificate', fault }
  const privateKey = readPrivateKey(key)
  if ('fault' in privateKey) return { of: 'key', ...privateKey }
  // The first certificate is the client's; those of authorities between it and the root may follow.
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
