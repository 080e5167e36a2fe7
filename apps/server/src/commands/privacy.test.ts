import { userInfo } from 'node:os'
import { readFileSync, readdirSync } from 'node:fs'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

type Sale = Readonly<{ ticketId: string; confirmationCode: string }>

describe('the privacy commands', () => {
  const settings = { MUSEUM_TODAY: '2030-05-17', MUSEUM_ADMIN_PASSWORD: 'a password for the test' }
  const later = { ...settings, MUSEUM_TODAY: '2030-05-20' }
  const { folder, run, runWithInput, start } = useServers(newDatabase)
  let [server, sales]: [StartedServer, number] = [undefined as never, 0]
  beforeEach(async () => {
    server = await start(settings)
  })
  const buy = async (email: string, ticketDate = '2030-05-17') => {
    const order = { ticketType: 'general', ticketDate, email, phone: '+49 555 901820' }
    const answer = await server.request('POST', '/tickets', order, { 'Idempotency-Key': `key-${(sales += 1)}` })
    expect(answer.status).toBe(201)
    return (await answer.json()) as Sale
  }
  const inApi = async ({ ticketId }: Sale) => (await server.request('GET', `/tickets/${ticketId}`)).json()
  const audited = async () => {
    const { stdout } = await run('audit --about purchaser-data --json', settings)
    return (JSON.parse(stdout) as Record<string, unknown>[]).map((entry) => {
      const { auditId: _, at: __, ...others } = entry
      return others
    })
  }

  it('erase the e-mail address and the phone number of a visitor, whose ticket still admits, on a running server', async () => {
    const tickets = [await buy('Ada@Example.org'), await buy('ada@example.org', '2030-05-18')]
    const other = await buy('ben@example.org')
    const refused = await run('privacy erase --email ADA@example.org', settings)
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(
        '2 tickets have this e-mail address. 2 tickets are valid for today or later and stay valid, but can no longer be found by ' +
          'e-mail address. Nothing was changed. Add --yes to erase the data.',
      ),
    })
    expect(await audited()).toEqual([])

    expect(await run('privacy erase --email ADA@example.org --yes', settings)).toMatchObject({
      code: 0,
      stdout: 'The e-mail address and the phone number are erased from 2 tickets.\n',
      stderr: expect.stringContaining('Copies are not changed: backups, and '),
    })
    for (const ticket of tickets) {
      const body = await inApi(ticket)
      expect(body).toMatchObject({ ticketId: ticket.ticketId, state: 'valid' })
      expect(body).not.toHaveProperty('email')
      expect(body).not.toHaveProperty('phone')
    }
    expect(await inApi(other)).toMatchObject({ email: 'ben@example.org', phone: '+49 555 901820' })
    expect((await run('call findTickets --email ada@example.org', settings)).stdout).toBe('[]\n')
    const scan = await server.request('POST', '/admissions', { code: tickets[0]!.confirmationCode })
    expect(await scan.json()).toMatchObject({ admitted: true })
    expect(await audited()).toEqual([
      {
        actor: `cli:${userInfo().username}`,
        operation: 'erasePurchaserData',
        subject: { kind: 'purchaser-data', id: 'one-purchaser' },
        before: null,
        after: { tickets: 2 },
      },
    ])
    expect(JSON.stringify(await (await server.request('GET', '/audit?limit=100')).json())).not.toMatch(/ada@/i)
    const files = readdirSync(folder()).filter((name) => name.startsWith('museum.sqlite'))
    for (const name of files) expect(readFileSync(`${folder()}/${name}`, 'latin1')).not.toMatch(/ada@example/i)
  })

  it('find and erase an address with an international domain in both forms, whichever was stored', async () => {
    // A browser's field for an e-mail address sends the second one.
    const [unicode, ascii] = ['kasse@bücher.example', 'kasse@xn--bcher-kva.example']
    for (const email of [unicode, ascii]) {
      const tickets = [await buy(unicode), await buy(ascii)]
      const other = await buy('kasse@bucher.example')
      const found = await server.request('GET', `/tickets?email=${encodeURIComponent(email)}`)
      expect(await found.json()).toMatchObject([{ email: unicode }, { email: ascii }])
      expect(JSON.parse((await run('call findTickets --email', settings, email)).stdout)).toHaveLength(2)
      expect((await run('privacy erase --yes --email', settings, email)).stdout).toBe(
        'The e-mail address and the phone number are erased from 2 tickets.\n',
      )
      for (const ticket of tickets) expect(await inApi(ticket)).not.toHaveProperty('email')
      expect(await inApi(other)).toMatchObject({ email: 'kasse@bucher.example' })
    }
  })

  it('take the address from standard input, and say when no ticket has it', async () => {
    await buy('ada@example.org')
    const erase = (input: string, ...args: string[]) =>
      runWithInput(input, 'privacy erase --email -', settings, ...args)
    expect((await erase(' ada@example.org \n', '--yes', '--json')).stdout).toBe(
      `${JSON.stringify({ tickets: 1, upcoming: 1, reservations: 0, isOverwritten: true }, null, 2)}\n`,
    )
    // Purchases refuse the second address today.
    for (const email of ['ada@example.org', 'a;b|"c"@example.org'])
      expect(await erase(`${email}\n`)).toMatchObject({
        code: 0,
        stdout: 'No ticket and no reservation has this e-mail address.\n',
        stderr: expect.not.stringContaining('Copies'),
      })
    expect(await erase('ada\n')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The first line of standard input must be an e-mail address: /m),
    })
    expect(await audited()).toHaveLength(1)
  })

  it('erase the data on tickets for past dates, and refuse dates after today', async () => {
    const [past, upcoming] = [await buy('ada@example.org'), await buy('ada@example.org', '2030-05-18')]
    expect(await run('privacy expire --before 2030-05-18 --yes', settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        '2030-05-18 is after today, 2030-05-17. The data on upcoming tickets do not expire. Use --before 2030-05-17, or an earlier date.',
      ),
    })
    expect(await run('privacy expire --before 2030-05-17 --yes', settings)).toMatchObject({
      code: 0,
      stdout: 'No ticket and no reservation for a date before 2030-05-17 has an e-mail address.\n',
    })
    expect(await run('privacy expire --before 2030-05-18', later)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        '1 ticket for dates before 2030-05-18 has an e-mail address. Nothing was changed.',
      ),
    })
    expect((await run('privacy expire --before 2030-05-18 --yes', later)).stdout).toBe(
      'The e-mail address and the phone number are erased from 1 ticket.\n',
    )
    expect(await inApi(past)).not.toHaveProperty('email')
    expect(await inApi(upcoming)).toMatchObject({ email: 'ada@example.org' })
    expect(await audited()).toMatchObject([{ subject: { id: '2030-05-18' }, after: { tickets: 1 } }])
  })

  it('erase the data and the labels of reservations, also where no ticket has the address', async () => {
    const items = [{ ticketType: 'general', ticketDate: '2030-05-17', quantity: 2 }]
    const reserve = async (email: string) => {
      const answer = await server.request('POST', '/reservations', { items, email, label: 'Class 7b' })
      expect(answer.status).toBe(201)
      return (await answer.json()) as { reservationId: string }
    }
    const held = await reserve('ada@example.org')
    const found = async ({ reservationId }: typeof held) =>
      (await server.request('GET', `/reservations/${reservationId}`)).json()
    const erase = (...args: string[]) => run('privacy erase --email ADA@example.org', settings, ...args)
    expect((await erase()).stderr).toContain('1 reservation has this e-mail address. Nothing was changed.')
    expect((await erase('--yes')).stdout).toBe(
      'The e-mail address and the phone number are erased from 1 reservation.\n',
    )
    expect(await found(held)).toMatchObject({ state: 'held' })
    for (const member of ['email', 'label']) expect(await found(held)).not.toHaveProperty(member)
    await buy('ada@example.org', '2030-05-18')
    await reserve('ada@example.org')
    expect((await erase('--yes', '--json')).stdout).toBe(
      `${JSON.stringify({ tickets: 1, upcoming: 1, reservations: 1, isOverwritten: true }, null, 2)}\n`,
    )
    const released = await reserve('ben@example.org')
    await server.request('POST', `/reservations/${released.reservationId}/release`)
    const expired = await run('privacy expire --before 2030-05-18 --yes', later)
    expect(expired.stdout).toBe('The e-mail address and the phone number are erased from 1 reservation.\n')
    expect(await audited()).toMatchObject([
      { after: { tickets: 0, reservations: 1 } },
      { after: { tickets: 1, reservations: 1 } },
      { after: { tickets: 0, reservations: 1 } },
    ])
    const files = readdirSync(folder()).filter((name) => name.startsWith('museum.sqlite'))
    for (const name of files) expect(readFileSync(`${folder()}/${name}`, 'latin1')).not.toMatch(/ada@example|ben@/i)
  })

  it('are not needed with MUSEUM_RETENTION_DAYS: the server erases the data of past dates when it starts', async () => {
    const { MUSEUM_TODAY: _, ...withoutFixedDate } = settings
    await server.stop()
    server = await start({ ...settings, MUSEUM_TODAY: '2020-05-17' })
    const [past, upcoming] = [await buy('ada@example.org', '2020-05-17'), await buy('ada@example.org', '9000-05-18')]
    await server.stop()
    server = await start({ ...withoutFixedDate, MUSEUM_RETENTION_DAYS: '2' })
    await server.waitForOutput(/"tickets":1,"before":"\d{4}-\d\d-\d\d"/)
    expect(await inApi(past)).not.toHaveProperty('email')
    expect(await inApi(upcoming)).toMatchObject({ email: 'ada@example.org' })
    expect(await audited()).toMatchObject([
      { actor: 'server', operation: 'expirePurchaserData', after: { tickets: 1 } },
    ])
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(server.output.text).not.toContain('ada@')
  })
})

describe('the privacy commands without what they erase', () => {
  const { run } = useServers()

  it('are rejected with the option that is missing or wrong', async () => {
    for (const [name, sentence] of [
      ['privacy erase --yes', 'Use --email, with the address of the visitor.'],
      ['privacy expire --yes', 'Use --before, with the first date whose tickets keep the data.'],
      ['privacy erase --email ada', '--email: "ada" must be an e-mail address'],
    ] as const)
      expect(await run(name)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) })
  })
})

describe('a server with MUSEUM_RETENTION_DAYS', () => {
  const { start } = useServers(newDatabase)
  const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  /** A server whose own clock is this many days ahead; the clock of the database is right. */
  const aheadBy = (days: number) => {
    const program = `const { now } = Date; Date.now = () => now() + ${days} * 86_400_000`
    return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` }
  }

  it('erases nothing too early when its clock is days ahead', async () => {
    const settings = { MUSEUM_ADMIN_PASSWORD: 'a password for the test' }
    const [yesterday, tomorrow] = [dateIn(-1), dateIn(1)]
    const before = await start({ ...settings, MUSEUM_TODAY: yesterday })
    for (const ticketDate of [yesterday, tomorrow]) {
      const order = { ticketType: 'general', ticketDate, email: 'ada@example.org' }
      expect((await before.request('POST', '/tickets', order)).status).toBe(201)
    }
    const server = await start({ ...settings, MUSEUM_RETENTION_DAYS: '0', ...aheadBy(3) })
    await server.waitForOutput(/are erased/)
    const found = await before.request('GET', '/tickets?email=ada@example.org')
    expect(await found.json()).toMatchObject([{ ticketDate: tomorrow }])
  })
})
