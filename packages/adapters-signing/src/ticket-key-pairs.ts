import { createPrivateKey } from 'node:crypto'
import type { TicketKeyPair } from '@museum/application'
import { valueObject } from '@museum/domain'
import { keyPair } from './ed25519.ts'

/**
 * Key pairs from the text of a PEM file: one or more private keys for Ed25519, PKCS#8, not encrypted, in their order.
 * The detail of a fault says what is wrong with the file.
 */
export const ticketKeyPairs = valueObject<string, readonly TicketKeyPair[], 'not-a-ticket-key'>(
  (pem) => {
    const detail = faultOfPem(pem)
    return detail === undefined ? undefined : { code: 'not-a-ticket-key', detail }
  },
  (pem) => blocksOf(pem).map(({ text }) => keyPair(createPrivateKey(text))),
)

const howToMake = 'openssl genpkey -algorithm ed25519 makes one'

/** The blocks of a PEM file: each from one line BEGIN to the next one. */
const blocksOf = (pem: string): readonly Readonly<{ label: string; text: string }>[] => {
  const beginnings = [...pem.matchAll(/^-----BEGIN ([A-Z0-9 ]+)-----\s*$/gm)]
  return beginnings.map(({ index, 1: label }, n) => ({
    label: label!,
    text: pem.slice(index, beginnings[n + 1]?.index),
  }))
}

const faultOfPem = (pem: string): string | undefined => {
  const blocks = blocksOf(pem)
  if (blocks.some(({ label }) => label === 'ENCRYPTED PRIVATE KEY')) return 'holds a private key that is encrypted'
  if (blocks.length === 0 || blocks.some(({ label }) => label !== 'PRIVATE KEY'))
    return `does not hold private keys only, PKCS#8 as PEM (${howToMake})`
  const faults = blocks.map(({ text }) => faultOfKey(text))
  return faults.find((fault) => fault !== undefined)
}

const faultOfKey = (pem: string): string | undefined => {
  try {
    const { asymmetricKeyType } = createPrivateKey(pem)
    return asymmetricKeyType === 'ed25519' ? undefined : `holds a private key that is not for Ed25519 (${howToMake})`
  } catch {
    return `holds a private key that is damaged (${howToMake})`
  }
}
