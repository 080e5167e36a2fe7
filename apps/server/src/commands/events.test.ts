import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

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

  it('export prints all events, past ones too, as CSV and as JSON lines', async () => {
    const made = [
      await create({ name: 'Two, with "quotes"', dates: ['2029-01-01', '2030-05-18'], price: 19.9 }),
      await create({ name: '=HYPERLINK("x")', location: '@hall', eventDescription: '-1\n+next' }),
      await create({ name: "'+1", location: 'Salle \u200fعرض\u200f', eventDescription: "'quoted';-1" }),
    ]
    const [one, two, three] = made.map(({ eventId }) => eventId)
    expect((await events('export')).stdout).toBe(
      [
        '\ufeff"eventId","name","location","eventDescription","dates","price","capacity"',
        `"${one}","Two, with ""quotes""","Hall","","2029-01-01;2030-05-18",19.90,""`,
        `"${two}","'=HYPERLINK(""x"")","'@hall","'-1`,
        `'+next","2030-05-17",5.00,""`,
        `"${three}","''+1","Salle \u200fعرض\u200f","'quoted';'-1","2030-05-17",5.00,""`,
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
      '\ufeff"eventId","name","location","eventDescription","dates","price","capacity"\n',
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
})
