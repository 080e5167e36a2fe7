import { X509Certificate } from 'node:crypto'

/**
 * What is wrong with the text of a CA file, as the end of the sentence "It names a file that …"; `undefined` for a valid
 * one. It contains nothing of the text, which may be a private key.
 */
export const faultOfCaCertificate = (pem: string): string | undefined => {
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g)
  if (certificates === null) return 'holds no PEM certificate'
  try {
    certificates.map((certificate) => new X509Certificate(certificate))
    return undefined
  } catch {
    return 'holds a PEM certificate that cannot be read'
  }
}
