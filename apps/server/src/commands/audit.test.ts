import { userInfo } from 'node:os'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

type Entry = Readonly<{ auditId: number; at: string; actor: string; operation: string; subject: object }>

describe('the audit command', () => {
  const settings = {
    MUSEUM_TODAY: '2030-05-01',
    MUSEUM_TIME_ZONE: 'Asia/Tokyo',
    MUSEUM_ADMIN_USERNAME: 'curator',
    MUSEUM_ADMIN_PASSWORD: 'a password for the test',
  }
  const { run, start } = useServers(newDatabase)
  const audit = (...args: string[]) => run('audit', settings, ...args)
  const entries = async (...args: string[]) => JSON.parse((await audit('--json', ...args)).stdout) as Entry[]
  const actor = `cli:${userInfo().username}`
  let eventId: string
  beforeEach(async () => {
    const server = await start(settings)
    const event = {
      name: 'Night',
      location: 'Hall',
      eventDescription: 'x'.repeat(300),
      dates: ['2030-05-17'],
      price: 5,
    }
    const created = await server.request('POST', '/special-events', event)
    eventId = ((await created.json()) as { eventId: string }).eventId
    await server.request('PATCH', `/special-events/${eventId}`, { dates: ['2030-05-17', '2030-05-18'] })
    await run('call setGeneralEntryCapacity --capacity 100', settings)
    await server.stop()
  })

  it('shows who changed what, the latest change first', async () => {
    const [capacity, update, create, ticketKey, administrator, ...others] = await entries()
    expect(others).toEqual([])
    expect(capacity).toEqual({
      auditId: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      actor,
      operation: 'setGeneralEntryCapacity',
      subject: { kind: 'museum-hours', id: 'capacity' },
      before: { capacity: null },
      after: { capacity: 100 },
    })
    expect(update).toMatchObject({
      actor: 'curator',
      operation: 'updateSpecialEvent',
      subject: { kind: 'special-event', id: eventId },
      before: { dates: ['2030-05-17'] },
      after: { dates: ['2030-05-17', '2030-05-18'] },
    })
    expect(create).toMatchObject({ operation: 'createSpecialEvent', before: null, after: { name: 'Night', price: 5 } })
    expect(ticketKey).toMatchObject({ actor: 'server', subject: { kind: 'ticket-key', id: '1' }, before: null })
    expect(administrator).toMatchObject({ actor: 'server', subject: { kind: 'user', id: 'curator' } })
  })

  it('shows the changes as text, with the time in the time zone of the museum', async () => {
    const [{ at }] = (await entries('--limit', '1')) as [Entry]
    const time = new Date(Date.parse(at) + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
    expect((await audit('--limit', '2')).stdout.split('\n')).toEqual([
      'Times in Asia/Tokyo',
      '',
      `${time}  ${actor}`,
      '  setGeneralEntryCapacity museum-hours capacity',
      '    capacity: - → 100',
      '',
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}curator$/),
      `  updateSpecialEvent special-event ${eventId}`,
      '    dates: 2030-05-17 → 2030-05-17, 2030-05-18',
      '',
    ])
  })

  it('shows the changes that are asked for', async () => {
    const all = await entries()
    const [latest] = all as [Entry]
    for (const [args, operations] of [
      [
        ['--about', 'special-event'],
        ['updateSpecialEvent', 'createSpecialEvent'],
      ],
      [['--about', 'museum-hours:capacity'], ['setGeneralEntryCapacity']],
      [['--actor', 'curator', '--limit', '1'], ['updateSpecialEvent']],
      [['--since', '2000-01-01', '--actor', actor], ['setGeneralEntryCapacity']],
      [['--since', latest.at], ['setGeneralEntryCapacity']],
      [['--until', latest.at], all.slice(1).map(({ operation }) => operation)],
      [['--until', '2000-01-01T00:00:00+01:00'], []],
      [['--since', '2999-01-01'], []],
    ] as const)
      expect([args, (await entries(...args)).map(({ operation }) => operation)]).toEqual([args, operations])
  })

  it('says on standard error when there are no such changes, and rejects faulty moments', async () => {
    expect(await audit('--actor', 'nobody')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^There are no such changes\.$/m),
    })
    expect(await audit('--about', 'nonsense')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^There are no such changes\. --about takes a kind \(special-event, museum-hours, user, ticket-key, link-key, ticket, order, reservation, closing, purchaser-data, price-categories, webhook, mail, shop, museum-settings, database\), /m,
      ),
    })
    for (const [option, value, fault] of [
      ['--since', 'yesterday', /^--since: "yesterday" must be a real date .* or a date and time with an offset/],
      ['--until', '2030-02-30', /^--until: "2030-02-30" must be a real date/],
      ['--limit', '0', /^--limit: "0" is not a whole number from 1 to 1000000\./],
    ] as const)
      expect(await audit(option, value)).toMatchObject({ code: 2, stderr: expect.stringMatching(fault) })
    expect(await audit('--since', '2030-05-02', '--until', '2030-05-01')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--since must not be after until\.$/m),
    })
  })
})
