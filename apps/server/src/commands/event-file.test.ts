import { describe, expect, it } from '@jest/globals'
import { type EventFileFormat, readEventFile, toExportedEvent } from '@museum/adapters-http/wire'
import {
  CalendarDate,
  Capacity,
  Currency,
  EventDates,
  EventDescription,
  EventId,
  EventLocation,
  EventName,
  Price,
  SpecialEvent,
} from '@museum/domain'
import { aSpecialEventDraft, exampleId } from '@museum/testing/examples'
import fc from 'fast-check'
import { eventsAsCsv, eventsAsJsonLines } from './events.ts'

/** A text as bytes, in pieces of this size, so that a character or a line break may be divided. */
async function* pieces(content: string | Uint8Array, size = 1 << 16): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(content)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}
const options = { currency: Currency('EUR') }
const read = (content: string | Uint8Array, format: EventFileFormat = 'csv') =>
  readEventFile(pieces(content), format, options)
const faultsOf = async (content: string | Uint8Array, format: EventFileFormat = 'csv') =>
  (await read(content, format)).faults.map(({ sentence }) => sentence)

const titles = 'name,location,eventDescription,dates,price'
const row = 'Night,Hall,,2030-05-17,5'
const draft = aSpecialEventDraft({
  name: EventName('Night'),
  location: EventLocation('Hall'),
  eventDescription: EventDescription(''),
  dates: EventDates([CalendarDate('2030-05-17')]),
  price: Price(500),
})

describe('a file of events', () => {
  const difficult = fc.string({
    unit: fc.constantFrom(
      '"',
      "'",
      ',',
      ';',
      '|',
      '\n',
      '\r',
      '\t',
      '=',
      '+',
      '-',
      '@',
      ' ',
      'a',
      '🦣',
      'é',
      '\u2028',
      '\ufeff',
      '\\',
    ),
    maxLength: 12,
  })
  const line = fc
    .oneof(difficult, fc.string({ unit: 'grapheme', maxLength: 20 }))
    .map((text) => text.replaceAll(/\p{Cc}/gu, '|'))
    .filter((text) => EventName.faultOf(text) === undefined)
  const anEvent = fc
    .record({
      id: fc.nat(999),
      name: line,
      location: line,
      eventDescription: difficult,
      days: fc.array(fc.nat(3_000), { minLength: 1, maxLength: 4 }),
      price: fc.oneof(fc.nat(3_000), fc.integer({ min: 0, max: 9_999_999_999 })),
      places: fc.option(fc.record({ capacity: fc.nat(1_000_000).map(Capacity) }), { nil: undefined }),
    })
    .map(({ id, name, location, eventDescription, days, price, places }) => {
      const event = SpecialEvent.create(EventId(exampleId(id)), {
        name: EventName(name),
        location: EventLocation(location),
        eventDescription: EventDescription(eventDescription),
        dates: EventDates(days.map((day) => CalendarDate.plusDays(CalendarDate('2030-01-01'), day))),
        price: Price(price),
      })
      return Object.assign(event, places)
    })
  const exported = async (format: EventFileFormat, events: readonly SpecialEvent[]) => {
    const bodies = async function* () {
      for (const event of events) yield toExportedEvent(event)
    }
    let text = ''
    for await (const some of format === 'csv' ? eventsAsCsv(bodies()) : eventsAsJsonLines(bodies())) text += some
    return text
  }
  const rowsOf = (events: readonly SpecialEvent[]) =>
    events.map(({ eventId, name, location, eventDescription, price, capacity, ...event }) => ({
      draft: { name, location, eventDescription, price, dates: SpecialEvent.datesOf({ ...event }) },
      ...(capacity !== undefined && { capacity }),
      givenId: eventId,
    }))

  it.each(['csv', 'jsonl'] as const)(
    'that was exported as %s has exactly the exported events, however it is split into chunks',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(anEvent, { minLength: 1, maxLength: 5 }),
          fc.integer({ min: 1, max: 40 }),
          async (events, size) => {
            const file = await readEventFile(pieces(await exported(format, events), size), format, options)
            expect(file).toEqual({ rows: rowsOf(events), faults: [], faultCount: 0, isLastLineEnded: true })
          },
        ),
        { numRuns: 100 },
      )
    },
  )

  it('has the same events in both formats', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anEvent, { minLength: 1, maxLength: 3 }), async (events) => {
        const [csv, jsonl] = [await exported('csv', events), await exported('jsonl', events)]
        expect((await read(csv)).rows).toEqual((await read(jsonl, 'jsonl')).rows)
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['without eventIds', `${titles}\n${row}\n`],
    ['with a byte order mark', `\ufeff${titles}\n${row}\n`],
    [
      'with a line before the titles that names the separator',
      `sep=;\r\n${titles.replaceAll(',', ';')}\r\nNight;Hall;;2030-05-17;5\r\n`,
    ],
    [
      'with such a line in quotation marks, after a byte order mark',
      `\ufeff"sep=;"\n${titles.replaceAll(',', ';')}\nNight;Hall;;2030-05-17;5\n`,
    ],
    ['with such a line that names a tab', `SEP=\t\r${titles.replaceAll(',', '\t')}\rNight\tHall\t\t2030-05-17\t5\r`],
    ['with CRLF', `${titles}\r\n${row}\r\n`],
    ['with CR, as of old Macs', `${titles}\r${row}\r`],
    ['without a line break at its end', `${titles}\n${row}`],
    [
      'with its columns in another order, and spaces around the titles',
      `price, name ,dates,location,eventDescription\n5,Night,2030-05-17,Hall,\n`,
    ],
    ['with spaces around dates and price', `${titles}\nNight,Hall,, 2030-05-17 ; ,"5.00 "\n`],
    [
      'with empty rows and empty columns at the right, as of a spreadsheet',
      `${titles},,\n,,,,,,\n${row},,\n\n${row.replace('Hall', 'Hall')},\n`,
    ],
    ['with an empty eventId', `eventId,${titles}\n,${row}\n`],
    ['with semicolons', `${titles.replaceAll(',', ';')}\nNight;Hall;;2030-05-17;5\n`],
    ['with semicolons and a decimal comma', `${titles.replaceAll(',', ';')}\r\nNight;Hall;;"2030-05-17";5,00\r\n`],
    ['with tabs', `${titles.replaceAll(',', '\t')}\nNight\tHall\t\t2030-05-17\t5,0\n`],
    ['with a decimal comma in quotation marks', `${titles}\nNight,Hall,,2030-05-17,"5,00"\n`],
    [
      'with a date and a price as Excel writes them in German',
      'name;location;eventDescription;dates;price\r\nNight;Hall;;17.05.2030;5,00\r\n',
    ],
    ['with the sign of the currency', `${titles.replaceAll(',', ';')}\r\nNight;Hall;;2030-05-17;5,00 €\r\n`],
    ['with full-width digits', `${titles}\nNight,Hall,,２０３０／５／１７,５\n`],
    ['with every text in quotation marks', `"${titles.replaceAll(',', '","')}"\n"Night","Hall","","2030-05-17","5"\n`],
  ])('is read %s', async (_how, text) => {
    const { rows, faults } = await read(text)
    expect(faults).toEqual([])
    expect(rows.length).toBeGreaterThanOrEqual(1)
    for (const each of rows) expect(each).toEqual({ draft })
  })

  it('has the dates of a quoted cell with semicolons, even when semicolons separate its cells', async () => {
    const { rows } = await read(`${titles.replaceAll(',', ';')}\nNight;Hall;;"2030-05-18;2030-05-17";5\n`)
    expect(rows.map((each) => each.draft.dates)).toEqual([['2030-05-17', '2030-05-18']])
  })

  it.each([
    ['an event as JSON', '{"name":"Night","location":"Hall","eventDescription":"","dates":["2030-05-17"],"price":5}\n'],
    [
      'empty lines and CRLF',
      '\r\n{"name":"Night","location":"Hall","eventDescription":"","dates":["2030-05-17"],"price":5.00}\r\n\r\n',
    ],
    [
      'no eventId',
      '{"eventId":null,"name":"Night","location":"Hall","eventDescription":"","dates":["2030-05-17"],"price":5}',
    ],
  ])('of JSON lines is read with %s', async (_what, text) => {
    expect(await read(text, 'jsonl')).toMatchObject({ rows: [{ draft }], faults: [] })
  })

  it('has every fault with its line, its column, the value, and what to change', async () => {
    const text = [
      titles,
      row,
      'Night,Hall,"two\r\nlines",17 May 2030;2030-02-30,"12.5.0"',
      ' ,Hall,,,-1',
      'Night,Hall,2030-05-17,5',
      `Night,Hall,,2030-05-17,5,6`,
      `${'x'.repeat(256)},Hall,,2030-05-17,free`,
      'Night,Hall,,2030-05-17,0.125',
    ].join('\n')
    const { rows, faults, faultCount } = await read(text)
    expect(rows).toHaveLength(1)
    expect(faults.map(({ sentence }) => sentence)).toEqual([
      'line 3, dates: "17 May 2030" must be a real date of the years 1970 to 9999, written YYYY-MM-DD.',
      'line 3, dates: "2030-02-30" must be a real date of the years 1970 to 9999, written YYYY-MM-DD.',
      'line 3, price: "12.5.0" must be a number such as 12.50.',
      'line 5, name: " " must not be blank.',
      'line 5, dates: must name at least one date.',
      'line 5, price: -1 must be a number from 0 to 99999999.99.',
      'line 6: has 4 cells, and 5 titles are above; a text with a comma or a line break must be in quotation marks.',
      'line 7: has 6 cells, and 5 titles are above; a text with a comma or a line break must be in quotation marks.',
      `line 8, name: "${'x'.repeat(39)}… must have at most 255 characters.`,
      'line 8, price: "free" must be a number such as 12.50.',
      'line 9, price: 0.125 must have at most two decimals.',
    ])
    expect(faultCount).toBe(faults.length)
  })

  it.each([
    [',', '1.250', 'must be written as 1250 or as 1.25, since it may be either'],
    [';', '1.250', 'must be written as 1250 or as 1.25, since it may be either'],
    ['\t', '1,250', 'must be written as 1250 or as 1.25, since it may be either'],
    [';', '1.250,00 €', 'must be written as 1250'],
    [';', '12,50 $', 'must be a number such as 12.50'],
  ])(
    'has a fault at a price with a separator of thousands, or in another currency: %j %j',
    async (delimiter, price, detail) => {
      const text = `${titles.replaceAll(',', delimiter)}\n${['Gala', 'Hall', '', '2030-05-17', price].join(delimiter)}\n`
      const { rows, faults } = await read(text)
      expect(rows).toEqual([])
      expect(faults).toMatchObject([
        {
          path: ['price'],
          code: detail.endsWith('12.50') ? 'wrong-type' : 'thousands-separator',
          sentence: `line 2, price: ${JSON.stringify(price)} ${detail}.`,
        },
      ])
    },
  )

  it.each([
    ['csv', `${titles}\nNight,Hall,,2030-05-17,2.50\n\u009b,Hall,,2030-05-17,1500.5\nDay,Hall,,2030-05-17,￥1500\n`],
    [
      'jsonl',
      [
        { name: 'Night', price: 2.5 },
        { name: '\u009b', price: 1_500.5 },
        { name: 'Day', price: 1_500 },
      ]
        .map((but) => JSON.stringify({ location: 'Hall', eventDescription: '', dates: ['2030-05-17'], ...but }))
        .join('\n'),
    ],
  ] as const)('has a fault at each price that is finer than the currency, as %s', async (format, text) => {
    const file = await readEventFile(pieces(text), format, { currency: Currency('JPY') })
    const [first, second] = format === 'csv' ? [2, 3] : [1, 2]
    expect(file.faults.map(({ sentence }) => sentence)).toEqual([
      `line ${first}, price: 2.5 must have no decimals in JPY.`,
      expect.stringMatching(`^line ${second}, name: `),
      `line ${second}, price: 1500.5 must have no decimals in JPY.`,
    ])
    expect(file.rows).toMatchObject([{ draft: { name: 'Day', price: 150_000 } }])
  })

  it('counts its lines from the one that names the separator', async () => {
    expect(await faultsOf(`sep=;\r\n${titles.replaceAll(',', ';')}\r\n;Hall;;2030-05-17;5\r\n`)).toEqual([
      'line 3, name: "" must not be blank.',
    ])
    expect((await faultsOf(`sep=:\n${titles}\n`))[0]).toBe('line 1: the column "sep=:" is unknown.')
  })

  it('has a fault at a date whose month may be first', async () => {
    const { faults } = await read(`${titles}\nGala,Hall,,5/6/2030;17/05/2030,5\n`)
    expect(faults).toMatchObject([
      {
        path: ['dates', 0],
        code: 'not-a-calendar-date',
        sentence: 'line 2, dates: "5/6/2030" must be written as 2030-06-05 or as 2030-05-06, since it may be either.',
      },
      { path: ['dates', 1], sentence: 'line 2, dates: "17/05/2030" must be written as 2030-05-17.' },
    ])
  })

  it('of JSON lines has every fault with its line', async () => {
    const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2030-05-17'], price: 5 }
    const lines = [
      JSON.stringify(event),
      JSON.stringify({ ...event, price: '5', nmae: 'x' }),
      '[]',
      JSON.stringify({ ...event, eventId: 17, dates: '2030-05-17', name: undefined }),
      JSON.stringify(event).slice(0, 40),
    ]
    expect(await faultsOf(lines.join('\n'), 'jsonl')).toEqual([
      'line 2: the member "nmae" is unknown; the nearest is name.',
      'line 2, price: "5" must be a number such as 12.50.',
      'line 3: is not JSON: each line is one event as a JSON object.',
      'line 4, eventId: 17 must be a UUID: 8-4-4-4-12 hexadecimal digits, in either case, or absent for a new event.',
      'line 4, name: is required.',
      expect.stringMatching(/^line 4, dates: "2030-05-17" must be /),
      'line 5: is not JSON: each line is one event as a JSON object.',
    ])
  })

  it('may have titles with capitals', async () => {
    const { rows, faults } = await read(`Name,LOCATION,Eventdescription,Dates,Price\n${row}\n`)
    expect(faults).toEqual([])
    expect(rows).toEqual((await read(`${titles}\n${row}\n`)).rows)
  })

  it.each([
    [
      'has an unknown column',
      `${titles},prise\n${row},1`,
      ['line 1: the column "prise" is unknown; the nearest is price.'],
    ],
    [
      'has an unknown column that is similar to two',
      `${titles},Date\n${row},1`,
      ['line 1: the column "Date" is unknown; the nearest is dates.'],
    ],
    ['has a column twice', `${titles},name\n${row},x`, ['line 1: the column "name" is there more than once.']],
    [
      'lacks columns',
      'name,dates,eventDescription\nNight,2030-05-17,',
      ['line 1: the column location is missing.', 'line 1: the column price is missing.'],
    ],
    [
      'has an invalid eventId',
      `${titles},eventId\n${row},17`,
      [expect.stringMatching(/^line 2, eventId: "17" must be a UUID.* absent for a new event\.$/)],
    ],
    ['has no titles', '\n\n', ['line 1: is empty, and must have the titles of the columns.']],
    ['is empty', '', ['line 1: is empty, and must have the titles of the columns.']],
    [
      'has a quotation mark that is not closed',
      `${titles}\n${row}\n"Night,Hall,,2030-05-17,5\n${row}\n`,
      [
        'line 3: has a quotation mark that is not closed, or the file is cut off; the rest of the file was not checked.',
      ],
    ],
    [
      'has a quotation mark that is not closed in a large file',
      `${titles}\n"Night,Hall,,2030-05-17,5\n${`${row}\n`.repeat(20_000)}`,
      [
        'line 2: has more than 100000 characters: shorten its texts, or close its quotation mark if one is open; the rest of the file was not checked.',
      ],
    ],
    [
      'has text after a quotation mark',
      `${titles}\n"The "long" night",Hall,,2030-05-17,5\n`,
      [
        'line 2: has text after a closing quotation mark; one that is part of a text must be doubled; the rest of the file was not checked.',
      ],
    ],
    [
      'has a quotation mark in a text',
      `${titles}\nThe "long" night,Hall,,2030-05-17,5\n`,
      [
        'line 2: has a quotation mark in a text; it must be doubled, and the text put in quotation marks; the rest of the file was not checked.',
      ],
    ],
    [
      'is not UTF-8',
      Buffer.concat([
        Buffer.from(`${titles}\nNight,Hall,,2030-05-17,5\nCaf`),
        Buffer.from([0xe9]),
        Buffer.from(',Hall,,2030-05-17,5\n'),
      ]),
      [
        'line 3: is not in UTF-8. In a spreadsheet, save the file as "CSV UTF-8"; the rest of the file was not checked.',
      ],
    ],
    [
      'is UTF-16',
      Buffer.from(`\ufeff${titles}\n${row}\n`, 'utf16le'),
      [
        'line 1: is not in UTF-8. In a spreadsheet, save the file as "CSV UTF-8"; the rest of the file was not checked.',
      ],
    ],
    [
      'is cut off in a character',
      Buffer.from(`${titles}\nNight 🦣`).subarray(0, -1),
      [
        'line 2: is not in UTF-8. In a spreadsheet, save the file as "CSV UTF-8"; the rest of the file was not checked.',
      ],
    ],
  ])('has a fault when it %s', async (_what, content, expected) => {
    expect(await faultsOf(content)).toEqual(expected)
  })

  it('of JSON lines has a fault when it is empty', async () => {
    expect(await faultsOf('', 'jsonl')).toEqual(['line 1: is empty, and so is the file.'])
  })

  it('has no events when it has the titles only', async () => {
    expect(await read(`${titles}\n`)).toEqual({ rows: [], faults: [], faultCount: 0, isLastLineEnded: true })
  })

  it('lists twenty of its faults, and counts the others', async () => {
    const { faults, faultCount } = await read(`${titles}\n${'Night,Hall,,2030-05-17,free\n'.repeat(1_000)}`)
    expect([faults.length, faultCount]).toEqual([20, 1_000])
  })

  it('reports when the line break at the end of its last line is missing', async () => {
    expect(await read(`${titles}\n${row}`)).toMatchObject({ isLastLineEnded: false, faultCount: 0 })
  })

  const endless = async function* (piece: Buffer, onRead: () => void = () => undefined) {
    for (;;) {
      onRead()
      yield piece
    }
  }

  it.each([
    ['csv', 'line 1: has more than 100000 characters: shorten its texts, or close its quotation mark if one is open'],
    ['jsonl', 'line 1: has more than 100000 characters: shorten its texts, or write each event on a line of its own'],
  ] as const)('is not read beyond a row that is too long, in the format %s', async (format, fault) => {
    let pieces = 0
    const { faults } = await readEventFile(
      endless(Buffer.alloc(1 << 16, '['), () => (pieces += 1)),
      format,
      options,
    )
    expect(faults.map(({ sentence }) => sentence)).toEqual([`${fault}; the rest of the file was not checked.`])
    expect(pieces).toBeLessThan(10)
  })

  it('shows only the beginning of a long name of a column or member in its fault', async () => {
    const name = 'x'.repeat(50_000)
    const fault = `is unknown.`
    const cut = `"${'x'.repeat(39)}…`
    expect(await faultsOf(`${titles},${name}\n`)).toEqual([`line 1: the column ${cut} ${fault}`])
    const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2030-05-17'], price: 5 }
    expect(await faultsOf(JSON.stringify({ ...event, [name]: 1 }), 'jsonl')).toEqual([
      `line 1: the member ${cut} ${fault}`,
    ])
  })

  it('may be at most 100 MB large', async () => {
    const blanks = Buffer.from(`${' '.repeat(65_535)}\n`.repeat(16))
    expect((await readEventFile(endless(blanks), 'jsonl', options)).faults).toMatchObject([
      {
        code: 'file-too-large',
        sentence:
          'line 1: begins a file of more than 100 MB; divide it into several files; the rest of the file was not checked.',
      },
    ])
  })

  it('that was cut off anywhere has a fault, lacks the line break at its end, or has only complete rows', async () => {
    const events = fc.sample(anEvent, { numRuns: 3, seed: 15 })
    const whole = Buffer.from(await exported('csv', events))
    const rows = rowsOf(events)
    for (let length = 1; length < whole.length; length += 1) {
      const file = await read(whole.subarray(0, length))
      if (file.faultCount === 0 && file.isLastLineEnded) expect(file.rows).toEqual(rows.slice(0, file.rows.length))
    }
  })
})
