import { describe, expect, it } from '@jest/globals'
import { CalendarDate, EventName, OrderId, PriceCategoryId, PriceCategoryName, TimeOfDay } from '@museum/domain'
import type { Language } from '@museum/languages'
import { aGeneralTicket, anEventTicket } from '@museum/testing/examples'
import fc from 'fast-check'
import { codePoint, grapheme } from '../../../../tools/fast-check/characters.ts'
import { aTicketTo } from '../../test/a-ticket-to.ts'
import { layoutOf } from '../../test/draw-layout.ts'
import { sampleTexts } from '../text/font-faults-in.ts'
import { type Box, type TicketLayout, ticketLayout } from './ticket-layout.ts'

const writtenTexts = ({ textBlocks }: TicketLayout) =>
  textBlocks.map(({ part, paragraph }) => [
    part,
    paragraph.lines.map(({ runs }) => runs.map(({ text }) => text).join('')).join(' / '),
  ])

const overlap = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

const expectSoundLayout = (layout: TicketLayout) => {
  const { emblem, ornament, textBlocks, code, card, perforationY } = layout
  const perforation = { x: card.x, y: perforationY - 2, width: card.width, height: 4 }
  const boxes = [emblem, ornament, ...textBlocks.map(({ box }) => box), code.box, perforation]
  for (const [index, box] of boxes.entries()) {
    expect([box.x, box.y, box.width, box.height].every(Number.isInteger)).toBe(true)
    for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).toBe(false)
    if (box !== perforation) {
      expect(box.x).toBeGreaterThanOrEqual(card.x + 30)
      expect(box.x + box.width).toBeLessThanOrEqual(card.x + card.width - 30)
    }
    expect(box.y).toBeGreaterThanOrEqual(card.y + 30)
    expect(box.y + box.height).toBeLessThanOrEqual(card.y + card.height - 30)
  }
  for (const { box, paragraph } of textBlocks) {
    expect(box.height).toBe(paragraph.lines.length * paragraph.lineHeight)
    for (const { width } of paragraph.lines) expect(width).toBeLessThanOrEqual(box.width)
  }
}

describe('ticketLayout', () => {
  it('writes the museum, the event, the date and the codes on an event ticket', () => {
    expect(writtenTexts(layoutOf(anEventTicket(), 'City Museum'))).toEqual([
      ['museum name', 'City Museum'],
      ['ticket type', 'SPECIAL EVENT'],
      ['event name', 'Night at the Museum'],
      ['location', 'Main Hall'],
      ['date', 'Friday, 17 May 2030'],
      ['confirmation code', 'ticket-event-abcdef-23456'],
      ['ticket id', '01940000-0000-7000-8000-000000000102'],
    ])
  })

  it.each(['Child, 6 to 17', '子ども（6〜17歳）'])(
    'writes the price category %s below the date, and moves the code down',
    (text) => {
      const priceCategory = { priceCategory: PriceCategoryId('child'), name: PriceCategoryName(text) }
      const [full, reduced] = [layoutOf(anEventTicket(), 'M'), layoutOf(anEventTicket({ priceCategory }), 'M')]
      expect(writtenTexts(reduced).slice(4, 6)).toEqual([
        ['date', 'Friday, 17 May 2030'],
        ['price category', text],
      ])
      expect(reduced.code.box.y).toBeGreaterThan(full.code.box.y + 30)
    },
  )

  it.each([aGeneralTicket(), anEventTicket()])(
    'writes the entry time below the date, more than twice as large, and moves only what follows down: $ticketType',
    (ticket) => {
      const category = {
        priceCategory: { priceCategory: PriceCategoryId('child'), name: PriceCategoryName('Child, 6 to 17') },
      }
      const [allDay, timed] = [{}, { entryTime: TimeOfDay('11:30') }].map((time) =>
        layoutOf({ ...ticket, ...category, ...time }, 'M'),
      )
      expectSoundLayout(timed!)
      const date = allDay!.textBlocks.findIndex(({ part }) => part === 'date')
      expect(timed!.textBlocks.slice(0, date + 1)).toEqual(allDay!.textBlocks.slice(0, date + 1))
      expect(writtenTexts(timed!).toSpliced(date + 1, 1)).toEqual(writtenTexts(allDay!))
      expect(writtenTexts(timed!)[date + 1]).toEqual(['entry time', '11:30'])
      const [dateBlock, timeBlock] = timed!.textBlocks.slice(date)
      expect(timeBlock!.paragraph.size).toBeGreaterThan(2 * dateBlock!.paragraph.size)
      expect(timeBlock!.box.y).toBe(dateBlock!.box.y + dateBlock!.box.height)
      expect(timed!.code.box.y - allDay!.code.box.y).toBe(timeBlock!.box.height)
    },
  )

  it.each(['児', 'W', 'ب', 'क'])('writes a price category of the greatest length whole: 60 times %s', (character) => {
    const name = PriceCategoryName(character.repeat(60))
    const layout = layoutOf(anEventTicket({ priceCategory: { priceCategory: PriceCategoryId('child'), name } }), 'M')
    expectSoundLayout(layout)
    const [, lines] = writtenTexts(layout).find(([part]) => part === 'price category')!
    expect(lines!.replaceAll(' / ', '')).toBe(name)
  })

  it('writes the number of the order between the codes, and moves nothing above it', () => {
    const orderId = OrderId('01940000-0000-7000-8000-000000000301')
    for (const [language, line] of [
      ['en', 'Order aaaa-aa34'],
      ['de', 'Bestellung aaaa-aa34'],
      ['fr', 'Commande aaaa-aa34'],
      ['es', 'Pedido aaaa-aa34'],
      ['ja', '注文 aaaa-aa34'],
    ] as const) {
      const [alone, ordered] = [{}, { orderId }].map((but) => layoutOf(aGeneralTicket(but), 'M', language))
      expectSoundLayout(ordered!)
      const last = alone!.textBlocks.length - 1
      expect(writtenTexts(ordered!)[last]).toEqual(['order number', line])
      expect(ordered!.textBlocks.slice(0, last)).toEqual(alone!.textBlocks.slice(0, last))
      expect(ordered!.code.box).toEqual(alone!.code.box)
      expect(ordered!.height).toBeGreaterThan(alone!.height)
    }
  })

  it('writes the museum, the date and the codes on a general ticket', () => {
    expect(writtenTexts(layoutOf(aGeneralTicket(), 'City Museum'))).toEqual([
      ['museum name', 'City Museum'],
      ['ticket type', 'General entry'],
      ['date', 'Friday, 17 May 2030'],
      ['confirmation code', 'ticket-general-abcdef-23456'],
      ['ticket id', '01940000-0000-7000-8000-000000000101'],
    ])
  })

  it.each<[Language, string, string, string]>([
    ['en', 'General entry', 'SPECIAL EVENT', 'Wednesday, 25 September 2030'],
    ['de', 'Museumseintritt', 'SONDERVERANSTALTUNG', 'Mittwoch, 25. September 2030'],
    ['fr', 'Entrée au musée', 'ÉVÉNEMENT SPÉCIAL', 'Mercredi 25 septembre 2030'],
    ['es', 'Entrada al museo', 'EVENTO ESPECIAL', 'Miércoles, 25 de septiembre de 2030'],
    ['ja', '入館券', '特別イベント', '2030年9月25日水曜日'],
  ])('writes whole words of the language %s in one line, on the card', (language, generalEntry, specialEvent, date) => {
    const ticketDate = CalendarDate('2030-09-25')
    for (const [ticket, words] of [
      [aGeneralTicket({ ticketDate }), generalEntry],
      [anEventTicket({ ticketDate }), specialEvent],
    ] as const) {
      const layout = layoutOf(ticket, 'Museum', language)
      expectSoundLayout(layout)
      expect(writtenTexts(layout)).toContainEqual(['ticket type', words])
      expect(writtenTexts(layout)).toContainEqual(['date', date])
    }
  })

  it('draws Han characters in their Japanese shape on a ticket in Japanese', () => {
    const faceOf = (language: Language) =>
      layoutOf(aTicketTo('直', 'Hall'), 'Museum', language).textBlocks.find(({ part }) => part === 'event name')!
        .paragraph.lines[0]!.runs[0]!.face.language
    expect(faceOf('en')).toBe('zh-Hans')
    expect(faceOf('ja')).toBe('ja')
    const words = layoutOf(aGeneralTicket(), 'Museum', 'ja').textBlocks.filter(({ part }) => /type|date/.test(part))
    const languages = words.flatMap(({ paragraph }) =>
      paragraph.lines.flatMap(({ runs }) => runs.map(({ face }) => face)),
    )
    expect(new Set(languages.map(({ language }) => language))).not.toContain('zh-Hans')
  })

  it('typesets a text in the style of its part and in the language of its neighbours', () => {
    const paragraphs = ({ textBlocks }: TicketLayout) => textBlocks.map(({ paragraph }) => paragraph)
    const [museumName, , name, location] = paragraphs(layoutOf(aTicketTo('Museum', 'Museum'), 'Museum'))
    expect([museumName!.size, name!.size, location!.size]).toEqual([32, 64, 28])

    const inJapan = paragraphs(layoutOf(aTicketTo('直', 'ひらがな'), 'Museum'))
    const inChina = paragraphs(layoutOf(aTicketTo('直', 'Hall'), 'Museum'))
    const languages = [inJapan, inChina].map((texts) => texts[2]!.lines[0]!.runs[0]!.face.language)
    expect(languages).toEqual(['ja', 'zh-Hans'])
  })

  it.each([
    ['2030-01-01', 'Tuesday, 1 January 2030'],
    ['2028-02-29', 'Tuesday, 29 February 2028'],
    ['1970-01-01', 'Thursday, 1 January 1970'],
    ['2030-09-30', 'Monday, 30 September 2030'],
    ['2026-12-31', 'Thursday, 31 December 2026'],
    ['9999-12-31', 'Friday, 31 December 9999'],
  ])('writes the date %s as %s', (date, words) => {
    const layout = layoutOf(aGeneralTicket({ ticketDate: CalendarDate(date) }), 'Museum')
    expect(writtenTexts(layout)).toContainEqual(['date', words])
  })

  it.each(Object.entries(sampleTexts))('places no part over another or off the card: %s', (_, text) => {
    expectSoundLayout(layoutOf(aTicketTo(text.repeat(5), text.repeat(9)), text.repeat(7)))
    expectSoundLayout(layoutOf(aGeneralTicket(), text))
  })

  it('places no part over another or off the card, for any text', () => {
    const text = fc
      .oneof(
        fc.string({ unit: codePoint, maxLength: 255 }),
        fc.string({ unit: grapheme, maxLength: 255 }),
        fc
          .array(
            fc.constantFrom('\u0301', '\u202e', '\u2067', '\u200d', '\ufe0f', 'ﷺ', '﷽', 'क्', '👍🏽', 'W', 'ع', ' ', '館'),
          )
          .map((parts) => parts.join('')),
      )
      .map((some) => Array.from(some).slice(0, 255).join(''))
      .filter((some) => EventName.faultOf(some) === undefined)
    fc.assert(
      fc.property(text, text, fc.string({ unit: codePoint }), (name, location, museumName) => {
        const layout = layoutOf(aTicketTo(name, location), museumName)
        expectSoundLayout(layout)
        const lines = Object.fromEntries(layout.textBlocks.map(({ part, paragraph }) => [part, paragraph.lines.length]))
        expect(lines['event name']).toBeLessThanOrEqual(3)
        expect(lines['location']).toBeLessThanOrEqual(2)
        expect(lines['museum name']).toBeLessThanOrEqual(2)
      }),
      { numRuns: 60 },
    )
  })

  it('gives a longer payload smaller modules, of 8 pixels at least, and throws when the code does not fit', () => {
    const layoutFor = (length: number) => ticketLayout(anEventTicket(), 'X'.repeat(length), 'Museum')
    const lengths = [25, 80, 141, 173, 330]
    const sizes = lengths.map((length) => layoutFor(length).code.moduleSize)
    expect(sizes).toEqual([14, 11, 9, 9, 8])
    for (const length of lengths) expectSoundLayout(layoutFor(length))
    expect(() => layoutFor(1_000)).toThrow(/does not fit on a ticket/)
  })
})
