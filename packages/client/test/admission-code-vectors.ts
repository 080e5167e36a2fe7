import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AdmissionCodeContent, TicketKey } from '../src/index.ts'

const document = readFileSync(new URL('../../../docs/admission-code.md', import.meta.url), 'utf8')
const { privateKey, publicKey, vectors } = JSON.parse(/```json\n([^]*?)```/.exec(document)![1]!) as {
  privateKey: string
  publicKey: string
  vectors: readonly (AdmissionCodeContent & { key: number; code: string; signedBytes: string })[]
}
export { vectors }

export const aTicketKey = (kid: number): TicketKey => ({
  kty: 'OKP',
  crv: 'Ed25519',
  kid: String(kid),
  x: publicKey,
  use: 'sig',
})
/** The keys of the vectors. */
export const vectorKeys = [aTicketKey(1), aTicketKey(255)]
/** What a verifier reads from the codes of the vectors. */
export const vectorContents = vectors.map((vector) =>
  Object.fromEntries(Object.entries(vector).filter(([name]) => !['key', 'code', 'signedBytes'].includes(name))),
)

export const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const toBase32 = (bytes: Uint8Array) => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[parseInt(five.padEnd(5, '0'), 2)]).join('')
}
/** A code of these bytes with a valid signature. */
export const signedCode = (hex: string) => {
  const bytes = Buffer.from(hex, 'hex')
  return `M1:${toBase32(Buffer.concat([bytes, sign(null, bytes, createPrivateKey(privateKey))]))}`
}

const changed = (code: string) => code.slice(0, -1) + letters[letters.indexOf(code.at(-1)!) + 1]!
const general = vectors[0]!
const timed = vectors.find(({ entryTime }) => entryTime !== undefined)!
/** Codes that every verifier must refuse. */
export const badCodes: readonly string[] = [
  '',
  'M1:',
  general.code.slice(3),
  general.code.slice(0, -1),
  `${general.code}A`,
  general.code.replace('M1', 'M2'),
  // Another letter; letters that look alike; remaining bits that are not zero.
  general.code.replace(/.{5}$/, (end) => (end.startsWith('A') ? `B${end.slice(1)}` : `A${end.slice(1)}`)),
  general.code.replace('S', 'ſ'),
  general.code.replace('K', '\u212A'),
  ...vectors.map(({ code }) => changed(code)),
  // Valid signatures of versions and types that do not fit the length, of a date after 9999-12-31, and of a time after 23:59.
  signedCode(`02${general.signedBytes.slice(2)}`),
  signedCode(`03${general.signedBytes.slice(2)}`),
  signedCode(`01${timed.signedBytes.slice(2)}`),
  signedCode(`${timed.signedBytes.slice(0, 42)}01${timed.signedBytes.slice(44)}`),
  signedCode(`${timed.signedBytes.slice(0, 44)}05a0`),
  signedCode(`${general.signedBytes.slice(0, 42)}01`),
  signedCode(`${general.signedBytes.slice(0, 42)}02`),
  signedCode(`${general.signedBytes.slice(0, 36)}2cc0a1${general.signedBytes.slice(42)}`),
]
