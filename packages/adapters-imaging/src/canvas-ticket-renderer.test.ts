import { describe, expect, it } from '@jest/globals'
import { CalendarDate, ConfirmationCode, TimeOfDay } from '@museum/domain'
import { languages } from '@museum/languages'
import { ticketRendererContract } from '@museum/testing/contracts'
import { aGeneralTicket, anAdmissionCode, anEventTicket } from '@museum/testing/examples'
import { create } from 'qrcode'
import { aTicketTo } from '../test/a-ticket-to.ts'
import { type View, decodeImage } from '../test/decode-image.ts'
import { drawLayout, layoutOf } from '../test/draw-layout.ts'
import { type Pixels, colourAt, crop, inkBox, parseColour } from '../test/pixels.ts'
import { readCodeWithZxing } from '../test/read-code-with-zxing.ts'
import { readCode } from '../test/read-code.ts'
import { qrCode } from './drawing/ticket-layout.ts'
import { colours } from './drawing/ticket-style.ts'
import { canvasTicketRenderer } from './index.ts'
import { sampleTexts } from './text/font-faults-in.ts'

const museumName = 'City Museum of Art and History'
const style = { museumName, language: 'en' }
const ticketRenderer = canvasTicketRenderer()

ticketRendererContract({ describe, it }, 'canvasTicketRenderer', async () => ({
  ticketRenderer: canvasTicketRenderer(),
  read: async (image) => readCode(await decodeImage(image))!,
}))

const tickets = [
  ['general', aGeneralTicket()],
  ['event', anEventTicket()],
  ['timed', aGeneralTicket({ entryTime: TimeOfDay('11:30') })],
] as const

const readers = [
  ['jsQR', readCode],
  ['ZXing', readCodeWithZxing],
] as const

describe('the QR code of a ticket image', () => {
  const views: readonly (readonly [string, View])[] = [
    ['as it is', {}],
    ['small', { scale: 0.5 }],
    ['smaller', { scale: 0.35 }],
    ['out of focus', { blur: 3 }],
    ['turned', { degrees: 4 }],
    ['turned the other way', { degrees: -9 }],
    ['turned by a quarter', { degrees: 90 }],
    ['upside down', { degrees: 180 }],
    ['turned, small and out of focus', { degrees: 5, scale: 0.6, blur: 1 }],
    ['a poor JPEG', { jpegQuality: 10 }],
    ['a small and poor JPEG', { scale: 0.5, jpegQuality: 20 }],
    ['a turned, small and poor JPEG that is out of focus', { degrees: -7, scale: 0.6, blur: 1, jpegQuality: 25 }],
  ]
  const inAllWays = readers.flatMap(([reader, read]) =>
    views.flatMap(([view, options]) =>
      tickets.map(([type, ticket]) => [type, reader, view, ticket, read, options] as const),
    ),
  )

  it.each(inAllWays)('of the %s ticket is read by %s: %s', async (_type, _reader, _view, ticket, read, options) => {
    const image = await decodeImage(await ticketRenderer.render(ticket, anAdmissionCode(ticket), style), options)
    expect(await read(image)).toBe(anAdmissionCode(ticket))
  })

  it('is read below names of the greatest length in many scripts', async () => {
    const ticket = aTicketTo('Ночь в музее 🎟️ 美術館の夜'.repeat(8), 'W'.repeat(255))
    const image = await decodeImage(await ticketRenderer.render(ticket, anAdmissionCode(ticket), style))
    for (const [, read] of readers) expect(await read(image)).toBe(anAdmissionCode(ticket))
  })

  it.each(tickets)('is black on white, with modules that are squares of whole pixels: %s', async (_, ticket) => {
    const layout = layoutOf(ticket, museumName)
    const { box, moduleSize } = layout.code
    const data = anAdmissionCode(ticket)
    const { modules } = create([{ data, mode: 'alphanumeric' }], { errorCorrectionLevel: 'M' })
    expect(moduleSize).toBeGreaterThanOrEqual(8)
    expect(box.width).toBe((modules.size + 8) * moduleSize)
    expect(box.height).toBe(box.width)

    const code = crop(await decodeImage(await ticketRenderer.render(ticket, anAdmissionCode(ticket), style)), box)
    const wrongPixels: string[] = []
    for (let y = 0; y < code.height; y += 1)
      for (let x = 0; x < code.width; x += 1) {
        const [row, column] = [Math.floor(y / moduleSize) - 4, Math.floor(x / moduleSize) - 4]
        const inside = row >= 0 && column >= 0 && row < modules.size && column < modules.size
        const expected = inside && modules.get(row, column) === 1 ? 0x000000 : 0xffffff
        if (colourAt(code, x, y) !== expected) wrongPixels.push(`${x}, ${y}`)
      }
    expect(wrongPixels).toEqual([])
  })

  it.each([
    ['general', 6, aGeneralTicket()],
    ['event', 7, anEventTicket()],
    ['general with an entry time', 6, aGeneralTicket({ entryTime: TimeOfDay('10:30') })],
    ['event with an entry time', 7, anEventTicket({ entryTime: TimeOfDay('10:30') })],
  ] as const)('has the smallest version in alphanumeric mode that holds the code: %s', (_, version, ticket) => {
    const { qrCode: code, moduleSize } = layoutOf(ticket, museumName).code
    expect([code.size, moduleSize]).toEqual([version * 4 + 17, 9])
    const data = anAdmissionCode(ticket)
    const options = (level: number) => ({ errorCorrectionLevel: 'M', version: level }) as const
    const { segments } = create([{ data, mode: 'alphanumeric' }], options(version))
    expect(segments.map(({ mode }) => mode.id)).toEqual(['Alphanumeric'])
    expect(() => create([{ data, mode: 'alphanumeric' }], options(version - 1))).toThrow(/version/i)
    expect(() => create([{ data: Buffer.from(data), mode: 'byte' }], options(version))).toThrow(/version/i)
  })

  it('is in byte mode when the text has other characters', () => {
    expect(qrCode('m1:lower case').size).toBeGreaterThan(0)
    expect(qrCode('a'.repeat(100)).size).toBeGreaterThan(qrCode('A'.repeat(100)).size)
  })
})

describe('a ticket image', () => {
  it('is opaque, 720 pixels wide and about 1240 high', () => {
    const { width, height, data } = drawLayout(layoutOf(anEventTicket(), museumName))
    expect(width).toBe(720)
    expect(height).toBeGreaterThan(1100)
    expect(height).toBeLessThan(1280)
    expect(new Set(data.filter((_, index) => index % 4 === 3))).toEqual(new Set([255]))
  })

  it.each([
    ['one line', 'Night', 'Hall'],
    ['a word of 255 letters', 'W'.repeat(255), 'M'.repeat(255)],
    ['hundreds of emoji', '👨‍👩‍👧‍👦'.repeat(36), '😀'.repeat(255)],
    ['a letter with hundreds of accents', `Z${'\u0301\u0323'.repeat(127)}`, 'a\u0301\u0302\u0303'.repeat(63)],
    ['one emoji joined from 127', '😀\u200d'.repeat(127), 'क्'.repeat(120)],
    ['both directions', 'abc עברית (12) عربي '.repeat(12), '\u202e\u2067abc\u202b'],
  ])('shows only the background outside of the text blocks and the code: %s', (_, name, location) => {
    const layout = layoutOf(aTicketTo(name, location), 'Museum '.repeat(99))
    const [withTexts, withoutTexts] = [drawLayout(layout), drawLayout({ ...layout, textBlocks: [] })]
    const outsideOfTexts = ({ data, ...size }: Pixels) => {
      const copy = { ...size, data: data.slice() }
      for (const { box } of layout.textBlocks)
        for (let y = box.y; y < box.y + box.height; y += 1)
          copy.data.fill(0, (y * size.width + box.x) * 4, (y * size.width + box.x + box.width) * 4)
      return Buffer.from(copy.data)
    }
    expect(outsideOfTexts(withTexts).equals(outsideOfTexts(withoutTexts))).toBe(true)
    for (const { box } of layout.textBlocks)
      expect(colourAt(withoutTexts, box.x, box.y)).toBe(parseColour(colours.paper))
  })

  it.each(Object.entries(sampleTexts))('clips no letter of a line: %s', (_, name) => {
    const layout = layoutOf(aTicketTo(`${name} ÅÇÑgjpqy`, name), name)
    const image = drawLayout(layout)
    for (const { box, paragraph } of layout.textBlocks)
      for (const line of paragraph.lines.keys()) {
        const lineBox = { ...box, y: box.y + line * paragraph.lineHeight, height: paragraph.lineHeight }
        const { x, y, width, height } = inkBox(crop(image, lineBox))
        expect([x > 0, y > 0, x + width < lineBox.width, y + height < lineBox.height]).toEqual([true, true, true, true])
      }
  })

  it('has a frame of another colour for general entry than for an event', async () => {
    const frameColours = [aGeneralTicket(), anEventTicket()].map(async (ticket) =>
      colourAt(await decodeImage(await ticketRenderer.render(ticket, anAdmissionCode(ticket), style)), 2, 2),
    )
    expect(await Promise.all(frameColours)).toEqual([colours.general, colours.event].map(parseColour))
    expect(colours.general).not.toBe(colours.event)
  })

  it.each(tickets)('has its words in the language, and the same code: %s', async (_, ticket) => {
    const code = anAdmissionCode(ticket)
    const render = (language: string) => canvasTicketRenderer().render(ticket, code, { museumName, language })
    const images = await Promise.all(languages.map(async (language) => Buffer.from(await render(language))))
    expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(languages.length)
    for (const image of images) expect(readCode(await decodeImage(image))).toBe(code)
    // Another language has the words in English.
    expect(images[languages.indexOf('en')]!.equals(await render('it'))).toBe(true)
  })

  const inRehearsals = [
    ...languages.map((language) => ['general', language, aGeneralTicket()] as const),
    ...tickets.slice(1).map(([type, ticket]) => [type, 'en', ticket] as const),
  ]
  it.each(inRehearsals)('says twice in a rehearsal that it is not valid: %s, %s', async (_, language, ticket) => {
    const code = anAdmissionCode(ticket)
    const render = (isRehearsal?: boolean) =>
      canvasTicketRenderer({ ...(isRehearsal !== undefined && { isRehearsal }) }).render(ticket, code, {
        museumName,
        language,
      })
    const [valid, rehearsed] = [await render(), await render(true)]
    expect(Buffer.from(await render(false)).equals(valid)).toBe(true)
    const image = await decodeImage(rehearsed)
    for (const [, read] of readers) expect(await read(image)).toBe(code)

    const layout = layoutOf(ticket, museumName, language, true)
    const notices = layout.textBlocks.filter(({ part }) => part === 'rehearsal')
    expect(notices.map(({ box }) => box.y < layout.emblem.y)).toEqual([true, false])
    for (const { box } of notices) {
      expect(inkBox(crop(image, box)).width).toBeGreaterThan(300)
      expect(box.y + box.height).toBeLessThan(layout.code.box.y)
    }
    // With its quiet zone.
    const codeOf = async (png: Uint8Array, { box }: typeof layout.code) =>
      Buffer.from(crop(await decodeImage(png), box).data)
    const validLayout = layoutOf(ticket, museumName, language)
    expect((await codeOf(rehearsed, layout.code)).equals(await codeOf(valid, validLayout.code))).toBe(true)
  })

  it('differs when any text on it differs', async () => {
    const different = [
      aTicketTo('Night', 'Hall'),
      aTicketTo('Day', 'Hall'),
      aTicketTo('Night', 'Garden'),
      { ...aTicketTo('Night', 'Hall'), ticketDate: CalendarDate('2030-05-18') },
      { ...aTicketTo('Night', 'Hall'), entryTime: TimeOfDay('11:30') },
      { ...aTicketTo('Night', 'Hall'), entryTime: TimeOfDay('12:00') },
      { ...aTicketTo('Night', 'Hall'), confirmationCode: ConfirmationCode('ticket-event-abcdef-23457') },
    ]
    const images = await Promise.all(
      different.map(async (ticket) => Buffer.from(await ticketRenderer.render(ticket, anAdmissionCode(ticket), style))),
    )
    expect(new Set(images.map((image) => image.toString('base64'))).size).toBe(different.length)
    const ofAnotherMuseum = await ticketRenderer.render(different[0]!, anAdmissionCode(different[0]!), {
      ...style,
      museumName: 'Another Museum',
    })
    expect(images[0]!.equals(ofAnotherMuseum)).toBe(false)
  })
})
