import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { readQrCode } from '../test/read-qr-code.ts'
import { credentials, useMuseum } from '../test/start-museum.ts'
import {
  type AdmissionCodeContent,
  type TicketKey,
  isRevoked,
  museumClient,
  readAdmissionCode,
  verifyAdmissionCode,
} from './index.ts'

const document = readFileSync(new URL('../../../docs/admission-code.md', import.meta.url), 'utf8')
const { privateKey, publicKey, vectors } = JSON.parse(/```json\n([^]*?)```/.exec(document)![1]!) as {
  privateKey: string
  publicKey: string
  vectors: readonly (AdmissionCodeContent & { key: number; code: string; signedBytes: string })[]
}
const aKey = (kid: number): TicketKey => ({ kty: 'OKP', crv: 'Ed25519', kid: String(kid), x: publicKey, use: 'sig' })
const keys = [aKey(1), aKey(255)]
const contents = vectors.map((vector) =>
  Object.fromEntries(Object.entries(vector).filter(([name]) => !['key', 'code', 'signedBytes'].includes(name))),
)
const codes = vectors.map(({ code }) => code)
const verified = (texts: readonly string[], withKeys: readonly TicketKey[] = keys) =>
  Promise.all(texts.map((text) => verifyAdmissionCode(text, withKeys)))

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const toBase32 = (bytes: Uint8Array) => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[parseInt(five.padEnd(5, '0'), 2)]).join('')
}
/** A code of these bytes with a valid signature. */
const signed = (hex: string) => {
  const bytes = Buffer.from(hex, 'hex')
  return `M1:${toBase32(Buffer.concat([bytes, sign(null, bytes, createPrivateKey(privateKey))]))}`
}

describe('readAdmissionCode', () => {
  it('reads codes of any key, and nothing else', () => {
    expect(codes.map((code) => readAdmissionCode(` ${code.toLowerCase()}`))).toEqual(contents)
    expect(['', 'M1:', 'ticket-general-e5e5gh-jk234', codes[0]!.slice(0, -1)].map(readAdmissionCode)).toEqual(
      Array.from({ length: 4 }),
    )
  })
})

describe('verifyAdmissionCode', () => {
  it('reads the test vectors of docs/admission-code.md', async () => {
    expect(vectors).toHaveLength(3)
    expect(await verified(codes)).toEqual(contents)
    expect(vectors.map(({ signedBytes }) => signed(signedBytes))).toEqual(codes)
  })
  it('ignores case, and white space before and after the code', async () => {
    expect(await verified(codes.map((code) => `\t ${code.toLowerCase()}\r\n`))).toEqual(contents)
  })
  it('rejects a code in which one character was changed', async () => {
    const [code] = codes as [string]
    const next = (letter: string) => letters[(letters.indexOf(letter) + 1) % 32]!
    const altered = Array.from(
      { length: code.length - 3 },
      (_, n) => code.slice(0, n + 3) + next(code[n + 3]!) + code.slice(n + 4),
    )
    expect(new Set(altered).size).toBe(138)
    expect(await verified(altered)).toEqual(altered.map(() => undefined))
  })
  it('rejects other lengths, prefixes, padding and letters that only look alike', async () => {
    const [code] = codes as [string]
    const others = ['', 'M1:', code.slice(3), code.slice(0, -1), `${code}A`, `${code}==`, code.replace('M1', 'M2')]
    const lookAlikes = [code.replace('S', 'ſ'), code.replace('K', '\u212A'), code.replace('A', 'А')]
    expect(await verified([...others, ...lookAlikes])).toEqual([...others, ...lookAlikes].map(() => undefined))
  })
  it.each([
    ['another version', (hex: string) => `02${hex.slice(2)}`],
    ['the type of an event in the length of general entry', (hex: string) => `${hex.slice(0, 42)}01`],
    ['a type that does not exist', (hex: string) => `${hex.slice(0, 42)}02`],
    ['a date after 9999-12-31', (hex: string) => `${hex.slice(0, 36)}2cc0a1${hex.slice(42)}`],
  ])('rejects a code with a valid signature and %s', async (_, alter) => {
    const [{ signedBytes }] = vectors as [(typeof vectors)[number]]
    expect(await verified([signed(signedBytes), signed(alter(signedBytes))])).toEqual([contents[0], undefined])
  })
  it('rejects a code whose remaining bits are not zero', async () => {
    // 106 bytes are 169.6 characters, and 86 bytes are 137.6: two bits of the last character belong to no byte.
    const last = (code: string) => code.slice(0, -1) + letters[letters.indexOf(code.at(-1)!) + 1]!
    expect(await verified(codes.map(last))).toEqual([undefined, undefined, undefined])
  })
  it('rejects a code whose key is not among the keys, or belongs to another museum', async () => {
    expect(await verified(codes, [])).toEqual([undefined, undefined, undefined])
    expect(await verified(codes, [aKey(255)])).toEqual([undefined, undefined, contents[2]])
    const x = 'PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw'
    expect(await verified(codes, [{ ...aKey(1), x }, aKey(255)])).toEqual([undefined, undefined, contents[2]])
  })
})

describe('a gate without a network', () => {
  const museum = useMuseum()

  it('verifies the code on the image of a ticket, and refuses the ticket once it is revoked', async () => {
    const client = museumClient({ baseUrl: museum.baseUrl(), credentials })
    const { eventId } = await client.createSpecialEvent({
      name: 'Night',
      location: 'Hall',
      eventDescription: '',
      dates: ['2030-05-17', '2030-05-18'],
      price: 5,
    })
    const buy = (ticketDate: string) =>
      client.buyMuseumTickets({ ticketType: 'event', eventId, ticketDate, email: 'visitor@example.org' })
    const tickets = [await buy('2030-05-17'), await buy('2030-05-17'), await buy('2030-05-18')]
    const { keys } = await client.listTicketKeys()
    const contents = await Promise.all(
      tickets.map(async ({ ticketId }) => {
        const image = await client.getTicketCode(ticketId)
        return verifyAdmissionCode((await readQrCode(Buffer.from(image)))!, keys)
      }),
    )
    expect(contents).toEqual(
      tickets.map(({ ticketId, ticketDate }) => ({
        ticketId,
        ticketDate,
        ticketType: 'event',
        eventId,
        occurrence: expect.any(Number),
      })),
    )
    const areRevoked = async () => {
      const revocations = await client.getTicketRevocations({ date: '2030-05-01' })
      return contents.map((content) => isRevoked(content!, revocations))
    }
    expect(await areRevoked()).toEqual([false, false, false])
    await client.cancelTicket(tickets[0]!.ticketId)
    expect(await areRevoked()).toEqual([true, false, false])
    await client.updateSpecialEvent(eventId, { dates: ['2030-05-17'] })
    expect(await areRevoked()).toEqual([true, false, true])
    // The removed date is added again. The earlier tickets stay cancelled, and a new ticket is valid.
    await client.updateSpecialEvent(eventId, { dates: ['2030-05-17', '2030-05-18'] })
    expect(await areRevoked()).toEqual([true, false, true])
    const { ticketId } = await buy('2030-05-18')
    const content = await verifyAdmissionCode(
      (await readQrCode(Buffer.from(await client.getTicketCode(ticketId))))!,
      keys,
    )
    expect(isRevoked(content!, await client.getTicketRevocations({ date: '2030-05-01' }))).toBe(false)
  })
})
