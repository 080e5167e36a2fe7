import { describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../../test/databases.ts'
import { type StartedServer, basicAuth } from '../../../test/start-server.ts'
import { useServers } from '../../../test/use-servers.ts'

/** A time zone in which it is noon, so that no test runs over midnight. */
const hours = 12 - new Date().getUTCHours()
const settings = { MUSEUM_TIME_ZONE: hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}` }
const dateIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: settings.MUSEUM_TIME_ZONE })
const today = dateIn(0)

type User = Readonly<{ username: string; role: string; password: string }>

describe('the demo command', () => {
  // A fixed date would print a warning.
  const { run, runWithInput, start: startWith } = useServers(newDatabase)
  const start = (more = {}) => startWith({ ...settings, MUSEUM_ADMIN_PASSWORD: 'a password for the test', ...more })
  const demo = (...args: string[]) => run('demo', settings, ...args)
  const readJson = async <Body>(server: StartedServer, path: string) => {
    const response = await server.request('GET', path)
    expect([path, response.status]).toEqual([path, 200])
    return (await response.json()) as Body
  }
  /** The status of the response, and the role in it. */
  const roleOf = async (server: StartedServer, { username, password }: Omit<User, 'role'>) => {
    const headers = { Authorization: basicAuth(username, password) }
    const response = await server.request('GET', '/museum', undefined, headers)
    const { user } = (await response.json()) as { user?: { role: string } }
    return [response.status, user?.role]
  }

  it('adds events and sells tickets, and does so again only with --again', async () => {
    const example = ['--events', '12', '--tickets', '9']
    expect(await demo(...example)).toMatchObject({
      code: 0,
      stdout:
        'The museum has 12 more special events and sold 9 tickets and 34 orders. `call listRefunds --state due` shows the refunds that are due.\n' +
        `Entry times are on the page Sell of the desk: general entry on ${dateIn(4)}, and “Mask Painting for Families” on ${dateIn(61)}.\n`,
    })
    expect(await demo(...example)).toMatchObject({
      code: 1,
      text: 'The museum already has special events. Use --again to add more.\n',
    })
    expect((await demo(...example, '--again')).code).toBe(0)
    const server = await start()
    // Each time, one of them is cancelled.
    expect((await server.request('GET', '/special-events')).headers.get('X-Total-Count')).toBe('22')
  })

  it('gives its events prices without decimals in a currency that has none', async () => {
    const server = await start({ MUSEUM_CURRENCY: 'JPY' })
    const { code } = await run('demo', { ...settings, MUSEUM_CURRENCY: 'JPY' }, '--events', '10', '--tickets', '0')
    expect(code).toBe(0)
    const events = await readJson<readonly Readonly<{ price: number }>[]>(server, '/special-events')
    expect(events.map(({ price }) => price).toSorted((a, b) => a - b)).toEqual([0, 8, 10, 13, 15, 20, 24, 28, 30, 49])
  })

  it('sells no ticket whose purchaser would get an e-mail', async () => {
    const mails = { MUSEUM_SMTP_URL: 'smtp://127.0.0.1', MUSEUM_MAIL_FROM: 'tickets@museum.example' }
    const { code, stderr } = await run('demo', mails)
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('this museum sends e-mails. Start it with MUSEUM_SMTP_URL=file:DIR'),
    ])
    expect(
      (await run('demo', { ...mails, MUSEUM_SMTP_URL: 'file:outbox' }, '--events', '1', '--tickets', '0')).code,
    ).toBe(0)
  })

  it('sells no order and scans nothing without tickets', async () => {
    const server = await start()
    const { stdout } = await demo('--events', '5', '--tickets', '0', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ events: 5, tickets: 0, orders: 0, users: [{}, {}, {}] })
    expect(await readJson(server, `/sales?from=${today}&to=${today}`)).toMatchObject({ rows: [] })
    expect(await readJson(server, '/admissions')).toEqual([])
  })

  describe('adds a user for each role,', () => {
    const listUsers = async () => JSON.parse((await run('users list --json')).stdout) as unknown
    const usersOnly = ['--again', '--events', '0', '--tickets', '0']

    it('whose random password it shows once, and which keeps it', async () => {
      const server = await start()
      const { stdout } = await demo('--events', '1', '--tickets', '0')
      const users = [...stdout.matchAll(/^(demo-\S+) +(\S+) +(\S+)$/gm)].map(([, username, role, password]): User => ({
        username: username!,
        role: role!,
        password: password!,
      }))
      expect(users).toMatchObject([
        { username: 'demo-box-office', role: 'box-office' },
        { username: 'demo-gate', role: 'gate' },
        { username: 'demo-admin', role: 'admin' },
      ])
      for (const { password } of users) expect(password).toMatch(/^([a-hjkmnp-z2-9]{4}-){4}[a-hjkmnp-z2-9]{4}$/)
      expect(new Set(users.map(({ password }) => password)).size).toBe(3)
      for (const user of users) expect(await roleOf(server, user)).toEqual([200, user.role])

      await run('users disable demo-gate')
      const again = await demo(...usersOnly)
      expect(again.stdout).toContain('Kept with their passwords: demo-box-office, demo-gate, demo-admin.')
      for (const printed of ['PASSWORD', ...users.map(({ password }) => password)])
        expect(again.text).not.toContain(printed)
      expect(JSON.parse((await demo(...usersOnly, '--json')).stdout)).toMatchObject({ users: [] })
      const restarted = await start()
      expect(await Promise.all(users.map((user) => roleOf(restarted, user)))).toEqual([
        [200, 'box-office'],
        [401, undefined],
        [200, 'admin'],
      ])
    })

    it('except where one of that name exists, which stays as it is', async () => {
      const server = await start()
      const password = 'a password of its own'
      await runWithInput(`${password}\n`, 'users add demo-admin --role reader')
      const { users } = JSON.parse((await demo('--events', '1', '--tickets', '0', '--json')).stdout) as {
        users: readonly User[]
      }
      expect(users.map(({ username }) => username)).toEqual(['demo-box-office', 'demo-gate'])
      expect(await roleOf(server, { username: 'demo-admin', password })).toEqual([200, 'reader'])
    })

    it('but not before the first start of a server, which adds the administrator', async () => {
      const early = await demo('--events', '1', '--tickets', '0', '--json')
      expect(early).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(
          /^The users of the demo are not added, .* demo --again --events 0 --tickets 0\n$/s,
        ),
      })
      expect(JSON.parse(early.stdout)).toMatchObject({ users: [] })
      const server = await startWith(settings)
      expect(await listUsers()).toEqual([{ username: 'admin', role: 'admin', enabled: true }])
      expect(server.output.text).toContain('created the user admin with a generated password')
      expect(JSON.parse((await demo(...usersOnly, '--json')).stdout)).toMatchObject({ users: [{}, {}, {}] })
      expect(await listUsers()).toHaveLength(4)
    })

    it('also before the first start if the environment names the administrator, which is added all the same', async () => {
      const named = {
        ...settings,
        MUSEUM_ADMIN_USERNAME: 'director',
        MUSEUM_ADMIN_PASSWORD: 'the password of the director',
      }
      const { stdout } = await run('demo', named, '--events', '1', '--tickets', '0', '--json')
      expect(JSON.parse(stdout)).toMatchObject({ users: [{}, {}, {}] })
      const server = await startWith(named)
      expect(await readJson(server, '/users')).toContainEqual({
        username: 'director',
        role: 'admin',
        enabled: true,
        passwordIsTemporary: false,
      })
    })
  })

  type Row = Readonly<{
    kind: string
    user: string
    method: string | null
    ticketType: string
    amount: number
    tickets: number
  }>
  const salesToday = async (server: StartedServer) =>
    (await readJson<{ rows: readonly Row[] }>(server, `/sales?from=${today}&to=${today}`)).rows

  it('fills each page for staff with a day', async () => {
    const server = await start({ MUSEUM_HOME_PAGE: 'full' })
    const { stdout } = await demo('--events', '12', '--tickets', '30', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ events: 12, tickets: 30, orders: 34 })

    const days = await readJson<
      { date: string; events: { name: string; capacity: number | null; sold: number; available: number | null }[] }[]
    >(server, '/availability')
    expect(days[0]).toMatchObject({ date: today, events: [{ name: 'Night at the Museum', capacity: 80 }] })
    const limited = days.flatMap(({ date, events }) => events.map((event) => ({ date, ...event })))
    expect(limited).toContainEqual(expect.objectContaining({ date: dateIn(3), capacity: 12, sold: 12, available: 0 }))
    expect(limited).toContainEqual(expect.objectContaining({ date: dateIn(2), capacity: 12, sold: 9, available: 3 }))
    type Places = Readonly<{ entryTime: string; available: number }>
    const evening = await readJson<readonly Readonly<{ entryTimes?: readonly Places[] }>[]>(
      server,
      `/museum-hours/availability?startDate=${dateIn(0)}&endDate=${dateIn(7)}`,
    )
    expect(evening.map(({ entryTimes = [] }) => entryTimes.length)).toEqual([0, 0, 0, 0, 7, 0, 0, 0])
    expect(evening[4]!.entryTimes!.slice(0, 3)).toMatchObject([
      { entryTime: '18:00', available: 0 },
      { entryTime: '18:30', available: 9 },
      { entryTime: '19:00', available: 12 },
    ])
    const page = await (await fetch(server.origin)).text()
    for (const text of ['Sold out', `<time datetime="${dateIn(61)}T14:00">14:00</time>`]) expect(page).toContain(text)

    const rows = await salesToday(server)
    const drawers = rows.map(({ kind, user, method }) => `${kind} ${user} ${method}`)
    expect(new Set(drawers)).toEqual(
      new Set([
        'sale demo:presale null',
        'sale demo:presale cash',
        'sale demo:presale card',
        'sale demo-box-office cash',
        'sale demo-box-office card',
        'refund demo-box-office cash',
        'refund demo-box-office card',
      ]),
    )

    type Refund = Readonly<{ cause: string; reason?: string | null }>
    const due = await readJson<readonly Refund[]>(server, '/refunds?state=due&limit=100')
    expect(new Set(due.map(({ cause, reason }) => `${cause} ${reason ?? 'none'}`))).toEqual(
      new Set(['event none', 'ticket The family is ill.', 'ticket One visitor fewer.']),
    )
    const settled = await readJson<readonly Refund[]>(server, '/refunds?state=settled&limit=100')
    expect(new Set(settled.map(({ reason }) => reason))).toEqual(new Set(['The family is ill.', 'One visitor fewer.']))

    type Scan = Readonly<{ gate: string; admitted: boolean; reason: string | null; offline: boolean; ticketId: string }>
    const scans = await readJson<readonly Scan[]>(server, '/admissions?limit=100')
    expect(new Set(scans.map(({ gate, admitted, reason }) => `${gate} ${admitted ? 'admitted' : reason}`))).toEqual(
      new Set([
        'North door admitted',
        'South door admitted',
        'North door already-admitted',
        'South door wrong-date',
        'North door cancelled',
        'South door unknown-ticket',
      ]),
    )
    const conflicts = await readJson<readonly Scan[]>(server, '/admissions?conflict=true')
    expect(conflicts).toMatchObject([
      { gate: 'North door', admitted: false, reason: 'already-admitted', offline: false, entered: true },
      { gate: 'South door', admitted: true, offline: true, entered: true },
    ])
    expect(new Set(conflicts.map(({ ticketId }) => ticketId)).size).toBe(1)
  })

  it('has a day in a museum without events, and in one that is closed', async () => {
    const server = await start()
    const typesSold = async () =>
      new Set((await salesToday(server)).filter(({ user }) => user === 'demo-box-office').map((row) => row.ticketType))
    await demo('--events', '0', '--tickets', '1')
    expect(await typesSold()).toEqual(new Set(['general']))
    const ofGeneralEntry = (await salesToday(server)).length
    const { week } = (await readJson(server, '/museum-hours/schedule')) as { week: object }
    const closed = { week, exceptions: [{ date: today }] }
    expect((await server.request('PUT', '/museum-hours/schedule?confirm=true', closed)).status).toBe(200)
    expect(JSON.parse((await demo('--again', '--events', '0', '--tickets', '1', '--json')).stdout)).toMatchObject({
      tickets: 0,
      orders: 0,
    })
    expect(await salesToday(server)).toHaveLength(ofGeneralEntry)
    expect(JSON.parse((await demo('--events', '1', '--tickets', '1', '--json')).stdout)).toMatchObject({ orders: 18 })
    expect(await typesSold()).toEqual(new Set(['general', 'event']))
  })

  it('keeps the hours and entry times of a museum that has entry times or is open in an evening', async () => {
    const server = await start()
    const { week } = await readJson<{ week: readonly object[] }>(server, '/museum-hours/schedule')
    const demoEvening = async () =>
      (JSON.parse((await demo('--again', '--events', '1', '--tickets', '1', '--json')).stdout) as { evening?: string })
        .evening
    for (const timeClose of ['18:01', '18:00']) {
      const exceptions = [{ date: dateIn(9), timeOpen: '10:00', timeClose }]
      expect((await server.request('PUT', '/museum-hours/schedule', { week, exceptions })).status).toBe(200)
      expect(await demoEvening()).toBe(timeClose === '18:00' ? dateIn(4) : undefined)
    }
    expect(await demoEvening()).toBeUndefined()
  })

  it('keeps the price categories that the museum has set', async () => {
    const server = await start()
    const prices = [{ priceCategory: 'full', name: 'Visitor', percentage: 100 }]
    expect((await server.request('PUT', '/price-categories', prices)).status).toBe(200)
    expect(JSON.parse((await demo('--events', '4', '--tickets', '4', '--json')).stdout)).toMatchObject({ orders: 34 })
    expect(await readJson(server, '/price-categories')).toEqual(prices)
  })
})
