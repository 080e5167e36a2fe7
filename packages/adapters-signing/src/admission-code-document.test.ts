import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { AdmissionCode, type AdmissionCodeContent, CalendarDate, EventId, TicketId, TicketKeyId } from '@museum/domain'
import { ed25519, ticketKeyPairs } from './index.ts'

const document = readFileSync(new URL('../../../docs/admission-code.md', import.meta.url), 'utf8')
/** The code block of the document in this language. */
const block = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(document)![1]!

type Vector = Readonly<{
  key: number
  ticketId: string
  ticketDate: string
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

const contentOf = ({ key, ticketId, ticketDate, eventId, occurrence }: Vector): AdmissionCodeContent => {
  const common = {
    keyId: TicketKeyId(key),
    ticketId: TicketId(ticketId),
    ticketDate: CalendarDate(ticketDate),
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
  it('has three test vectors, of both types', () => {
    expect(vectors.map(({ ticketType }) => ticketType)).toEqual(['general', 'event', 'event'])
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
    const [{ code }] = vectors as [Vector]
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    const next = (letter: string) => letters[(letters.indexOf(letter) + 1) % 32]!
    const altered = Array.from({ length: code.length - 3 }, (_, n) => {
      const at = n + 3
      return code.slice(0, at) + next(code[at]!) + code.slice(at + 1)
    })
    const others = ['', code.slice(3), code.slice(0, -1), `${code}A`, `${code}==`, code.replace('M1', 'M2')]
    const lookAlikes = [code.replace('S', 'ſ'), code.replace('K', '\u212a'), code.replace('A', 'А')]
    const rejected = [...altered, ...others, ...lookAlikes]
    expect(rejected).not.toContain(code)
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
    expect(await verified(codes, [])).toEqual([null, null, null])
    expect(await verified(codes, [jwk(255)])).toEqual([null, null, expect.anything()])
    expect(await verified(codes, [{ ...jwk(1), x: other }, jwk(255)])).toEqual([null, null, expect.anything()])
  })
})
