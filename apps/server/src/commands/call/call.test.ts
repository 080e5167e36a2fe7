import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../../test/databases.ts'
import { useServers } from '../../../test/use-servers.ts'
import { allItems } from './call-operation.ts'

const settings = { MUSEUM_GENERAL_PRICE: '12' }
const night = {
  name: 'Night',
  location: 'Hall',
  eventDescription: '',
  dates: ['2040-05-17', '2040-05-18'],
  price: 12.5,
}

describe('museum call', () => {
  const { run, startWithInput, folder } = useServers(newDatabase)
  const call = (operation: string, ...args: string[]) => run(`call ${operation}`, settings, ...args)
  const result = async <Result>(operation: string, ...args: string[]): Promise<Result> => {
    const { code, stdout, stderr } = await call(operation, ...args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout) as Result
  }
  const anEvent = async (): Promise<string> => {
    await run('migrate', settings)
    const flags = ['--name', 'Night', '--location', 'Hall', '--eventDescription', '', '--price', '12.5']
    const created: { eventId: string } = await result(
      'createSpecialEvent',
      ...flags,
      '--dates',
      '2040-05-17,2040-05-18',
    )
    return created.eventId
  }

  it('lists the operations with their summaries, and exits with 0', async () => {
    const { code, stdout, stderr } = await run('call')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^ {2}placeOrder +Place order$/m)
  })

  it('shows the parameters and the scalar members of an operation as flags, with an example', async () => {
    const { stdout } = await call('setEventCapacity', '--help')
    expect(stdout).toMatch(/--eventId <text> +Identifier of the special event\. Required\./)
    expect(stdout).toMatch(/--capacity <number\|null> +How many tickets/)
    expect(stdout).toContain('call setEventCapacity --eventId 01940000-0000-7000-8000-000000000001 --capacity 120\n')
    const { stdout: ofOrder } = await call('placeOrder', '--help')
    expect(ofOrder).toContain('--idempotency-key <text>')
    expect(ofOrder).toContain('call placeOrder --body body.json\n')
    expect(ofOrder).not.toContain('--items')
  })

  it.each([
    ['an unknown operation', 'plceOrder', [], "Unknown command 'plceOrder'. Did you mean placeOrder?"],
    ['an unknown flag', 'getTicket', ['--ticketid', 'x', '--ticketId', 'x'], "Unknown option '--ticketid'."],
    ['no value of a path', 'getTicket', [], "Required option '--ticketId <text>' not specified."],
  ])('refuses %s, and exits with 2', async (_what, operation, args, sentence) => {
    const { code, stderr } = await call(operation, ...args)
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
  })

  it('calls an operation as the user of the operating system, with a body of flags', async () => {
    const eventId = await anEvent()
    expect(await result('getSpecialEvent', '--eventId', eventId)).toEqual({ eventId, ...night })
    expect(await result('setEventCapacity', '--eventId', eventId, '--capacity', '120')).toEqual({ capacity: 120 })
    expect(await result('setEventCapacity', '--eventId', eventId, '--capacity', 'null')).toEqual({ capacity: null })
    expect(await result('listAuditEntries', '--limit', '1')).toMatchObject([
      { actor: expect.stringMatching(/^cli:/), operation: 'setEventCapacity', after: { capacity: null } },
    ])
  })

  it('joins the flags with the body of a file, or of the standard input', async () => {
    const eventId = await anEvent()
    const items = [{ ticketType: 'event', eventId, ticketDate: '2040-05-17', quantity: 2 }]
    await writeFile(join(folder(), 'order.json'), JSON.stringify({ items, total: 1 }))
    const order = await result('placeOrder', '--body', 'order.json', '--total', '25', '--email', 'a@example.org')
    expect(order).toMatchObject({ total: 25 })
    const { child, closed, stdout } = startWithInput(
      JSON.stringify({ items }),
      'call placeOrder',
      settings,
      '--body',
      '-',
    )
    child.stdin!.end()
    await closed
    expect(JSON.parse(stdout.text)).toMatchObject({ total: 25 })
    await writeFile(join(folder(), 'list.json'), '[]')
    expect(await call('placeOrder', '--body', 'list.json', '--total', '1')).toMatchObject({
      code: 1,
      stderr: 'The file of --body must have a JSON object, to which the flags add members.\n',
    })
    expect(await call('placeOrder', '--body', 'none.json')).toMatchObject({
      code: 1,
      stderr: 'none.json cannot be read (ENOENT).\n',
    })
  })

  it('sends Idempotency-Key and If-Match as flags', async () => {
    const eventId = await anEvent()
    const buy = ['--ticketType', 'general', '--ticketDate', '2040-05-17', '--email', 'a@example.org']
    const first = await result('buyMuseumTickets', ...buy, '--idempotency-key', 'one')
    expect(await result('buyMuseumTickets', ...buy, '--idempotency-key', 'one')).toEqual(first)
    expect(await result('buyMuseumTickets', ...buy)).not.toEqual(first)
    const { code, stderr } = await call('deleteSpecialEvent', '--eventId', eventId, '--if-match', '"other"')
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The special event has changed since you read it\./)])
  })

  it.each(['', '.', '..'])('refuses %j as a part of the path, which would name another resource', async (text) => {
    await run('migrate', settings)
    const { code, stdout, stderr } = await call('getSpecialEvent', '--eventId', text)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^--eventId must not be /)
  })

  it('reads all pages again when an item has left the list meanwhile', async () => {
    const items = Array.from({ length: 250 }, (_, n) => n)
    const send = async ({ page, limit }: Readonly<Record<string, string>>) => {
      const [from, to] = [(Number(page) - 1) * Number(limit), Number(page) * Number(limit)]
      const headers = { 'X-Total-Count': String(items.length), Link: to < items.length ? '</next>; rel="next"' : '' }
      const response = Response.json(items.slice(from, to), { headers })
      if (items.length === 250) items.shift()
      return response
    }
    expect(await allItems(send)).toEqual(Array.from({ length: 249 }, (_, n) => n + 1))
  })

  it('says in a sentence what is refused, with its faults, and exits with 1', async () => {
    await run('migrate', settings)
    expect(await call('getTicket', '--ticketId', 'x')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'ticketId must be a UUID: 8-4-4-4-12 hexadecimal digits, in either case.\n',
    })
    const { code, stderr } = await call('listSpecialEvents', '--limit', '0', '--startDate', 'today')
    expect(code).toBe(1)
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^startDate must be .* \(and 1 more, see errors\)\.$/),
      expect.stringMatching(/^ {2}startDate must be a real date/),
      '  limit must be from 1 to 100',
      '',
    ])
    expect(
      await call('setEventCapacity', '--eventId', '01940000-0000-7000-8000-000000000001', '--capacity', 'many'),
    ).toMatchObject({ code: 1, stderr: 'capacity must be of type number.\n' })
  })

  it('closes a day with sold tickets with --confirm', async () => {
    await anEvent()
    await result(
      'buyMuseumTickets',
      '--ticketType',
      'general',
      '--ticketDate',
      '2040-05-17',
      '--email',
      'a@example.org',
    )
    const schedule: { exceptions: object[] } = await result('getSchedule')
    const closed = { ...schedule, exceptions: [...schedule.exceptions, { date: '2040-05-17' }] }
    await writeFile(join(folder(), 'schedule.json'), JSON.stringify(closed))
    const refused = await call('setSchedule', '--body', 'schedule.json')
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('1 ticket')])
    expect(await result('setSchedule', '--body', 'schedule.json', '--confirm')).toMatchObject(closed)
  })

  it('prints lists as tables, as CSV with lists joined by semicolons, and all pages with --all', async () => {
    const eventId = await anEvent()
    const table = await call('listSpecialEvents', '--format', 'table')
    expect(table.stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['EVENTID', 'NAME', 'LOCATION', 'EVENTDESCRIPTION', 'DATES', 'PRICE'],
      [eventId, 'Night', 'Hall', '2040-05-17, 2040-05-18', '12.5'],
      ['1 row'],
      [''],
    ])
    const csv = await call('listSpecialEvents', '--format', 'csv')
    expect(csv.stdout).toBe(
      '\ufeff"eventId","name","location","eventDescription","dates","price"\n' +
        `"${eventId}","Night","Hall","","2040-05-17;2040-05-18","12.5"\n`,
    )
    const semicolons = await call('listSpecialEvents', '--format', 'csv', '--delimiter', ';')
    expect(semicolons.stdout.split('\n')[1]).toBe(`"${eventId}";"Night";"Hall";"";"2040-05-17;2040-05-18";"12,5"`)
    expect(await call('listSpecialEvents', '--delimiter', 'x')).toMatchObject({ code: 2, stdout: '' })
    expect(await call('listWebhooks', '--format', 'table')).toMatchObject({
      stdout: '',
      stderr: 'The list is empty.\n',
    })
    expect(await result<object[]>('getMuseumHours')).toHaveLength(10)
    expect((await result<object[]>('getMuseumHours', '--all')).length).toBeGreaterThan(100)
  })

  it('writes an image as it is', async () => {
    await run('migrate', settings)
    await run('keys rotate', settings, '--yes')
    const { ticketId }: { ticketId: string } = await result(
      ...([
        'buyMuseumTickets',
        '--ticketType',
        'general',
        '--ticketDate',
        '2040-05-17',
        '--email',
        'a@b.example',
      ] as const),
    )
    expect((await call('getTicketCode', '--ticketId', ticketId)).stdout).toMatch(/^.PNG\r\n/)
  })
})
