import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { aSpecialEvent, aSpecialEventDraft, someDates } from '@museum/testing/examples'
import {
  CalendarDate,
  Capacity,
  Currency,
  EntryTimes,
  EventDates,
  EventDescription,
  EventId,
  EventLocation,
  EventName,
  Price,
  SpecialEvent,
  TimeOfDay,
} from '../index.ts'

describe.each([
  ['a name', EventName],
  ['a location', EventLocation],
])('%s', (_, Text) => {
  it('has 1 to 255 characters, where an emoji counts as one', () => {
    expect(Text('x')).toBe('x')
    expect(Text('🦣'.repeat(255))).toHaveLength(510)
    expect(Text(' kept as sent ')).toBe(' kept as sent ')
    for (const text of ['\u200ba', '\u3164.', '👩\u200d🎨', '⠓⠊', '𝅘𝅥']) expect(Text(text)).toBe(text)
  })
  it.each([
    ['text-blank', ''],
    ['text-blank', ' \u00a0\u3000'],
    ['text-blank', '\u200b'], // ZERO WIDTH SPACE
    ['text-blank', '\u200d\u2060\ufeff'], // ZERO WIDTH JOINER, WORD JOINER, ZERO WIDTH NO-BREAK SPACE
    ['text-blank', '\u00ad'], // SOFT HYPHEN
    ['text-blank', '\u2800'], // BRAILLE PATTERN BLANK
    ['text-blank', '\u3164'], // HANGUL FILLER
    ['text-blank', '\u115f\u1160\uffa0'], // the other fillers of Hangul
    ['text-blank', '\u17b4\u180e\u034f'], // Khmer, Mongolian, COMBINING GRAPHEME JOINER
    ['text-blank', '\u{e0041}\ufe0f'], // TAG LATIN CAPITAL LETTER A, VARIATION SELECTOR-16
    ['text-blank', '\u{1d159}'], // MUSICAL SYMBOL NULL NOTEHEAD
    ['text-blank', '\u{13441}\u{13442}\u{16fe4}'], // the blanks of hieroglyphs, the filler of Khitan
    ['text-blank', '\u0085\u007f'], // NEXT LINE, DELETE
    ['text-blank', '\u1680\u2003\u205f \u3164\u200e'],
    ['text-too-long', 'x'.repeat(256)],
    ['text-too-long', '🦣'.repeat(256)],
    ['text-control-character', 'a\nb'],
    ['text-control-character', 'a\tb'],
    ['text-control-character', 'a\u0000'],
    ['text-control-character', 'a\u001f'],
    ['text-control-character', 'a\u007f'], // DELETE
    ['text-control-character', 'a\u0080'],
    ['text-control-character', '\u009b31mred'], // CONTROL SEQUENCE INTRODUCER
    ['text-control-character', 'a\u009f'],
    ['text-not-unicode', 'a\ud800'],
    ['text-not-unicode', '\udc00b'],
  ])('rejects with %s: %j', (code, text) => {
    expect(Text.faultOf(text)?.code).toBe(code)
  })
})

describe('a description', () => {
  it('has 0 to 5000 characters and may contain line breaks', () => {
    expect(EventDescription('')).toBe('')
    expect(EventDescription('a\tb\r\nc')).toBe('a\tb\r\nc')
    expect(EventDescription.faultOf('🦣'.repeat(5000))).toBeUndefined()
  })
  it.each([
    ['text-too-long', 'x'.repeat(5001)],
    ['text-control-character', 'a\u000b'],
    ['text-control-character', 'a\u007f'],
    ['text-control-character', 'a\n\u0085'], // NEXT LINE
    ['text-control-character', 'a\u009d0;title\u009c'],
    ['text-control-character', 'a\u0000'],
    ['text-not-unicode', '\ud83d'],
  ])('rejects with %s', (code, text) => {
    expect(EventDescription.faultOf(text)?.code).toBe(code)
  })
  it('has a fault that names the allowed control characters', () => {
    expect(EventDescription.faultOf('\u0001')?.detail).toBe(
      'must not hold control characters other than TAB, LF and CR',
    )
    expect(EventName.faultOf('a\u0001')?.detail).toBe('must not hold control characters')
  })
})

describe('the dates of an event', () => {
  it('are sorted in ascending order, without duplicates', () => {
    expect(someDates('2030-05-18', '2030-05-17', '2030-05-18')).toEqual(['2030-05-17', '2030-05-18'])
  })
  it('are 1 to 366', () => {
    const days = [...CalendarDate.between(CalendarDate('2028-01-01'), CalendarDate('2029-01-01'))]
    expect(days).toHaveLength(367)
    expect(EventDates.faultOf([])?.code).toBe('no-dates')
    expect(EventDates.faultOf(days)?.code).toBe('too-many-dates')
    expect(EventDates(days.slice(1))).toHaveLength(366)
  })
})

describe('a price', () => {
  it('converts between minor units and amounts without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (minor) => {
        const price = Price(minor)
        const amount = Number(`${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`)
        expect(Price.toAmount(price)).toBe(amount)
        expect(Price.ofAmount(amount)).toBe(price)
      }),
    )
  })
  it.each([0, -0, 0.1, 1.1, 19.9, 19.99, 1e7, 99_999_999.99])('accepts the amount %s', (amount) => {
    expect(Price.toAmount(Price.ofAmount(amount))).toBe(Math.abs(amount))
  })
  it.each([
    ['price-too-precise', 1.005],
    ['price-too-precise', 0.001],
    ['price-too-precise', 1e-7],
    ['price-too-precise', 0.1 + 0.2],
    ['price-out-of-range', -0.01],
    ['price-out-of-range', 100_000_000],
    ['price-out-of-range', 1e21],
    ['price-out-of-range', Number.POSITIVE_INFINITY],
    ['price-out-of-range', Number.NaN],
  ])('rejects with %s: %s', (code, amount) => {
    expect(Price.ofAmount.faultOf(amount)?.code).toBe(code)
  })
  it.each([-1, 0.5, 10_000_000_000, Number.NaN])('rejects %s minor units', (minor) => {
    expect(Price.faultOf(minor)?.code).toBe('price-out-of-range')
  })
})

describe('a currency', () => {
  it('is three capital letters', () => {
    expect(Currency('JPY')).toBe('JPY')
    for (const text of ['eur', 'EURO', 'EU', '€', 'xEUR']) expect(Currency.faultOf(text)?.code).toBe('not-a-currency')
  })
})

describe('a special event', () => {
  it('is created with an identifier, the first revision, and only the known members of the draft', () => {
    const draft = { ...aSpecialEventDraft(), eventId: EventId('00000000-0000-0000-0000-000000000000'), extra: 1 }
    const eventId = EventId('11111111-0000-0000-0000-000000000000')
    const { dates: _, ...members } = aSpecialEventDraft()
    expect(SpecialEvent.create(eventId, draft)).toEqual({
      ...members,
      eventId,
      revision: 1,
      occurrences: [
        { date: '2030-05-17', number: 1 },
        { date: '2030-05-18', number: 1 },
      ],
    })
  })

  const changes = {
    name: EventName('Day'),
    location: EventLocation('Roof'),
    eventDescription: EventDescription(''),
    price: Price(0),
  }
  it.each(Object.keys(changes) as (keyof typeof changes)[])(
    'changes only its %s, and its revision, when only this member is given',
    (member) => {
      const updated = SpecialEvent.update(aSpecialEvent(), { [member]: changes[member] })
      expect(updated).toEqual({ ...aSpecialEvent(), [member]: changes[member], revision: 2 })
    },
  )
  it.each([
    ['nothing is given', {}],
    ['a member is undefined', { name: undefined }],
    ['each given member has the value that it had', aSpecialEventDraft()],
  ])('stays the same object, at the same revision, when %s', (_, unchanged) => {
    const event = aSpecialEvent()
    expect(SpecialEvent.update(event, unchanged)).toBe(event)
  })

  it('keeps its capacity when it is changed', () => {
    const capacity = Capacity(120)
    const changed = SpecialEvent.update({ ...aSpecialEvent(), capacity }, { name: EventName('Day') })
    expect(changed).toEqual({ ...aSpecialEvent(), capacity, name: 'Day', revision: 2 })
  })

  const setDates = (event: SpecialEvent, ...dates: string[]) =>
    SpecialEvent.update(event, { dates: someDates(...dates) })
  const numbersOf = ({ occurrences }: SpecialEvent) =>
    Object.fromEntries(occurrences.map(({ date, number }) => [date, number]))

  it('gives an added date the number of the revision that adds it, and dates that stay keep theirs', () => {
    const event = setDates(aSpecialEvent(), '2030-05-18', '2030-05-20')
    expect(numbersOf(event)).toEqual({ '2030-05-18': 1, '2030-05-20': 2 })
    expect(numbersOf(setDates(event, '2030-05-01', '2030-05-18', '2030-05-20'))).toEqual({
      '2030-05-01': 3,
      '2030-05-18': 1,
      '2030-05-20': 2,
    })
  })

  it('gives another number to a date that is removed and added again', () => {
    const without = setDates(aSpecialEvent(), '2030-05-18')
    expect(numbersOf(setDates(without, '2030-05-17', '2030-05-18'))).toEqual({ '2030-05-17': 3, '2030-05-18': 1 })
  })

  it('takes place on its dates', () => {
    expect(SpecialEvent.datesOf(aSpecialEvent())).toEqual(['2030-05-17', '2030-05-18'])
    expect(SpecialEvent.occurrenceOn(aSpecialEvent(), CalendarDate('2030-05-18'))).toEqual({
      date: '2030-05-18',
      number: 1,
    })
    expect(SpecialEvent.occurrenceOn(aSpecialEvent(), CalendarDate('2030-05-19'))).toBeUndefined()
  })

  it('that does not exist is named in the refusal', () => {
    expect(SpecialEvent.notFound(aSpecialEvent().eventId)).toEqual({
      refusal: 'event-not-found',
      because: expect.stringContaining(aSpecialEvent().eventId),
    })
  })
})

describe('the entry times of an event', () => {
  const event = aSpecialEvent()
  const rule = { times: [TimeOfDay('11:00'), TimeOfDay('15:30')], length: 90 }
  const sessions = { rule, capacity: Capacity(25) }

  it('are none until they are set, and raise the revision when they change', () => {
    expect(SpecialEvent.entryTimesOf(event)).toEqual({ rule: null, capacity: null })
    expect(SpecialEvent.setEntryTimes(event, EntryTimes.noneOfEvent)).toBe(event)
    const changed = SpecialEvent.setEntryTimes(event, sessions)
    expect(changed).toEqual({ ...event, entryTimes: sessions, revision: 2 })
    expect(SpecialEvent.setEntryTimes(changed, { rule: { ...rule }, capacity: Capacity(25) })).toBe(changed)
    expect(SpecialEvent.setEntryTimes(changed, { rule, capacity: null }).revision).toBe(3)
  })

  it('stay when the event changes', () => {
    const changed = SpecialEvent.setEntryTimes(event, sessions)
    expect(SpecialEvent.update(changed, { dates: someDates('2030-06-01') }).entryTimes).toBe(sessions)
  })

  it('last until the next one, and the last one until midnight at most', () => {
    const late = { times: [TimeOfDay('20:00'), TimeOfDay('23:00')], length: 120 }
    expect(EntryTimes.offeredByEvent({ rule: late, capacity: null })).toEqual([
      { entryTime: '20:00', until: '23:00', capacity: null },
      { entryTime: '23:00', until: '24:00', capacity: null },
    ])
    expect(EntryTimes.offeredByEvent(EntryTimes.noneOfEvent)).toBeUndefined()
  })
})
