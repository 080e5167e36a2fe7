import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import type { TicketKeyPair } from '@museum/application'
import { ed25519, ticketKeyPairs } from './index.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const [x25519, p256] = [generateKeyPairSync('x25519'), generateKeyPairSync('ec', { namedCurve: 'P-256' })]

describe('a ticket key in a PEM file', () => {
  it('is a key pair that signs', async () => {
    const [pair] = ticketKeyPairs(pem) as [TicketKeyPair]
    expect(pair).toEqual({ privateKey: pem, publicKey: publicKey.export({ format: 'jwk' }).x })
    const bytes = new Uint8Array(42)
    const signature = await ed25519().sign(pair.privateKey, bytes)
    expect(await ed25519().verify(pair.publicKey, bytes, signature)).toBe(true)
  })

  it('is the same key pair with other line ends, white space or text around it', () => {
    for (const text of [pem.trimEnd(), pem.replaceAll('\n', '\r\n'), `made on Monday\n\n${pem}\n`])
      expect(ticketKeyPairs(text)).toEqual(ticketKeyPairs(pem))
  })

  it('comes first when it is the first of several in the file', () => {
    const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
    expect(ticketKeyPairs(`${pem}${other}`)).toEqual([...ticketKeyPairs(pem), ...ticketKeyPairs(other)])
  })

  it.each([
    ['nothing', '', 'not hold private keys only'],
    ['no PEM', 'a secret', 'not hold private keys only'],
    ['a public key', publicKey.export({ type: 'spki', format: 'pem' }), 'not hold private keys only'],
    ['a key and a damaged key', pem + pem.replace(/[^\n]{8}\n-----END/, '\n-----END'), 'damaged'],
    ['a key and its public key', pem + publicKey.export({ type: 'spki', format: 'pem' }), 'not hold private keys only'],
    ['PKCS#1', rsa.export({ type: 'pkcs1', format: 'pem' }), 'PKCS#8'],
    ['a cut key', pem.replace(/[^\n]{8}\n-----END/, '\n-----END'), 'damaged'],
    ['an RSA key', rsa.export({ type: 'pkcs8', format: 'pem' }), 'not for Ed25519'],
    ['a key of another curve', p256.privateKey.export({ type: 'pkcs8', format: 'pem' }), 'not for Ed25519'],
    ['a key for X25519', x25519.privateKey.export({ type: 'pkcs8', format: 'pem' }), 'not for Ed25519'],
    [
      'an encrypted key',
      privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' }),
      'is encrypted',
    ],
  ])('is not %s', (_, text, detail) => {
    expect(ticketKeyPairs.faultOf(text)).toEqual({ code: 'not-a-ticket-key', detail: expect.stringContaining(detail) })
    expect(() => ticketKeyPairs(text)).toThrow(TypeError)
  })
})
