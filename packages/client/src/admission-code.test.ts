import { describe, expect, it } from '@jest/globals'
import {
  aTicketKey as aKey,
  badCodes,
  letters,
  signedCode as signed,
  vectorContents as contents,
  vectorKeys,
  vectors,
} from '../test/admission-code-vectors.ts'
import { typeOn } from '../../../tools/keyboard-layouts.ts'
import { readQrCode } from '../test/read-qr-code.ts'
import { credentials, useMuseum } from '../test/start-museum.ts'
import {
  type TicketKey,
  isRevoked,
  museumClient,
  readAdmissionCode,
  readScannedText,
  verifyAdmissionCode,
} from './index.ts'
import { confirmationCodesIn } from './scanned-text.ts'

const codes = vectors.map(({ code }) => code)
const verified = (texts: readonly string[], withKeys: readonly TicketKey[] = vectorKeys) =>
  Promise.all(texts.map((text) => verifyAdmissionCode(text, withKeys)))

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
    expect(vectors).toHaveLength(5)
    expect(await verified(codes)).toEqual(contents)
    expect(vectors.map(({ signedBytes }) => signed(signedBytes))).toEqual(codes)
  })
  it('ignores case, and white space before and after the code', async () => {
    expect(await verified(codes.map((code) => `\t ${code.toLowerCase()}\r\n`))).toEqual(contents)
  })
  it('rejects a code in which one character was changed', async () => {
    const next = (letter: string) => letters[(letters.indexOf(letter) + 1) % 32]!
    for (const code of [codes[0]!, codes[3]!]) {
      const altered = Array.from(
        { length: code.length - 3 },
        (_, n) => code.slice(0, n + 3) + next(code[n + 3]!) + code.slice(n + 4),
      )
      expect(new Set(altered).size).toBe(code.length - 3)
      expect(await verified(altered)).toEqual(altered.map(() => undefined))
    }
  })
  it('rejects other lengths, prefixes, letters, versions, types and dates, and remaining bits that are not zero', async () => {
    const [{ signedBytes }] = vectors as [(typeof vectors)[number]]
    expect(await verified([signed(signedBytes)])).toEqual([contents[0]])
    expect(badCodes).toHaveLength(22)
    expect(await verified(badCodes)).toEqual(badCodes.map(() => undefined))
  })
  it('rejects a code whose key is not among the keys, or belongs to another museum', async () => {
    expect(await verified(codes, [])).toEqual(codes.map(() => undefined))
    const ofKey255 = vectors.map(({ key }, n) => (key === 255 ? contents[n] : undefined))
    expect(await verified(codes, [aKey(255)])).toEqual(ofKey255)
    const x = 'PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw'
    expect(await verified(codes, [{ ...aKey(1), x }, aKey(255)])).toEqual(ofKey255)
  })
})

describe('a code that a scanner types', () => {
  const unsigned = `${vectors[0]!.ticketId}.ticket-general-abcdyz-kmn23`
  const confirmation = 'ticket-event-npqrst-uvwxy'
  it.each(['German', 'Swiss German', 'French', 'Belgian'] as const)(
    'as on a US keyboard is read on a %s one',
    async (layout) => {
      for (const [n, { code }] of vectors.entries()) {
        expect(readScannedText(` ${typeOn(layout, code)}\r`)).toEqual({ text: code, form: 'signed' })
        expect(await verifyAdmissionCode(typeOn(layout, code), vectorKeys)).toEqual(contents[n])
      }
      // On a Swiss keyboard, it may be two codes.
      if (layout === 'Swiss German') return
      expect(readScannedText(typeOn(layout, unsigned))).toEqual({ text: unsigned, form: 'unsigned' })
      expect(readScannedText(typeOn(layout, confirmation))).toEqual({ text: confirmation, form: 'confirmation code' })
    },
  )

  it.each(['Swiss German', 'Spanish'] as const)(
    'is left to the server on a %s keyboard when it may be one of two',
    (layout) => {
      for (const [form, start, code] of [
        ['unsigned', vectors[0]!.ticketId, '.ticket-general-abcdyz-kmn23'],
        ['confirmation code', '', confirmation],
      ] as const) {
        const read = { text: start + typeOn(layout, code), form }
        expect(readScannedText(` ${typeOn(layout, start + code)}\n`)).toEqual(read)
        expect(readScannedText(read.text)).toEqual(read)
        const sure = start + code.replaceAll(/[yz]/g, 'a')
        expect(readScannedText(typeOn(layout, sure))).toEqual({ text: sure, form })
      }
    },
  )

  it.each([']Q1', ']d2', ']z0'])(
    'a code is read after the symbology identifier %s that the scanner adds',
    async (identifier) => {
      const { code } = vectors[0]!
      expect(readScannedText(identifier + code)).toEqual({ text: code, form: 'signed' })
      expect(await verifyAdmissionCode(identifier + code.toLowerCase(), vectorKeys)).toEqual(contents[0])
      expect(readScannedText(typeOn('French', identifier + code))).toEqual({ text: code, form: 'signed' })
      expect(readScannedText(`${identifier}${unsigned}`)).toEqual({ text: unsigned, form: 'unsigned' })
    },
  )

  it.each([
    [']Q1]Q1', ''],
    [']Q1\u001d', ''],
    ['\u0002', '\u0003'],
    ['', '\0'],
  ])('is read after %j and before %j, which scanners add', async (start, end) => {
    const { code } = vectors[0]!
    expect(readScannedText(start + code + end)).toEqual({ text: code, form: 'signed' })
    expect(await verifyAdmissionCode(start + code + end, vectorKeys)).toEqual(contents[0])
    expect(readScannedText(start + unsigned + end)).toEqual({ text: unsigned, form: 'unsigned' })
    expect(readScannedText(start + typeOn('Russian', code) + end).form).toBe('garbled')
  })

  it.each(['Spanish', 'French'] as const)('on a %s keyboard is read with the apostrophes of a phone', (layout) => {
    const code = 'ticket-general-abcdef-ghj4k'
    const typed = typeOn(layout, code).replaceAll("'", '’')
    expect(readScannedText(typed)).toEqual({ text: code, form: 'confirmation code' })
    expect(confirmationCodesIn(typed)).toEqual([code])
  })

  it.each([...vectors.map(({ code }) => code), unsigned])('is garbled on another keyboard: %s', (code) => {
    for (const identifier of ['', ']Q1', ']Q1]Q1'])
      expect(readScannedText(typeOn('Russian', identifier + code)).form).toBe('garbled')
  })

  it.each(['', ']Q1', '4006381333931', 'M1:', 'ticket-event-000000-00000', 'https://museum.example/'])(
    'is none: %j',
    (text) => {
      expect(readScannedText(text).form).toBe('other')
    },
  )
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
