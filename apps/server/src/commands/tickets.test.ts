import { userInfo } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

type Sale = Readonly<{ ticketId: string; confirmationCode: string }>
const unknownId = '0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a'

describe('the tickets commands', () => {
  const settings = {
    MUSEUM_TODAY: '2030-05-17',
    MUSEUM_TIME_ZONE: 'Asia/Tokyo',
    MUSEUM_CURRENCY: 'CHF',
    MUSEUM_ADMIN_PASSWORD: 'a password for the test',
  }
  const { run, start } = useServers(newDatabase)
  const tickets = (...args: string[]) => run('tickets', settings, ...args)
  let server: StartedServer
  beforeEach(async () => {
    server = await start(settings)
  })
  const request = async (method: string, path: string, body?: object) => {
    const answer = await server.request(method, path, body)
    expect(answer.status).toBeLessThan(300)
    return answer.status === 204 ? undefined : ((await answer.json()) as unknown)
  }
  const createEvent = async () => {
    const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2030-05-17'], price: 12.5 }
    return ((await request('POST', '/special-events', event)) as { eventId: string }).eventId
  }
  const buy = async (order: object) =>
    (await request('POST', '/tickets', { ticketType: 'general', ticketDate: '2030-05-17', ...order })) as Sale
  const inApi = (ticketId: string) => request('GET', `/tickets/${ticketId}`)
  const parsed = ({ stdout }: Readonly<{ stdout: string }>) => JSON.parse(stdout) as unknown
  /** A moment in UTC as a clock in Tokyo shows it. */
  const inTokyo = (moment: string) =>
    new Date(Date.parse(moment) + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

  it('find the tickets of an e-mail address, of a confirmation code, and for a date of a deleted event', async () => {
    const eventId = await createEvent()
    const general = await buy({ email: 'Ada@Example.org' })
    // IDs are in the order of their milliseconds: the next ticket is sold in a later one.
    await sleep(2)
    const event = await buy({ ticketType: 'event', eventId, email: 'ada@example.org', phone: '+49 30 901820' })
    let other = await buy({ email: 'ben@example.org' })
    while (!/[yz]/.test(other.confirmationCode)) other = await buy({ email: 'ben@example.org' })
    await request('DELETE', `/special-events/${eventId}`)

    const byEmail = await tickets('find', '--email', 'ADA@example.org')
    expect(byEmail.stdout.split('\n')).toEqual([
      `ID${' '.repeat(36)}CODE                         STATE      DATE        FOR            E-MAIL`,
      `${general.ticketId}  ${general.confirmationCode}  valid      2030-05-17  general entry  Ada@Example.org`,
      `${event.ticketId}  ${event.confirmationCode}    cancelled  2030-05-17  Night          ada@example.org`,
      '',
    ])
    const code = ` ${other.confirmationCode.toUpperCase().replaceAll('-', '–')} `
    for (const typed of [code, code.trim().replaceAll('–', "'")])
      expect(parsed(await tickets('find', '--code', typed, '--json'))).toEqual([await inApi(other.ticketId)])
    expect(parsed(await tickets('find', '--event', eventId, '--date', '2030-05-17', '--json'))).toEqual([
      await inApi(event.ticketId),
    ])
    // Purchases refuse this address today.
    for (const filter of [
      ['--event', eventId, '--date', '2030-05-18'],
      ['--email', 'a;b|"c"@example.org'],
    ])
      expect(await tickets('find', ...filter)).toMatchObject({
        code: 0,
        stdout: '',
        stderr: expect.stringMatching(/^There are no such tickets\.$/m),
      })
  })

  it('show a ticket with its purchaser and when it was sold and used, in the time zone of the museum', async () => {
    const eventId = await createEvent()
    const order = { ticketType: 'event', eventId, email: 'ada@example.org', phone: '+49 30 901820' }
    const { ticketId, confirmationCode } = await buy(order)
    await request('POST', '/admissions', { code: confirmationCode, gate: 'North door' })
    const ticket = (await inApi(ticketId)) as { soldAt: string; admittedAt: string }
    expect((await tickets('show', ticketId.toUpperCase())).stdout.split('\n')).toEqual([
      `ID        ${ticketId}`,
      `Code      ${confirmationCode}`,
      'State     admitted',
      'For       Night',
      'Location  Hall',
      'Date      2030-05-17',
      'Price     12.50 CHF',
      'E-mail    ada@example.org',
      'Phone     +49 30 901820',
      `Sold      ${inTokyo(ticket.soldAt)} Asia/Tokyo by admin`,
      `Admitted  ${inTokyo(ticket.admittedAt)} Asia/Tokyo at North door`,
      '',
    ])
    expect(parsed(await tickets('show', ticketId, '--json'))).toEqual(ticket)
    expect(ticket).toMatchObject({ email: 'ada@example.org', phone: '+49 30 901820' })
    expect(await tickets('show', unknownId)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(
          `^There is no ticket ${unknownId}\\. To find one:\\n {2}.*museum tickets find --email ADDRESS$`,
          'm',
        ),
      ),
    })
  })

  it('cancel a ticket once, with the reason in the audit log, but not a ticket that was used', async () => {
    const { ticketId } = await buy({ email: 'ada@example.org' })
    const used = await buy({ email: 'ada@example.org' })
    await request('POST', '/admissions', { code: used.confirmationCode })

    expect(await tickets('cancel', ticketId, '--reason', 'Returned at the box office')).toMatchObject({
      code: 0,
      stdout: `The ticket ${ticketId} (general entry, 2030-05-17) is cancelled.\n`,
    })
    expect(parsed(await tickets('cancel', ticketId, '--json'))).toEqual(await inApi(ticketId))
    expect(await inApi(ticketId)).toMatchObject({ state: 'cancelled', email: 'ada@example.org' })
    expect(parsed(await run('audit --about ticket --json', settings))).toMatchObject([
      {
        actor: `cli:${userInfo().username}`,
        operation: 'cancelTicket',
        subject: { kind: 'ticket', id: ticketId },
        before: { state: 'valid' },
        after: { state: 'cancelled', reason: 'Returned at the box office' },
      },
    ])
    expect(await tickets('cancel', used.ticketId)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^Ticket ${used.ticketId} was used, so it cannot be cancelled\\.$`, 'm'),
      ),
    })
  })
})

describe('the arguments of the tickets commands', () => {
  const { run } = useServers(newDatabase)
  const faultsOf = async (...args: string[]) => {
    const { code, stdout, stderr } = await run('tickets', {}, ...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    return stderr.split('\n').slice(0, -2)
  }

  it('of find must form one filter', async () => {
    const sentence = 'Use one of --code, --email, or --event with --date.'
    for (const args of [
      [],
      ['--event', unknownId],
      ['--email', 'ada@example.org', '--date', '2030-05-17'],
      ['--email', 'ada@example.org', '--code', 'ticket-general-e5e5gh-jk234'],
    ])
      expect([args, await faultsOf('find', ...args)]).toEqual([args, [sentence]])
  })

  it.each([
    [
      ['find', '--code', 'ticket-general-000000-00000'],
      '--code: "ticket-general-000000-00000" is not a confirmation code, such as ticket-general-e5e5gh-jk234. The letters ' +
        'i, l and o and the digits 0 and 1 are in none.',
    ],
    [
      ['find', '--email', 'ada'],
      '--email: "ada" must be an e-mail address: at most 254 characters, one @, no white space.',
    ],
    [['find', '--event', '17'], `--event: "17" is not the ID of an event, such as ${unknownId}.`],
    [['cancel', unknownId, '--reason', ' '], '--reason: " " must not be blank.'],
    [['cancel', '17'], `id: "17" is not the ID of a ticket, such as ${unknownId}.`],
  ])('are rejected with a sentence: %j', async (args, fault) => {
    expect(await faultsOf(...args)).toEqual([fault])
  })
})
