import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { newSqliteDatabase } from '../../test/databases.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

const unknownId = '0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a'

describe('tickets export', () => {
  const settings = { MUSEUM_TODAY: '2030-05-01', MUSEUM_ADMIN_PASSWORD: 'a password for the test' }
  const { run, start, databaseUrl } = useServers(newSqliteDatabase)
  const exported = (...args: string[]) => run('tickets export', settings, ...args)
  let server: StartedServer
  let eventId: string
  beforeEach(async () => {
    server = await start(settings)
    const event = { name: '=Night', location: 'Hall', eventDescription: '', dates: ['2030-05-17'], price: 19.9 }
    const created = await server.request('POST', '/special-events', event)
    ;({ eventId } = (await created.json()) as { eventId: string })
  })
  const buy = async (members: object = {}) => {
    const order = { ticketType: 'event', eventId, ticketDate: '2030-05-17', email: 'visitor@example.org', ...members }
    const bought = await server.request('POST', '/tickets', order)
    expect(bought.status).toBe(201)
    return ((await bought.json()) as { ticketId: string }).ticketId
  }

  it('prints the tickets of a deleted event with the prices at which they were sold, and how each was cancelled', async () => {
    const first = await buy({ phone: '+1(234)-567-8910' })
    await server.request('PATCH', `/special-events/${eventId}`, { price: 25 })
    const second = await buy({ email: '=visitor@example.org' })
    await run('call cancelTicket --ticketId', settings, first, '--reason', 'Returned, at the door')
    await server.request('DELETE', `/special-events/${eventId}`)
    const { code, stdout } = await exported('--event', eventId)
    const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`
    expect({ code, lines: stdout.split('\n') }).toEqual({
      code: 0,
      lines: [
        '\ufeff"ticketId","ticketType","ticketDate","eventName","state","cancellation","cancelledAt","cancellationReason","price",' +
          '"currency","soldAt","email","phone","entryTime"',
        expect.stringMatching(
          new RegExp(
            `^"${first}","event","2030-05-17","'=Night","cancelled","ticket","${time}","Returned, at the door",19.90,"EUR",` +
              `"${time}","visitor@example.org","'\\+1\\(234\\)-567-8910",$`,
          ),
        ),
        expect.stringMatching(
          new RegExp(
            `^"${second}","event","2030-05-17","'=Night","cancelled","event","${time}",,25.00,"EUR","${time}",` +
              `"'=visitor@example.org",,$`,
          ),
        ),
        '',
      ],
    })
    expect(stdout).not.toContain('ticket-event-')
    const [line] = (await exported('--event', eventId, '--format', 'jsonl')).stdout.split('\n')
    expect(JSON.parse(line!)).toMatchObject({
      ticketId: first,
      eventName: '=Night',
      cancellation: 'ticket',
      price: 19.9,
      phone: '+1(234)-567-8910',
    })
    await run('call restoreSpecialEvent --eventId', settings, eventId)
    const restored = (await exported('--event', eventId, '--format', 'jsonl')).stdout.trimEnd().split('\n')
    expect(restored.map((each) => (JSON.parse(each) as { state: string }).state)).toEqual(['cancelled', 'valid'])
  })

  it('prints the entry time of a ticket', async () => {
    const ticketId = await buy()
    const database = new DatabaseSync(databaseUrl().slice('sqlite:'.length), { timeout: 5_000 })
    database.prepare('update museum_ticket set entry_minute = ?').run(11 * 60 + 30)
    database.close()
    expect((await exported('--event', eventId)).stdout).toMatch(/,"11:30"\n$/)
    const line = (await exported('--event', eventId, '--format', 'jsonl')).stdout
    expect(JSON.parse(line)).toMatchObject({ ticketId, entryTime: '11:30' })
  })

  it('prints a stored address and name of older rules without a formula and without control characters in CSV', async () => {
    const ticketId = await buy()
    const [email, name] = ["a;=cmd|'/ccalc'!A1;@example.org", 'Night\u009b2J \u200fعرض\u200f\u001b[2K\r=1']
    const database = new DatabaseSync(databaseUrl().slice('sqlite:'.length), { timeout: 5_000 })
    database.prepare('update museum_ticket set email = ?, event_name = ?').run(email, name)
    database.close()
    const csv = (await exported('--event', eventId)).stdout
    expect(csv).toContain(`"a;'=cmd|'/ccalc'!A1;'@example.org"`)
    // A file is no terminal: the marks of the writing direction stay.
    expect(csv).toContain(String.raw`"Night\u009b2J ${'\u200fعرض\u200f'}\u001b[2K\u000d=1"`)
    expect(csv.startsWith('\ufeff"ticketId"')).toBe(true)
    const jsonl = (await exported('--event', eventId, '--format', 'jsonl')).stdout
    expect(csv.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    expect(jsonl).toContain('\u200fعرض\u200f')
    expect(JSON.parse(jsonl)).toMatchObject({ ticketId, email, eventName: name })
  })

  it('prints the titles only for an event without tickets, and rejects an event that never existed', async () => {
    expect((await exported('--event', eventId)).stdout.split('\n')).toHaveLength(2)
    expect(await exported('--event', unknownId)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`There is no special event ${unknownId}, and no deleted one.`),
    })
    expect(await exported()).toMatchObject({ code: 2, stderr: expect.stringMatching(/^--event: the ID of an event/m) })
  })
})
