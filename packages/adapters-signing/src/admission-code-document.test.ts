import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import {
  AdmissionCode,
  type AdmissionCodeContent,
  CalendarDate,
  EventId,
  TicketId,
  TicketKeyId,
  TimeOfDay,
} from '@museum/domain'
import { ed25519, ticketKeyPairs } from './index.ts'

const document = readFileSync(new URL('../../../docs/admission-code.md', import.meta.url), 'utf8')
/** The code block of the document in this language. */
const block = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(document)![1]!

type Vector = Readonly<{
  key: number
  ticketId: string
  ticketDate: string
  entryTime?: string
  ticketType: 'general' | 'event'
  eventId?: string
  occurrence?: number
  signedBytes: string
  code: string
}>
const { privateKey, publicKey, vectors } = JSON.parse(block('json')) as {
  privateKey: string
  publicKey: string
  vectors: readonly Vector[]
}

const contentOf = ({ key, ticketId, ticketDate, entryTime, eventId, occurrence }: Vector): AdmissionCodeContent => {
  const common = {
    keyId: TicketKeyId(key),
    ticketId: TicketId(ticketId),
    ticketDate: CalendarDate(ticketDate),
    ...(entryTime !== undefined && { entryTime: TimeOfDay(entryTime) }),
  }
  return eventId === undefined
    ? { ...common, ticketType: 'general' }
    : { ...common, ticketType: 'event', eventId: EventId(eventId), occurrenceNumber: occurrence! }
}
const jwk = (kid: number) => ({ kty: 'OKP', crv: 'Ed25519', kid: String(kid), x: publicKey, use: 'sig' })
const keys = [jwk(1), jwk(255)]

/** The results of the verifier in the document for these codes and keys; null for `undefined`. */
const verified = async (codes: readonly string[], withKeys: readonly object[] = keys): Promise<unknown[]> => {
  const program = `${block('js')}
    const [codes, keys] = JSON.parse(process.argv[1])
    console.log(JSON.stringify(await Promise.all(codes.map((code) => verifyAdmissionCode(code, keys)))))`
  const args = ['--input-type=module', '--eval', program, JSON.stringify([codes, withKeys])]
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as unknown[]
}

describe('docs/admission-code.md', () => {
  it('has five test vectors, of both types and both versions', () => {
    expect(vectors.map(({ ticketType, signedBytes }) => [ticketType, signedBytes.slice(0, 2)])).toEqual([
      ['general', '01'],
      ['event', '01'],
      ['event', '01'],
      ['general', '02'],
      ['event', '02'],
    ])
    expect(ticketKeyPairs(privateKey)).toEqual([{ privateKey, publicKey }])
  })

  it.each(vectors)('has the code that the service signs for the ticket $ticketId', async (vector) => {
    const bytes = AdmissionCode.signedBytesOf(contentOf(vector))
    expect(Buffer.from(bytes).toString('hex')).toBe(vector.signedBytes)
    const signature = await ed25519().sign(privateKey, bytes)
    expect(AdmissionCode.encode(bytes, signature)).toBe(vector.code)
    expect(AdmissionCode.decode(vector.code)).toEqual({ content: contentOf(vector), signedBytes: bytes, signature })
  })

  it('has a verifier of at most 30 lines that reads the test vectors, in lower case and with white space too', async () => {
    expect(block('js').trimEnd().split('\n').length).toBeLessThanOrEqual(30)
    const expected = vectors.map((vector) => {
      const { key: _, signedBytes: __, code: ___, ...said } = vector
      return said
    })
    const codes = vectors.map(({ code }) => code)
    expect(await verified(codes)).toEqual(expected)
    expect(await verified(codes.map((code) => `\t${code.toLowerCase()}\r\n`))).toEqual(expected)
  })

  it('has a verifier that rejects every code that the service rejects', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    const next = (letter: string) => letters[(letters.indexOf(letter) + 1) % 32]!
    const alteredCodes = (code: string) =>
      Array.from({ length: code.length - 3 }, (_, n) => {
        const at = n + 3
        return code.slice(0, at) + next(code[at]!) + code.slice(at + 1)
      })
    const [{ code }, , , { code: timedCode }] = vectors as [Vector, Vector, Vector, Vector]
    const others = [
      '',
      code.slice(3),
      code.slice(0, -1),
      `${code}A`,
      `${code}AAA`,
      `${code}==`,
      code.replace('M1', 'M2'),
    ]
    const lookAlikes = [code.replace('S', 'ſ'), code.replace('K', '\u212a'), code.replace('A', 'А')]
    const rejected = [...alteredCodes(code), ...alteredCodes(timedCode), ...others, ...lookAlikes]
    expect(rejected).not.toContain(code)
    expect(rejected).not.toContain(timedCode)
    expect(await verified(rejected)).toEqual(rejected.map(() => null))
    for (const text of rejected) {
      const decoded = AdmissionCode.decode(text)
      if (decoded !== undefined)
        expect(await ed25519().verify(publicKey, decoded.signedBytes, decoded.signature)).toBe(false)
    }
  })

  it('has a verifier that rejects a code whose key is not among the keys, or is another one', async () => {
    const codes = vectors.map(({ code }) => code)
    const { publicKey: other } = await ed25519().generateKeyPair()
    expect(await verified(codes, [])).toEqual(codes.map(() => null))
    const ofKey255 = vectors.map(({ key }) => (key === 255 ? expect.anything() : null))
    expect(await verified(codes, [jwk(255)])).toEqual(ofKey255)
    expect(await verified(codes, [{ ...jwk(1), x: other }, jwk(255)])).toEqual(ofKey255)
  })
})
