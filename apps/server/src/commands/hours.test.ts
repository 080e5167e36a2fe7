import { describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

describe('the hours command', () => {
  const settings = { MUSEUM_TODAY: '2030-05-01', MUSEUM_ADMIN_PASSWORD: 'a password for the test' }
  const { run, start } = useServers(newDatabase)
  const hours = (...args: string[]) => run('hours', settings, ...args)

  it('shows and changes the opening hours, also those that a running server uses', async () => {
    const server = await start(settings)
    expect((await hours('show')).stdout).toContain('  monday     09:00-18:00\n')
    expect((await hours('week', 'Thursday', 'closed')).stdout).toBe('Every Thursday: closed.\n')
    expect((await hours('exception', '2030-05-03', '10:00-21:30')).stdout).toBe('2030-05-03: 10:00-21:30.\n')
    expect(await (await server.request('GET', '/museum-hours?limit=2')).json()).toEqual([
      { date: '2030-05-01', timeOpen: '09:00', timeClose: '18:00' },
      { date: '2030-05-03', timeOpen: '10:00', timeClose: '21:30' },
    ])
    await hours('exception', '2030-05-03', 'closed')
    const shown = (await hours('show')).stdout
    expect(shown).toContain('  thursday   closed\n')
    expect(shown).toMatch(/Exceptions until 2031-05-01\n {2}2030-05-03 closed\n/)
    expect((await hours('exception', '2030-05-03', 'as-the-week')).stdout).toBe('2030-05-03: as every week.\n')
    expect((await hours('show')).stdout).not.toContain('2030-05-03')
  })

  it('prints JSON with --json', async () => {
    const open = { timeOpen: '09:00', timeClose: '18:00' }
    expect(JSON.parse((await hours('week', 'monday', 'closed', '--json')).stdout)).toEqual({
      weekday: 'monday',
      hours: 'closed',
      isChanged: true,
      tickets: { days: [], general: 0, event: 0, hasMore: false },
    })
    expect(JSON.parse((await hours('exception', '2030-05-06', '09:00-18:00', '--json')).stdout)).toEqual({
      date: '2030-05-06',
      hours: open,
      isChanged: true,
      tickets: { days: [], general: 0, event: 0, hasMore: false },
    })
    expect(JSON.parse((await hours('show', '--json')).stdout)).toEqual({
      weekly: {
        monday: 'closed',
        tuesday: open,
        wednesday: open,
        thursday: open,
        friday: open,
        saturday: open,
        sunday: open,
      },
      exceptions: [{ date: '2030-05-06', hours: open }],
    })
  })

  it.each([
    ['week thursday 10-18', 'hours: "10-18" is neither hours such as 10:00-18:00 nor closed.'],
    ['week thursday as-the-week', 'hours: "as-the-week" is neither hours such as 10:00-18:00 nor closed.'],
    ['week thursday 18:00-10:00', 'hours: "18:00-10:00" must open before it closes'],
    ['week 2030-05-03 closed', 'day: "2030-05-03" is not a day of the week'],
    ['exception 2030-02-30 closed', 'date: "2030-02-30" is not a date such as 2030-12-24.'],
  ])('rejects faulty arguments and says why: %s', async (args, sentence) => {
    expect(await hours(...args.split(' '))).toMatchObject({ code: 2, stderr: expect.stringContaining(sentence) })
  })

  it('closes a day for which tickets are sold only with --yes, and says how many there are', async () => {
    const server = await start(settings)
    const order = { ticketDate: '2030-05-02', email: 'visitor@example.org' }
    const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2030-05-02'], price: 5 }
    const created = await server.request('POST', '/special-events', event)
    const { eventId } = (await created.json()) as { eventId: string }
    for (const kind of [{ ticketType: 'general' }, { ticketType: 'general' }, { ticketType: 'event', eventId }])
      expect((await server.request('POST', '/tickets', { ...order, ...kind })).status).toBe(201)

    for (const args of [['exception', '2030-05-02', 'closed'] as const, ['week', 'thursday', 'closed'] as const])
      expect(await hours(...args)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^3 tickets are sold for 2030-05-02: 2 for general entry, 1 for events\. Nothing was changed\. Add --yes to close all the same\.$/m,
        ),
      })
    const first = async () => ((await (await server.request('GET', '/museum-hours?limit=2')).json()) as unknown[])[1]
    expect(await first()).toMatchObject({ date: '2030-05-02' })

    expect(await hours('exception', '2030-05-02', 'closed', '--yes')).toMatchObject({
      code: 0,
      stdout:
        '2030-05-02: closed.\n3 tickets are sold for 2030-05-02: 2 for general entry, 1 for events. They stay as they are.\n',
    })
    expect(await first()).toMatchObject({ date: '2030-05-03' })
    expect((await hours('exception', '2030-05-02', 'closed')).stdout).toBe('2030-05-02: closed, as before.\n')
    // --yes is not needed to change hours, written with a dash here, or to close a day without tickets.
    expect((await hours('exception', '2030-05-03', '10:00–11:00')).code).toBe(0)
    expect((await hours('exception', '2029-05-03', 'closed')).stderr).toContain('2029-05-03 is in the past')
    expect((await hours('exception', '2030-05-03', '10:00-11:00')).code).toBe(0)
    expect((await hours('week', 'friday', 'closed')).code).toBe(0)
  })

  it('shows the exceptions until a date with --until, and says that there are later ones', async () => {
    await hours('exception', '2031-12-24', 'closed')
    await hours('exception', '2032-12-24', 'closed')
    const shown = (await hours('show')).stdout
    expect(shown).not.toContain('2031-12-24 closed')
    expect(shown).toMatch(/\nMore exceptions after 2031-05-01:\n  add --until 2032-12-24\n$/)
    expect((await hours('show', '--until', '2032-12-24')).stdout).not.toContain('There are exceptions')
    expect((await hours('show', '--until', '2031-12-31')).stdout).toContain('  2031-12-24 closed\n')
  })
})
