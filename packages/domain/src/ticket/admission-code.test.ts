import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { aGeneralTicket, anEventTicket, exampleId } from '@museum/testing/examples'
import {
  AdmissionCode,
  type AdmissionCodeContent,
  CalendarDate,
  EventId,
  TicketId,
  TicketKeyId,
  TimeOfDay,
} from '../index.ts'

const uuid = fc.uuid({ version: [1, 4, 7] })
const common = {
  keyId: fc.integer({ min: 1, max: 255 }).map((number) => TicketKeyId(number)),
  ticketId: uuid.map((text) => TicketId(text)),
  ticketDate: fc.integer({ min: 0, max: 2_932_896 }).map((days) => CalendarDate.ofDays(days)!),
}
const general = fc.record({ ...common, ticketType: fc.constant('general' as const) })
const event = fc.record({
  ...common,
  ticketType: fc.constant('event' as const),
  eventId: uuid.map((text) => EventId(text)),
  occurrenceNumber: fc.integer({ min: 0, max: 0xffff_ffff }),
})
const entryTime = fc.integer({ min: 0, max: 1_439 }).map(TimeOfDay.ofMinutes)
const anyContent: fc.Arbitrary<AdmissionCodeContent> = fc
  .tuple(fc.oneof(general, event), fc.option(entryTime, { nil: undefined }))
  .map(([content, time]) => (time === undefined ? content : Object.assign({}, content, { entryTime: time })))
const anySignature = fc.uint8Array({ minLength: 64, maxLength: 64 })
const anyCode = fc
  .tuple(anyContent, anySignature)
  .map(([content, signature]) => AdmissionCode.encode(AdmissionCode.signedBytesOf(content), signature))

/** With every letter of Base32 in its text. */
const signature = Uint8Array.from({ length: 64 }, (_, n) => n * 37)
const timed = { entryTime: TimeOfDay('10:30') }
const contentOf = {
  general: AdmissionCode.contentOf(aGeneralTicket(), TicketKeyId(2)),
  timed: AdmissionCode.contentOf(aGeneralTicket(timed), TicketKeyId(2)),
}
const bytesOf = (content: AdmissionCodeContent) => AdmissionCode.signedBytesOf(content)
const encodedCode = (bytes: Uint8Array) => AdmissionCode.encode(bytes, signature)

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
/** The code of a general ticket, with other bytes from one place on. */
const altered = (at: number, values: number | readonly number[], content = contentOf.general) => {
  const bytes = bytesOf(content)
  bytes.set([values].flat(), at)
  return encodedCode(bytes)
}

describe('an admission code', () => {
  it('contains the key, the identifier and the date of a general ticket', () => {
    const ticket = aGeneralTicket({ ticketId: TicketId(exampleId(101)), ticketDate: CalendarDate('2030-05-17') })
    const bytes = AdmissionCode.signedBytesOf(AdmissionCode.contentOf(ticket, TicketKeyId(2)))
    // 2030-05-17 is day 22051 (0x005623).
    expect(hex(bytes)).toBe(['01', '02', '01940000000070008000000000000101', '005623', '00'].join(''))
  })

  it('contains also the event and the number of the occurrence of an event ticket', () => {
    const ticket = anEventTicket({ occurrenceNumber: 0x01020304, ticketDate: CalendarDate('9999-12-31') })
    const bytes = AdmissionCode.signedBytesOf(AdmissionCode.contentOf(ticket, TicketKeyId(255)))
    expect(hex(bytes)).toBe(
      [
        '01',
        'ff',
        '01940000000070008000000000000102',
        '2cc0a0',
        '01',
        '01940000000070008000000000000001',
        '01020304',
      ].join(''),
    )
  })

  it('contains in version 2 also the entry time, before the event', () => {
    const general = AdmissionCode.contentOf(aGeneralTicket({ entryTime: TimeOfDay('10:30') }), TicketKeyId(2))
    expect(hex(bytesOf(general))).toBe(
      ['02', '02', '01940000000070008000000000000101', '005623', '00', '0276'].join(''),
    )
    const event = anEventTicket({ occurrenceNumber: 7, entryTime: TimeOfDay('23:59') })
    expect(hex(bytesOf(AdmissionCode.contentOf(event, TicketKeyId(2))))).toBe(
      [
        '02',
        '02',
        '01940000000070008000000000000102',
        '005623',
        '01',
        '059f',
        '01940000000070008000000000000001',
        '00000007',
      ].join(''),
    )
  })

  it('has 141 characters for general entry, 173 for an event, and 3 more with an entry time, all in the alphanumeric mode of QR codes', () => {
    fc.assert(
      fc.property(anyContent, anySignature, (content, bytes) => {
        const code = AdmissionCode.encode(AdmissionCode.signedBytesOf(content), bytes)
        expect(code).toMatch(/^M1:[A-Z2-7]+$/)
        expect(code).toHaveLength(
          (content.ticketType === 'general' ? 141 : 173) + (content.entryTime === undefined ? 0 : 3),
        )
      }),
    )
  })

  it('is decoded to what was encoded, in either case and with white space around it', () => {
    const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\r', '\n', '\u00a0', '\ufeff'), maxLength: 3 })
    fc.assert(
      fc.property(anyContent, anySignature, space, space, fc.boolean(), (content, bytes, before, after, isLower) => {
        const signedBytes = AdmissionCode.signedBytesOf(content)
        const code = AdmissionCode.encode(signedBytes, bytes)
        const text = before + (isLower ? code.toLowerCase() : code) + after
        expect(AdmissionCode.isSigned(text)).toBe(true)
        expect(AdmissionCode.decode(text)).toEqual({ content, signedBytes, signature: bytes })
      }),
    )
  })

  it('is decoded only from the text to which its content is encoded', () => {
    const position = fc.nat({ max: 175 })
    const letter = fc.constantFrom(...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567018 =.-'))
    fc.assert(
      fc.property(anyCode, position, letter, (code, at, replacement) => {
        const text = code.slice(0, at) + replacement + code.slice(at + 1)
        const decoded = AdmissionCode.decode(text)
        if (decoded !== undefined)
          expect(AdmissionCode.encode(AdmissionCode.signedBytesOf(decoded.content), decoded.signature)).toBe(
            text.trim(),
          )
      }),
      { numRuns: 2_000 },
    )
  })

  it('is not decoded when it is too short or too long', () => {
    fc.assert(
      fc.property(anyCode, fc.nat({ max: 175 }), fc.string({ minLength: 1 }), (code, length, more) => {
        expect(AdmissionCode.decode(code.slice(0, Math.min(length, code.length - 1)))).toBeUndefined()
        if (more.trim() !== '') expect(AdmissionCode.decode(code + more)).toBeUndefined()
      }),
    )
  })

  const code = encodedCode(bytesOf(contentOf.general))
  it('of these tests contains every letter of Base32', () => {
    expect(new Set(code.slice(3)).size).toBe(32)
  })

  it.each([
    ['an empty text', ''],
    ['the prefix alone', 'M1:'],
    ['another prefix', code.replace('M1:', 'M2:')],
    ['a code without its prefix', code.slice(3)],
    ['a space in the middle', `${code.slice(0, 50)} ${code.slice(50)}`],
    ['padding', `${code}======`],
    ['a Cyrillic letter that looks like a Latin one', code.replace(/A/, 'А')],
    ['a letter that becomes S in upper case', code.replace('S', 'ſ')],
    ['a letter that becomes K in lower case', code.replace('K', '\u212a')],
    ['two codes', `${code}\n${code}`],
    ['remaining bits that are not zero', `${code.slice(0, -1)}7`],
    ['version 0', altered(0, 0)],
    ['version 3', altered(0, 3)],
    ['version 2 without an entry time', altered(0, 2)],
    ['version 1 with an entry time', altered(0, 1, contentOf.timed)],
    ['the time 24:00', altered(22, [5, 160], contentOf.timed)],
    ['a time with a type of an event without an event', altered(21, 1, contentOf.timed)],
    ['key 0', altered(1, 0)],
    ['a date after 9999-12-31', altered(18, 0x2d)],
    ['another type', altered(21, 2)],
    ['the type of an event ticket without an event', altered(21, 1)],
    ['an unsigned code', `${aGeneralTicket().ticketId}.${aGeneralTicket().confirmationCode}`],
  ])('is not read from %s', (_, text) => {
    expect(AdmissionCode.decode(text)).toBeUndefined()
  })

  it('of the general type is not decoded in the length of an event ticket', () => {
    const bytes = bytesOf(AdmissionCode.contentOf(anEventTicket(), TicketKeyId(2)))
    expect(AdmissionCode.decode(encodedCode(bytes))).toBeDefined()
    bytes[21] = 0
    expect(AdmissionCode.decode(encodedCode(bytes))).toBeUndefined()
  })

  it.each([
    ['m1:', true],
    [' \nM1:not base32', true],
    ['M2:AAAA', false],
    ['ticket-general-abcdef-23456', false],
    ['', false],
    ['xm1:abc', false],
  ])('is recognised by its prefix: %j', (text, isSigned) => {
    expect(AdmissionCode.isSigned(text)).toBe(isSigned)
  })
})

describe('the unsigned code of earlier versions', () => {
  const { ticketId, confirmationCode } = aGeneralTicket()
  const unsigned = `${ticketId}.${confirmationCode}`

  it('is read, in either case and with white space around it', () => {
    for (const text of [unsigned, unsigned.toUpperCase(), ` ${unsigned}\r\n`])
      expect(AdmissionCode.decodeUnsigned(text)).toEqual({ ticketId, confirmationCodes: [confirmationCode] })
    expect(AdmissionCode.isSigned(unsigned)).toBe(false)
  })

  it.each(['', ticketId, `${ticketId}.`, `${unsigned}x`, unsigned.replace('.', ' '), `.${confirmationCode}`])(
    'is not read from %j',
    (text) => {
      expect(AdmissionCode.decodeUnsigned(text)).toBeUndefined()
    },
  )
})
