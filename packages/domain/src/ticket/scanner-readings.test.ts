import { describe, expect, it } from '@jest/globals'
import { aGeneralTicket, anEventTicket } from '@museum/testing/examples'
import { typeOn } from '../../../../tools/keyboard-layouts.ts'
import { AdmissionCode, ConfirmationCode, TicketKeyId, TimeOfDay } from '../index.ts'
import { scannerReadings } from './scanner-readings.ts'

const layouts = ['German', 'Swiss German', 'French', 'Belgian'] as const

const general = aGeneralTicket()
const unsigned = `${general.ticketId}.${general.confirmationCode}`
/** Signed codes with every letter and digit of Base32. */
const timed = { entryTime: TimeOfDay('10:30') }
const signed = [general, anEventTicket(), aGeneralTicket(timed), anEventTicket(timed)].map((ticket) =>
  AdmissionCode.encode(
    AdmissionCode.signedBytesOf(AdmissionCode.contentOf(ticket, TicketKeyId(2))),
    Uint8Array.from({ length: 64 }, (_, n) => n * 37),
  ),
)
const allLetters = 'ticket-general-abcdef-ghjkm\nticket-event-npqrst-uvwxy\nticket-general-z23456-789ab'.split('\n')

describe('a code that a scanner types', () => {
  it.each(layouts)('as on a US keyboard is read on a %s one', (layout) => {
    for (const code of signed) {
      expect(AdmissionCode.isSigned(typeOn(layout, code))).toBe(true)
      expect(AdmissionCode.decode(` ${typeOn(layout, code)}\r`)).toEqual(AdmissionCode.decode(code))
    }
    expect(AdmissionCode.decodeUnsigned(typeOn(layout, unsigned))).toEqual(AdmissionCode.decodeUnsigned(unsigned))
    for (const code of allLetters) expect(ConfirmationCode.read(typeOn(layout, code))).toContain(code)
  })

  it.each(['Swiss German', 'Spanish'] as const)('on a %s keyboard may be one of two confirmation codes', (layout) => {
    const [code, other] = ['ticket-event-abcdyz-zy234', 'ticket-event-abcdzy-yz234'] as const
    expect(ConfirmationCode.read(typeOn(layout, code))?.toSorted()).toEqual([code, other])
    const read = AdmissionCode.decodeUnsigned(typeOn(layout, `${general.ticketId}.${code}`))
    expect(read?.ticketId).toBe(general.ticketId)
    expect(read?.confirmationCodes.toSorted()).toEqual([code, other])
  })

  it.each([']Q1', ']Q2', ']d1', ']q1', ']z0'])(
    'a code is read after the symbology identifier %s that the scanner adds',
    (identifier) => {
      for (const code of signed)
        expect(AdmissionCode.decode(`${identifier}${code}`)).toEqual(AdmissionCode.decode(code))
      expect(AdmissionCode.isSigned(`${identifier}M1:`)).toBe(true)
      expect(AdmissionCode.decodeUnsigned(`${identifier}${unsigned}`)).toEqual(AdmissionCode.decodeUnsigned(unsigned))
      expect(ConfirmationCode.read(` ${identifier}${allLetters[0]!}`)).toEqual([allLetters[0]])
    },
  )

  it.each([
    [']Q1]Q1', ''],
    ['\u001d', ''],
    [']Q1\u001d', ''],
    ['\u0002', '\u0003'],
    ['', '\0'],
    ['', '\r\0\n'],
  ])('is read after %j and before %j, which scanners add', (start, end) => {
    for (const code of signed) expect(AdmissionCode.decode(start + code + end)).toEqual(AdmissionCode.decode(code))
    expect(AdmissionCode.decodeUnsigned(start + unsigned + end)).toEqual(AdmissionCode.decodeUnsigned(unsigned))
    expect(ConfirmationCode.read(start + allLetters[0]! + end)).toEqual([allLetters[0]])
    for (const code of [...signed, unsigned]) {
      expect(AdmissionCode.isGarbled(start + code + end)).toBe(false)
      expect(AdmissionCode.isGarbled(start + typeOn('Russian', code) + end)).toBe(true)
    }
  })

  it.each([...layouts, 'Spanish'] as const)('on a %s keyboard is read with the apostrophes of a phone', (layout) => {
    for (const code of allLetters)
      expect(ConfirmationCode.read(typeOn(layout, code).replaceAll("'", '’'))).toContain(code)
    const typed = typeOn(layout, unsigned).replaceAll("'", '’')
    expect(AdmissionCode.decodeUnsigned(typed)?.confirmationCodes).toContain(general.confirmationCode)
    if (layout === 'Spanish') return
    for (const code of signed)
      expect(AdmissionCode.decode(typeOn(layout, code).replaceAll("'", '’'))).toEqual(AdmissionCode.decode(code))
  })

  it.each(['German', 'French', 'Belgian'] as const)('is read after an identifier on a %s keyboard', (layout) => {
    for (const code of signed)
      expect(AdmissionCode.decode(typeOn(layout, `]Q1${code}`))).toEqual(AdmissionCode.decode(code))
  })

  it('is itself on the keyboard of the scanner: no letters are exchanged', () => {
    for (const code of [...signed, unsigned, ...allLetters]) expect(scannerReadings(code)).toEqual([code])
  })

  it.each([']', ']Q', ']Q1', '', ']]Q1', 'Q1'])('is no code without one: %j', (text) => {
    expect([AdmissionCode.decode(text), AdmissionCode.decodeUnsigned(text), ConfirmationCode.read(text)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('a text of the length of a code', () => {
  it.each([
    ...signed,
    unsigned,
    ...[']Q1', ']Q1]Q1'].flatMap((identifiers) => signed.map((code) => identifiers + code)),
  ])('is garbled when it has other characters: %s', (code) => {
    expect(AdmissionCode.isGarbled(code)).toBe(false)
    expect(AdmissionCode.isGarbled(` ${typeOn('Russian', code)}\n`)).toBe(true)
  })

  it('is not garbled in any layout that is read', () => {
    for (const layout of layouts)
      for (const code of [...signed, unsigned]) expect(AdmissionCode.isGarbled(typeOn(layout, code))).toBe(false)
  })

  it.each(['', 'ticket-general-abcdef-23456', '4006381333931', 'x'.repeat(140), 'M1:AAAA'])(
    'is not one of another length: %j',
    (text) => {
      expect(AdmissionCode.isGarbled(text)).toBe(false)
    },
  )
})
