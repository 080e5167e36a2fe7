import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

const unknownId = '0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a'

describe('the events commands', () => {
  const settings = {
    MUSEUM_TODAY: '2030-05-01',
    MUSEUM_CURRENCY: 'CHF',
    MUSEUM_ADMIN_PASSWORD: 'a password for the test',
  }
  const { run, start, startCommand } = useServers(newDatabase)
  const events = (...args: string[]) => run('events', settings, ...args)
  let server: StartedServer
  beforeEach(async () => {
    server = await start(settings)
  })
  const create = async (members: object) => {
    const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2030-05-17'], price: 5, ...members }
    const answer = await server.request('POST', '/special-events', event)
    expect(answer.status).toBe(201)
    const { eventId } = (await answer.json()) as { eventId: string }
    // IDs are in the order of their milliseconds: the next event is made in a later one.
    await sleep(2)
    return { ...event, eventId }
  }

  it('list shows the events of a period, by default from today on', async () => {
    const past = await create({ name: 'Past', dates: ['2030-04-01'] })
    const both = await create({ name: 'Both', dates: ['2030-04-30', '2030-05-02', '2030-06-01'] })
    const later = await create({ name: 'Later', dates: ['2030-07-01'], price: 12.5 })
    const listed = async (...args: string[]) =>
      JSON.parse((await events('list', '--json', ...args)).stdout) as unknown[]
    expect(await listed()).toEqual([both, later])
    expect(await listed('--from', '2030-01-01')).toEqual([past, both, later])
    expect(await listed('--to', '2030-05-31')).toEqual([both])
    expect(await listed('--from', '2030-04-01', '--to', '2030-04-01')).toEqual([past])
    expect((await events('list')).stdout.split('\n')).toEqual([
      'ID                                    DATES          PRICE  NAME',
      `${both.eventId}  2030-05-02 +1  5.00   Both`,
      `${later.eventId}  2030-07-01     12.50  Later`,
      '',
    ])
    expect(await events('list', '--from', '2031-01-01')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^There are no events in this period\.$/m),
    })
    expect(await listed('--from', '2031-01-01')).toEqual([])
  })

  it('list rejects a period that ends before it begins', async () => {
    const { code, stderr } = await events('list', '--from', '2030-05-02', '--to', '2030-05-01')
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^--to: 2030-05-01 is before 2030-05-02\./),
    })
  })

  it('show shows an event, in any case of its ID', async () => {
    const event = await create({ eventDescription: 'Two\nlines', dates: ['2030-05-17', '2030-05-18'] })
    expect((await events('show', event.eventId.toUpperCase())).stdout.split('\n')).toEqual([
      `ID           ${event.eventId}`,
      'Name         Night',
      'Location     Hall',
      'Price        5.00 CHF',
      'Dates        2030-05-17',
      '             2030-05-18',
      'Description  Two',
      '             lines',
      '',
    ])
    expect(JSON.parse((await events('show', event.eventId, '--json')).stdout)).toEqual(event)
    expect(await events('show', unknownId)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`There is no special event ${unknownId}`),
    })
    expect(await events('show', '17')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^id: "17" is not the ID/),
    })
  })

  it('export prints all events, past ones too, as CSV and as JSON lines', async () => {
    const made = [
      await create({ name: 'Two, with "quotes"', dates: ['2029-01-01', '2030-05-18'], price: 19.9 }),
      await create({ name: '=HYPERLINK("x")', location: '@hall', eventDescription: '-1\n+next' }),
      await create({ name: "'+1", location: 'Salle \u200fعرض\u200f', eventDescription: "'quoted';-1" }),
    ]
    const [one, two, three] = made.map(({ eventId }) => eventId)
    expect((await events('export')).stdout).toBe(
      [
        '\ufeff"eventId","name","location","eventDescription","dates","price"',
        `"${one}","Two, with ""quotes""","Hall","","2029-01-01;2030-05-18",19.90`,
        `"${two}","'=HYPERLINK(""x"")","'@hall","'-1`,
        `'+next","2030-05-17",5.00`,
        `"${three}","''+1","Salle \u200fعرض\u200f","'quoted';'-1","2030-05-17",5.00`,
        '',
      ].join('\n'),
    )
    const lines = (await events('export', '--format', 'jsonl')).stdout.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(made)
    const other = await events('export', '--format', 'xml')
    expect(other).toMatchObject({ code: 2, stderr: expect.stringMatching(/^--format: "xml" is not csv or jsonl\.$/m) })
  })

  it('export prints the titles only when there are no events', async () => {
    expect((await events('export')).stdout).toBe(
      '\ufeff"eventId","name","location","eventDescription","dates","price"\n',
    )
    expect((await events('export', '--format', 'jsonl')).stdout).toBe('')
  })

  it('export prints each of many events once, and ends without an error when its reader ends', async () => {
    await run('demo', {}, '--events', '230', '--tickets', '0')
    const lines = (await events('export', '--format', 'jsonl')).stdout.trimEnd().split('\n')
    expect(new Set(lines.map((line) => (JSON.parse(line) as { eventId: string }).eventId)).size).toBe(230)
    expect(lines).toHaveLength(230)
    const { child, exited, closed, stderr } = startCommand('events export', settings)
    child.stdout!.once('data', () => child.stdout!.destroy())
    const { code } = await exited
    await closed
    expect({ code, stderr: stderr.text.replace(/^MUSEUM_TODAY.*\n/, '') }).toEqual({ code: 0, stderr: '' })
  })

  it('restore undoes a deletion, so that a running server shows the event and accepts its tickets', async () => {
    const event = await create({ name: 'Night 🦣' })
    const order = {
      ticketType: 'event',
      eventId: event.eventId,
      ticketDate: '2030-05-17',
      email: 'visitor@example.org',
    }
    const { ticketId } = (await (await server.request('POST', '/tickets', order)).json()) as { ticketId: string }
    expect((await server.request('DELETE', `/special-events/${event.eventId}`)).status).toBe(204)
    const { code, stdout } = await events('restore', event.eventId)
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Restored "Night 🦣" on 2030-05-17. The tickets for it are valid again.\n',
    })
    expect(await (await server.request('GET', `/special-events/${event.eventId}`)).json()).toEqual(event)
    expect((await server.request('GET', `/tickets/${ticketId}/qr`)).status).toBe(200)
    expect(await events('restore', event.eventId)).toMatchObject({
      code: 0,
      stdout: '"Night 🦣" is not deleted: nothing was changed.\n',
    })
    expect(JSON.parse((await events('restore', event.eventId, '--json')).stdout)).toEqual({ event, isChanged: false })
    expect(await events('restore', unknownId)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`There is no special event ${unknownId}, and no deleted one.`),
    })
  })

  it('list --deleted shows the deleted events that were not restored, the latest deletion first', async () => {
    expect(await events('list', '--deleted')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^There are no deleted events\.$/m),
    })
    const [one, two, restored] = [
      await create({ name: 'One', dates: ['2029-01-01', '2030-05-18'] }),
      await create({ name: 'Two' }),
      await create({ name: 'Restored' }),
    ]
    const remove = ({ eventId }: { eventId: string }) => server.request('DELETE', `/special-events/${eventId}`)
    await remove(restored)
    await remove(two)
    // Waits for the next second, since the time of a deletion is stored in seconds.
    await sleep(1_100)
    await remove(one)
    await events('restore', restored.eventId)
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`
    const { stdout } = await events('list', '--deleted')
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^ID +DELETED +DATES +NAME$/),
      expect.stringMatching(new RegExp(`^${one.eventId}  ${time}  2029-01-01 \\+1  One$`)),
      expect.stringMatching(new RegExp(`^${two.eventId}  ${time}  2030-05-17 +Two$`)),
      '',
    ])
    const deletedAt = expect.stringMatching(/Z$/)
    const listed = JSON.parse((await events('list', '--deleted', '--json')).stdout) as unknown
    expect(listed).toEqual([
      { ...one, deletedAt },
      { ...two, deletedAt },
    ])
    expect(await (await server.request('GET', '/deleted-special-events')).json()).toEqual(listed)
    expect(await events('list', '--deleted', '--from', '2030-01-01')).toMatchObject({ code: 2 })
  })
})
