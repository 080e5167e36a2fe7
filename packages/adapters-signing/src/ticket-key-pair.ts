import { type KeyObject, createPrivateKey } from 'node:crypto'
import type { TicketKeyPair } from '@museum/application'
import { type Fault, valueObject } from '@museum/domain'
import { pairOf } from './ed25519.ts'

/**
 * A key pair from the text of a PEM file: one private key for Ed25519, PKCS#8, not encrypted. The detail of a fault says
 * what the file holds, or does not hold.
 */
export const ticketKeyPair = valueObject<string, TicketKeyPair, 'not-a-ticket-key'>(
  (pem) => {
    const detail = faultOfPem(pem)
    return detail === undefined ? undefined : fault(detail)
  },
  (pem) => pairOf(createPrivateKey(pem)),
)

const fault = (detail: string): Fault<'not-a-ticket-key'> => ({ code: 'not-a-ticket-key', detail })

const howToMake = 'openssl genpkey -algorithm ed25519 makes one'

const faultOfPem = (pem: string): string | undefined => {
  const labels = [...pem.matchAll(/^-----BEGIN ([A-Z0-9 ]+)-----\s*$/gm)].map(([, label]) => label)
  if (labels.includes('ENCRYPTED PRIVATE KEY')) return 'holds a private key that is encrypted'
  if (labels.length !== 1 || labels[0] !== 'PRIVATE KEY')
    return `does not hold exactly one private key, PKCS#8 as PEM (${howToMake})`
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    return `holds a private key that is damaged (${howToMake})`
  }
  return key.asymmetricKeyType === 'ed25519' ? undefined : `holds a private key that is not for Ed25519 (${howToMake})`
}
