import { beforeEach, describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../../test/databases.ts'
import { useServers } from '../../../test/use-servers.ts'

describe('the demo command', () => {
  // A fixed date would print a warning.
  const { run, start } = useServers(newDatabase)
  const demo = (...args: string[]) => run('demo', {}, ...args)
  beforeEach(async () => {
    await run('migrate')
  })

  it('adds events and sells tickets, and does so again only with --again', async () => {
    const example = ['--events', '12', '--tickets', '9']
    expect(await demo(...example)).toMatchObject({
      code: 0,
      text: 'The museum has 12 more special events and sold 9 tickets.\n',
    })
    expect(await demo(...example)).toMatchObject({
      code: 1,
      text: 'The museum already has special events. Use --again to add more.\n',
    })
    expect((await demo(...example, '--again')).code).toBe(0)
    const server = await start({ MUSEUM_ADMIN_PASSWORD: 'a password for the test' })
    expect((await server.request('GET', '/special-events')).headers.get('X-Total-Count')).toBe('24')
  })

  it('sells orders too, and cancels an event, whose refunds are due', async () => {
    const { stdout } = await demo('--events', '3', '--tickets', '40', '--json')
    expect(JSON.parse(stdout)).toEqual({ events: 3, tickets: 40, orders: 2 })
    const refunds = JSON.parse((await run('refunds list --format json')).stdout) as {
      orderId?: string
      cause: string
    }[]
    expect(new Set(refunds.map(({ cause }) => cause))).toEqual(new Set(['event']))
    expect(new Set(refunds.flatMap(({ orderId }) => orderId ?? [])).size).toBe(2)
  })

  it('sells no ticket whose purchaser would get an e-mail', async () => {
    const settings = { MUSEUM_SMTP_URL: 'smtp://127.0.0.1', MUSEUM_MAIL_FROM: 'tickets@museum.example' }
    const { code, stderr } = await run('demo', settings)
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('this museum sends e-mails. Start it with MUSEUM_SMTP_URL=file:DIR'),
    ])
    expect(
      (await run('demo', { ...settings, MUSEUM_SMTP_URL: 'file:outbox' }, '--events', '1', '--tickets', '0')).code,
    ).toBe(0)
  })

  it('prints how many events and tickets it made with --json', async () => {
    const { stdout } = await demo('--events', '2', '--tickets', '0', '--json')
    expect(JSON.parse(stdout)).toEqual({ events: 2, tickets: 0, orders: 0 })
  })
})
