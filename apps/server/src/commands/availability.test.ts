import { describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

describe('the availability command', () => {
  const { start, run } = useServers(newDatabase)
  const today = '2030-05-01'
  const settings = {
    MUSEUM_ADMIN_PASSWORD: 'correct horse battery staple',
    MUSEUM_TODAY: today,
    MUSEUM_GENERAL_PRICE: '12',
  }
  const availability = async (...args: string[]) => {
    const { stderr, ...others } = await run('availability', settings, ...args)
    return { ...others, stderr: stderr.replace(/^MUSEUM_TODAY IS SET.*\n/, '') }
  }

  it('shows the places that the API shows, as a table and as JSON, from today on', async () => {
    const server = await start(settings)
    const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2030-05-03'], price: 20.5 }
    const created = await server.request('POST', '/special-events', event)
    const { eventId } = (await created.json()) as { eventId: string }
    await server.request('PUT', `/special-events/${eventId}/capacity`, { capacity: 1 })
    const order = { ticketType: 'event', eventId, ticketDate: '2030-05-03', email: 'visitor@example.org' }
    expect((await server.request('POST', '/tickets', order)).status).toBe(201)
    expect((await run('hours', settings, 'exception', '2030-05-02', 'closed')).code).toBe(0)

    const shown = await availability('--to', '2030-05-03')
    expect({ ...shown, stdout: shown.stdout.split('\n') }).toMatchObject({
      code: 0,
      stderr: '',
      stdout: [
        'DATE        FOR            PRICE  CAPACITY  SOLD  LEFT',
        '2030-05-01  general entry  12.00  -         0     -',
        '2030-05-03  general entry  12.00  -         0     -',
        '2030-05-03  Night          20.50  1         1     0',
        '',
      ],
    })
    const json: unknown = JSON.parse((await availability('--json')).stdout)
    expect(json).toHaveLength(31)
    expect(json).toEqual(await (await server.request('GET', '/availability')).json())

    const none = await availability('--from', '2030-05-02', '--to', '2030-05-02')
    expect(none).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'The museum is closed on these dates, and there are no events.\n',
    })
    for (const [args, sentence] of [
      [['--from', '2030-05-02', '--to', '2030-05-01'], '--from must not be after to: 2030-05-02 is after 2030-05-01.'],
      [['--to', '2030-06-01'], '--to must be less than 31 days after from: the period has 32 days.'],
    ] as const) {
      const { code, stderr } = await availability(...args)
      expect([code, stderr.split('\n')[0]]).toEqual([2, sentence])
    }
  })
})

describe('the availability command of a museum with many events', () => {
  const { start, run } = useServers(newDatabase)

  it('says how many days it can show when there are more than 10,000 rows', async () => {
    const settings = { MUSEUM_ADMIN_PASSWORD: 'correct horse battery staple', MUSEUM_TODAY: '2030-05-01' }
    const server = await start(settings)
    const dates = Array.from({ length: 31 }, (_, n) => `2030-05-${String(n + 1).padStart(2, '0')}`)
    const rows = Array.from({ length: 400 }, (_, n) => `Tour ${n},Hall,,${dates.join(';')},5`)
    const response = await fetch(`${server.origin}/v1.1/special-event-imports`, {
      method: 'POST',
      headers: { Authorization: server.authorization, 'Content-Type': 'text/csv', Connection: 'close' },
      body: ['name,location,eventDescription,dates,price', ...rows].join('\n'),
    })
    expect(await response.json()).toMatchObject({ created: 400, remaining: 0 })
    const { code, stdout, stderr } = await run('availability', settings)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(
      'The response would have more than 10000 rows: from 2030-05-01 on, 24 days fit, until 2030-05-24.',
    )
    expect((await run('availability', settings, '--to', '2030-05-24')).code).toBe(0)
  })
})

describe('the attendance command', () => {
  const { start, run } = useServers(newDatabase)
  const settings = { MUSEUM_ADMIN_PASSWORD: 'correct horse battery staple', MUSEUM_TODAY: '2030-05-17' }
  const attendance = async (...args: string[]) => {
    const { stderr, ...others } = await run('attendance', settings, ...args)
    return { ...others, stderr: stderr.replace(/^MUSEUM_TODAY IS SET.*\n/, '') }
  }

  it('shows the attendance that the API shows, as a table and as JSON, by default of today', async () => {
    const server = await start(settings)
    const post = async (path: string, body: object) => {
      const response = await server.request('POST', path, body)
      expect([path, response.ok]).toEqual([path, true])
      return (await response.json()) as { eventId: string; confirmationCode: string }
    }
    const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2030-05-17'], price: 20.5 }
    const { eventId } = await post('/special-events', event)
    const email = 'visitor@example.org'
    const sold = await post('/tickets', { ticketType: 'event', eventId, ticketDate: '2030-05-17', email })
    await post('/tickets', { ticketType: 'general', ticketDate: '2030-05-17', email })
    await post('/tickets', { ticketType: 'general', ticketDate: '2030-05-18', email })
    await post('/admissions', { code: sold.confirmationCode })

    const shown = await attendance('--to', '2030-05-18')
    expect({ ...shown, stdout: shown.stdout.split('\n') }).toMatchObject({
      code: 0,
      stderr: '',
      stdout: [
        'DATE        FOR            SOLD  ADMITTED',
        '2030-05-17  general entry  1     0',
        '2030-05-17  Night          1     1',
        '2030-05-18  general entry  1     0',
        '',
        'Sold: 3 tickets; admitted: 1',
        '',
      ],
    })
    const json: unknown = JSON.parse((await attendance('--json')).stdout)
    expect(json).toEqual(await (await server.request('GET', '/attendance?from=2030-05-17&to=2030-05-17')).json())
    const none = await attendance('--from', '2030-05-19')
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'There are no tickets for these dates.\n' })
    for (const [args, sentence] of [
      [['--from', '2030-05-02', '--to', '2030-05-01'], '--from must not be after to: 2030-05-02 is after 2030-05-01.'],
      [['--to', '2031-05-18'], '--to must be less than 366 days after from: the period has 367 days.'],
    ] as const) {
      const { code, stderr } = await attendance(...args)
      expect([code, stderr.split('\n')[0]]).toEqual([2, sentence])
    }
  })
})
