import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { eventFileTitles, languages } from '@museum/languages'
import { aMuseumApi, authorizationOf, event } from '../../test/a-museum-api.ts'
import { outcomeOf, problemOf } from '../../test/problem-of.ts'
import type { Problem } from '../problems/problem-details.ts'

const titles = 'name,location,eventDescription,dates,price'
const row = 'Night,Hall,,2030-05-17,5'
const line = (but: object = {}) =>
  JSON.stringify({ name: 'Night', location: 'Hall', eventDescription: '', dates: ['2030-05-17'], price: 5, ...but })

const aMuseum = (options: Parameters<typeof aMuseumApi>[1] = {}) => {
  const api = aMuseumApi({}, options)
  const upload = (
    body: string | Uint8Array<ArrayBuffer>,
    { type = 'text/csv', query = '', ...headers }: Record<string, string> = {},
  ) => api.request('POST', `/special-event-imports${query}`, { body, headers: { 'Content-Type': type, ...headers } })
  const imported = async (...args: Parameters<typeof upload>) => {
    const response = await upload(...args)
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
    return (await response.json()) as object
  }
  const names = async () => {
    const events = (await (await api.request('GET', '/special-events?limit=100')).json()) as { name: string }[]
    return events.map(({ name }) => name)
  }
  return { ...api, upload, imported, names }
}
const faultsOf = async (response: Response) => {
  expect(response.status).toBe(400)
  return ((await response.json()) as Problem).errors!.map(({ line: ofLine, pointer, code }) => [ofLine, pointer, code])
}

describe('importSpecialEvents', () => {
  it('creates the events of a CSV file once, and counts the rows that are known', async () => {
    const { imported, names, request } = aMuseum()
    const file = `${titles}\n${row}\n${row.replace('Night', 'Day')}\n`
    expect(await imported(file)).toEqual({ dryRun: false, created: 2, known: 0, remaining: 0 })
    expect((await names()).toSorted()).toEqual(['Day', 'Night'])
    expect(await imported(file)).toEqual({ dryRun: false, created: 0, known: 2, remaining: 0 })
    expect(await imported(`${file}${row}\n`, { query: '?dryRun=false' })).toMatchObject({ created: 1, known: 2 })
    expect((await names()).toSorted()).toEqual(['Day', 'Night', 'Night'])
    expect(await (await request('GET', '/audit?limit=1')).json()).toMatchObject([
      { operation: 'importSpecialEvents', actor: 'curator', subject: { kind: 'special-event' } },
    ])
  })

  it.each(['application/jsonl', 'application/x-ndjson', 'Application/JSONL; charset=utf-8'])(
    'creates the events of JSON lines, as %s',
    async (type) => {
      const { imported, names, send } = aMuseum()
      const { eventId } = (await (await send('POST', '/special-events', event)).json()) as { eventId: string }
      const file = [line(), line({ name: '夜 🦣' }), line({ name: 'Other', eventId })].join('\n')
      expect(await imported(file, { type })).toEqual({ dryRun: false, created: 2, known: 1, remaining: 0 })
      expect((await names()).toSorted()).toEqual(['Night', event.name, '夜 🦣'].toSorted())
    },
  )

  it('stores nothing in a dry run, and counts what it would create', async () => {
    const { imported, upload, names } = aMuseum()
    await imported(`${titles}\n${row}\n`)
    const file = `${titles}\n${row}\n${row}\n`
    const dry = { query: '?dryRun=true' }
    const found = { dryRun: true, created: 1, known: 1, remaining: 0 }
    for (let times = 0; times < 2; times += 1) expect(await imported(file, dry)).toMatchObject(found)
    expect(await names()).toEqual(['Night'])
    expect(await faultsOf(await upload(`${titles}\n${row.replace('5', 'free')}\n`, dry))).toHaveLength(1)
  })

  it('shows in a dry run each row as it was read, and whether it is new', async () => {
    const { imported } = aMuseum()
    await imported(`${titles}\n${row}\n`)
    const file = `${titles},capacity\n${row},\nDay,"Hall, left",,"17.05.2030, 2030/5/16","5,50 €",120\n`
    const known = { outcome: 'known', name: 'Night', location: 'Hall', dates: ['2030-05-17'], price: 5, capacity: null }
    const dates = ['2030-05-16', '2030-05-17']
    const added = { outcome: 'new', name: 'Day', location: 'Hall, left', dates, price: 5.5, capacity: 120 }
    const counts = { created: 1, known: 1, remaining: 0 }
    expect(await imported(file, { query: '?dryRun=true' })).toEqual({ dryRun: true, ...counts, rows: [known, added] })
    expect(await imported(file)).toEqual({ dryRun: false, ...counts })
  })

  it('shows the first 10,000 rows, and counts all', async () => {
    const { imported } = aMuseum()
    const file = `${titles}\n${`${row}\n`.repeat(10_001)}`
    const checked = (await imported(file, { query: '?dryRun=true' })) as { created: number; rows: unknown[] }
    expect([checked.created, checked.rows.length]).toEqual([10_001, 10_000])
  })

  it('limits the places of each date to the capacity, by which equal rows differ', async () => {
    const { imported, request } = aMuseum()
    const get = (path: string) => request('GET', path)
    const file = `${titles},capacity\n${row},\n${row},0\n${row},120\n`
    expect(await imported(file)).toMatchObject({ created: 3 })
    expect(await imported(file)).toMatchObject({ known: 3 })
    expect(await imported(`${titles}\n${row}\n`)).toMatchObject({ known: 1 })
    const events = (await (await get('/special-events')).json()) as { eventId: string }[]
    const capacities = events.map(async ({ eventId }) => {
      const available = (await (await get(`/special-events/${eventId}/availability`)).json()) as { capacity: number }[]
      return available.map(({ capacity }) => capacity)
    })
    expect((await Promise.all(capacities)).flat().toSorted()).toEqual([0, 120, null])
  })

  it('reads JSON lines with a capacity, and reports one that is no number of places', async () => {
    const { imported, upload } = aMuseum()
    const type = 'application/jsonl'
    const file = [line({ capacity: 3 }), line({ capacity: null }), line()].join('\n')
    const checked = (await imported(file, { type, query: '?dryRun=true' })) as { rows: { capacity: unknown }[] }
    expect(checked.rows.map(({ capacity }) => capacity)).toEqual([3, null, null])
    const faulty = await upload([line({ capacity: '3' }), line({ capacity: 1_000_001 })].join('\n'), { type })
    expect(await faultsOf(faulty)).toEqual([
      [1, '#/0/capacity', 'wrong-type'],
      [2, '#/1/capacity', 'capacity-out-of-range'],
    ])
    const csv = await upload(`${titles},capacity\n${row},1.200\n${row},many\n${row},-1\n`)
    expect(await faultsOf(csv)).toEqual([2, 3, 4].map((at) => [at, `#/${at - 2}/capacity`, 'wrong-type']))
  })

  const operate = readFileSync(new URL('../../../../docs/operate.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')
  it.each(languages)('reads the titles of the template in a language of the office: %s', async (language) => {
    const { imported } = aMuseum()
    const { name, location, eventDescription, dates, price, capacity } = eventFileTitles[language]
    const file = `${[capacity, name.toUpperCase(), location, eventDescription, dates, price].join(';')}\n7;N;H;D;17.05.2030;5,5\n`
    const { rows } = (await imported(file.normalize('NFD'), { query: '?dryRun=true' })) as { rows: unknown[] }
    expect(rows).toEqual([{ outcome: 'new', name: 'N', location: 'H', dates: ['2030-05-17'], price: 5.5, capacity: 7 }])
    expect(operate).toContain(Object.values(eventFileTitles[language]).join(', '))
  })

  it.each([
    '2030-05-17;2030-05-18',
    '"2030-05-17, 18.05.2030"',
    '"17.05.2030\n18.05.2030"',
    '"2030/5/17\r\n2030/5/18;"',
  ])('reads dates that are separated by a semicolon, a comma or a line break: %s', async (cell) => {
    const { imported } = aMuseum()
    const { rows } = (await imported(`${titles}\nNight,Hall,,${cell},5\n`, { query: '?dryRun=true' })) as {
      rows: object[]
    }
    expect(rows).toMatchObject([{ dates: ['2030-05-17', '2030-05-18'] }])
  })

  it('creates nothing of a file with a fault, and reports each fault with its line and its place', async () => {
    const { upload, names } = aMuseum()
    const file = [
      titles,
      row,
      'Night,Hall,"two\r\nlines",17.05.2030;2030-02-30,"1.250"',
      '',
      ' ,Hall,,2030-05-17,-1',
      'Night,Hall,2030-05-17,5',
      'Night,Hall,,2030-05-17,0.125',
    ].join('\n')
    const response = await upload(file)
    expect(await faultsOf(response.clone())).toEqual([
      [3, '#/1/dates/1', 'not-a-calendar-date'],
      [3, '#/1/price', 'thousands-separator'],
      [6, '#/2/name', 'text-blank'],
      [6, '#/2/price', 'price-out-of-range'],
      [7, '#', 'wrong-cell-count'],
      [8, '#/3/price', 'price-too-precise'],
    ])
    expect(await problemOf(response)).toMatchObject({
      slug: 'validation-failed',
      detail:
        'Line 3, dates must be a real date of the years 1970 to 9999, written YYYY-MM-DD (and 5 more, see errors).',
      errors: [
        {},
        { values: { meanings: ['1250', '1.25'] } },
        {},
        { values: { min: 0, max: 99_999_999.99 } },
        { values: { cells: 4, titles: 5 } },
        { values: { decimals: 2 } },
      ],
    })
    expect(await names()).toEqual([])
  })

  it('reports each fault of JSON lines', async () => {
    const { upload } = aMuseum()
    const ids = [['01940000-0000-7000-8000-000000000001'], { toString: 1 }].map((eventId) => line({ eventId }))
    const file = [line(), line({ price: '5', nmae: 1 }), '', '[]', line({ eventId: 17, dates: [1] }), ...ids].join('\n')
    const response = await upload(file, { type: 'application/jsonl' })
    expect((await problemOf(response.clone())).errors?.[0]?.values).toEqual({ column: 'nmae' })
    expect(await faultsOf(response)).toEqual([
      [2, '#', 'unknown-column'],
      [2, '#/1/price', 'wrong-type'],
      [4, '#', 'not-json'],
      [5, '#/2/eventId', 'not-a-uuid'],
      [5, '#/2/dates/0', 'wrong-type'],
      [6, '#/3/eventId', 'not-a-uuid'],
      [7, '#/4/eventId', 'not-a-uuid'],
    ])
  })

  it.each<[string, string | Uint8Array<ArrayBuffer>, [number, string][]]>([
    ['is empty', '', [[1, 'empty-file']]],
    [
      'has unknown, repeated and missing titles',
      'name,name,prise\nNight,Night,5\n',
      [
        [1, 'unknown-column'],
        [1, 'duplicate-column'],
        ...Array.from({ length: 4 }, (): [number, string] => [1, 'missing']),
      ],
    ],
    ['has an open quotation mark', `${titles}\n${row}\n"${row}\n`, [[3, 'not-csv']]],
    ['has an open quotation mark below empty lines', `\n${titles}\n\n${row}\n\n"${row}\n`, [[6, 'not-csv']]],
    ['has a row that is too long', `${titles}\n"${row}\n${'x'.repeat(100_000)}`, [[2, 'row-too-long']]],
    [
      'has a row of cells without text that is too long',
      `${titles}\n${row}\n${','.repeat(9_900_000)}`,
      [[3, 'row-too-long']],
    ],
    ['has more titles than are listed', Array.from({ length: 10_000 }, (_, n) => n).join(','), [[1, 'unknown-column']]],
    ['is not UTF-8', new Uint8Array(Buffer.from(`${titles}\nCaf\u00e9`, 'latin1')), [[2, 'not-utf-8']]],
  ])('reports a file that %s', async (_what, file, faults) => {
    const { upload } = aMuseum()
    expect(await faultsOf(await upload(file))).toEqual(faults.map(([ofLine, code]) => [ofLine, '#', code]))
  })

  it.each([
    [
      'text/csv',
      `${titles}\n${row}\nNight,Hall,${'x'.repeat(9_900_000)},2030-05-17,5\n`,
      'close its quotation mark if one is open',
    ],
    [
      'text/csv',
      `${titles}\n${row}\nNight,Hall,"${'x\n'.repeat(4_950_000)}",2030-05-17,5\n`,
      'close its quotation mark if one is open',
    ],
    [
      'application/jsonl',
      `${line()}\n\n${line({ eventDescription: 'x'.repeat(9_900_000) })}`,
      'write each event on a line of its own',
    ],
  ])('refuses a row of 9.9 MB of %s at its line, and says how to change it', async (type, file, advice) => {
    const response = await aMuseum().upload(file, { type })
    expect((await response.clone().text()).length).toBeLessThan(1_000)
    expect(await problemOf(response)).toMatchObject({
      slug: 'validation-failed',
      detail: `Line 3 has more than 100000 characters: shorten its texts, or ${advice}; the rest of the file was not checked.`,
    })
  })

  it('answers 503 service-unavailable, not outcome-unknown, when the time of a request ends in a dry run', async () => {
    const pending = new Promise<never>(() => {})
    const { ports } = aMuseumApi()
    const addImported = async function* () {
      yield await pending
    }
    const specialEvents = { ...ports.specialEvents, addImported }
    const { request } = aMuseumApi({ specialEvents }, { deadline: 300 })
    const headers = { 'Content-Type': 'text/csv' }
    for (const [dryRun, slug] of [
      ['true', 'service-unavailable'],
      ['false', 'outcome-unknown'],
    ] as const) {
      const body = `${titles}\n${row}\n`
      const response = await request('POST', `/special-event-imports?dryRun=${dryRun}`, { body, headers })
      expect([dryRun, (await problemOf(response)).slug]).toEqual([dryRun, slug])
      expect(response.headers.get('Retry-After')).toBe(dryRun === 'true' ? '2' : null)
    }
  })

  it('lists a thousand faults, and counts them all', async () => {
    const { upload } = aMuseum()
    const response = await upload(`${titles}\n${'Night,Hall,,2030-05-17,free\n'.repeat(2_000)}`)
    expect(await faultsOf(response.clone())).toHaveLength(1_000)
    expect((await problemOf(response)).detail).toBe(
      'Line 2, price must be a number such as 12.50 (and 1999 more, see errors).',
    )
  })

  it('reads a file of 10 MB, chunked or not, and responds with 413 to a larger one', async () => {
    const { upload, imported, request, names } = aMuseum()
    const long = row.replace(',,', `,${'x'.repeat(4_900)},`)
    const rows = Array.from({ length: 2_030 }, () => long)
    const padded = (size: number) => `${titles}\n${rows.join('\n')}\n`.padEnd(size, '\n')
    expect(await imported(padded(10_000_000), { query: '?dryRun=true' })).toMatchObject({ created: 2_030 })
    for (const length of [{ 'Content-Length': '10000001' }, {}]) {
      const response = await upload(padded(10_000_001), length)
      expect(await problemOf(response)).toMatchObject({
        status: 413,
        slug: 'payload-too-large',
        detail: 'The body has more than 10000000 bytes.',
      })
    }
    const stream = new Blob([`${titles}\n${row}\n${'\n'.repeat(200_000)}`]).stream()
    const chunked = { body: stream, duplex: 'half', headers: { 'Content-Type': 'text/csv' } } as const
    expect((await request('POST', '/special-event-imports', chunked)).status).toBe(200)
    expect(await names()).toEqual(['Night'])
  })

  it('imports a part of a file that takes too long, and the rest when the file is sent again', async () => {
    // Of a deadline that is shorter than the margin, so that each request imports one batch.
    const { imported, names } = aMuseum({ deadline: 2_500 })
    const file = [line({ name: 'a' }), line({ name: 'b' }), line({ name: 'c' })].join('\n')
    const type = 'application/jsonl'
    expect(await imported(file, { type })).toEqual({ dryRun: false, created: 1, known: 0, remaining: 2 })
    expect(await names()).toEqual(['a'])
  })

  it('refuses another media type, another value of dryRun, and other roles than admin', async () => {
    const { upload } = aMuseum()
    const json = await upload(line(), { type: 'application/json' })
    expect([json.status, json.headers.get('Accept-Post')]).toEqual([
      415,
      'text/csv, application/jsonl, application/x-ndjson',
    ])
    expect(await outcomeOf(await upload(`${titles}\n`, { query: '?dryRun=1' }))).toMatchObject([
      400,
      'validation-failed',
      ['dryRun unknown-value'],
    ])
    for (const role of ['box-office', 'gate', 'reader'] as const)
      expect((await upload(`${titles}\n`, { Authorization: authorizationOf(role) })).status).toBe(403)
  })
})
