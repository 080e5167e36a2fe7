import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aFolder, aServer, run } from '../../test/a-server.ts'
import { engines } from '../../test/databases.ts'

describe.each(engines)('on %s', (engine, newDatabase) => {
  let [folder, url] = ['', '']
  let cleanUps: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    const made = await aFolder()
    folder = made.folder
    const database = await newDatabase(folder)
    url = database.url
    cleanUps = [made.remove, database.drop]
  })
  afterEach(async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp()
  })
  const command = async (name: string, ...args: string[]) => {
    const ran = run(name, folder, { MUSEUM_DATABASE_URL: url, MUSEUM_TODAY: '2030-05-01' }, args)
    const { code } = await ran.exited
    return { code, text: ran.output.text.replace(/^MUSEUM_TODAY IS SET.*\n/m, '') }
  }
  const served = async (environment: Record<string, string> = {}) => {
    const server = await aServer(folder, {
      MUSEUM_DATABASE_URL: url,
      MUSEUM_ADMIN_PASSWORD: 'secret',
      ...environment,
    })
    cleanUps.push(() => server.stop('SIGKILL'))
    return server
  }

  it('migrate makes the tables, once', async () => {
    expect(await command('migrate')).toEqual({
      code: 0,
      text: expect.stringMatching(/^Applied .*special-events.*tickets/),
    })
    expect(await command('migrate')).toEqual({ code: 0, text: 'The database is up to date.\n' })
  })

  it('a command that reads the settings warns of what is odd about them', async () => {
    for (const name of ['migrate', 'hours', 'demo']) {
      const ran = run(name, folder, { MUSEUM_DATABASE_URL: url, MUSEUM_TODAY: '2030-05-01' })
      expect((await ran.exited).code).toBe(0)
      expect(ran.output.text).toMatch(/^MUSEUM_TODAY IS SET/m)
    }
  })

  it('the server sells on a migrated database, to several servers at once', async () => {
    await command('migrate')
    const [one, other] = [await served(), await served()]
    const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2040-05-17'], price: 1 }
    const { eventId } = (await (await one.ask('POST', '/special-events', event)).json()) as { eventId: string }
    const order = { ticketType: 'event', eventId, ticketDate: '2040-05-17', email: 'visitor@example.org' }
    const sales = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).ask('POST', '/tickets', order)),
    )
    expect(sales.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    const { ticketId } = (await sales[0]!.json()) as { ticketId: string }
    expect((await one.ask('GET', `/tickets/${ticketId}/qr`)).status).toBe(200)
    expect((await other.ask('DELETE', `/special-events/${eventId}`)).status).toBe(204)
    expect((await one.ask('GET', `/tickets/${ticketId}/qr`)).status).toBe(410)
    expect((await one.ask('POST', '/tickets', order)).status).toBe(404)
    expect(await one.stop()).toEqual({ code: 0, signal: null })
  })

  it('hours shows and changes when the museum is open, also to a server that runs', async () => {
    await command('migrate')
    const server = await served({ MUSEUM_TODAY: '2030-05-01' })
    expect((await command('hours')).text).toContain('  monday     09:00-18:00\n')
    expect((await command('hours', 'thursday', 'closed')).text).toContain('  thursday   closed\n')
    await command('hours', '2030-05-03', '10:00-21:30')
    const changed = (await (await server.ask('GET', '/museum-hours?limit=2')).json()) as unknown
    expect(changed).toEqual([
      { date: '2030-05-01', timeOpen: '09:00', timeClose: '18:00' },
      { date: '2030-05-03', timeOpen: '10:00', timeClose: '21:30' },
    ])
    expect((await command('hours', '2030-05-03', 'closed')).text).toMatch(/But\n {2}2030-05-03 closed\n/)
    expect((await command('hours', '2030-05-03', 'as-the-week')).text).not.toContain('2030-05-03')
  })

  it.each([
    [['thursday', '10-18'], '"10-18" is not hours, such as 10:00-18:00.'],
    [['thursday', '18:00-10:00'], '"18:00-10:00" must open before it closes'],
    [['someday', 'closed'], '"someday" is neither a weekday nor a date.'],
    [['2030-02-30', 'closed'], '"2030-02-30" is neither a weekday nor a date.'],
    [['thursday'], 'Shows and changes when the museum is open.'],
  ])('hours %j says what is wrong', async (args, text) => {
    await command('migrate')
    expect(await command('hours', ...args)).toEqual({ code: 1, text: expect.stringContaining(text) })
  })

  it('demo fills the museum, once unless asked again', async () => {
    await command('migrate')
    const demo = (...args: string[]) => command('demo', '--events', '12', '--tickets', '9', ...args)
    expect(await demo()).toEqual({ code: 0, text: 'The museum has 12 more special events and sold 9 tickets.\n' })
    expect(await demo()).toEqual({ code: 1, text: expect.stringContaining('has special events already') })
    expect((await demo('--again')).code).toBe(0)
    const server = await served({ MUSEUM_TODAY: '2030-05-01' })
    expect((await server.ask('GET', '/special-events')).headers.get('X-Total-Count')).toBe('24')
    expect(await command('demo', '--events', 'many')).toEqual({
      code: 1,
      text: expect.stringContaining('Fills the museum'),
    })
    expect(await command('demo', '--help')).toEqual({ code: 0, text: expect.stringContaining('Fills the museum') })
  })

  if (engine === 'MySQL')
    it('the server does not start before the tables are made, and names the command', async () => {
      const server = run('serve', folder, { MUSEUM_DATABASE_URL: url })
      expect(await server.exited).toEqual({ code: 1, signal: null })
      expect(server.output.text).toMatch(/The database lacks \d migrations .*Run `npx --yes pnpm@\S+ migrate`/)
      await command('migrate')
      expect((await (await served()).ask('GET', '/museum-hours')).status).toBe(200)
    })
})
