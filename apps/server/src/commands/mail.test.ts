import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { aMailServer } from '../../test/a-mail-server.ts'
import { newDatabase } from '../../test/databases.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { until } from '../../test/until.ts'
import { useServers } from '../../test/use-servers.ts'

const unknown = '0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a'
const password = 'correct horse battery'
const from = { MUSEUM_MAIL_FROM: 'tickets@museum.example', MUSEUM_ADMIN_PASSWORD: password }

type Row = { deliveryId: number; messageId: string; state: string; attempts: number; ticketIds: string[] }

describe('the mail command', () => {
  const { run, start, folder, after } = useServers(newDatabase)
  const mail = (name: string, ...args: string[]) => run(`mail ${name}`, {}, ...args)
  const list = async (...args: string[]) => JSON.parse((await mail('list', '--json', ...args)).stdout) as Row[]
  const buy = async (server: StartedServer, email: string) => {
    const response = await server.request('POST', '/tickets', {
      ticketType: 'general',
      ticketDate: '2040-05-17',
      email,
    })
    return ((await response.json()) as { ticketId: string }).ticketId
  }
  /** The e-mails that were written, each as text. */
  const written = async () => {
    const names = (await readdir(join(folder(), 'outbox')).catch(() => [])).filter((name) => name.endsWith('.eml'))
    return Promise.all(names.map((name) => readFile(join(folder(), 'outbox', name), 'utf8')))
  }

  it('lists e-mails without addresses, and sends a ticket again or to another address', async () => {
    const server = await start({ ...from, MUSEUM_SMTP_URL: 'file:outbox' })
    expect(await mail('list')).toMatchObject({ code: 0, stdout: '', stderr: 'There are no e-mails.\n' })
    const ticketId = await buy(server, 'visitor@example.org')
    await until(async () => (await list())[0]?.state === 'delivered')
    const [sold] = await list()
    expect(sold).toEqual({
      deliveryId: expect.any(Number),
      messageId: expect.any(String),
      kind: 'sold',
      ticketIds: [ticketId],
      isToAnotherAddress: false,
      timestamp: expect.any(String),
      state: 'delivered',
      attempts: 1,
      latestAttempt: { at: expect.any(String) },
    })
    expect(await written()).toHaveLength(1)
    const table = (await mail('list')).stdout.split('\n')
    expect(table).toEqual([
      expect.stringMatching(/^ID +TIME +KIND +TICKETS +STATE +ATTEMPTS +NEXT ATTEMPT +LATEST ATTEMPT$/),
      expect.stringMatching(new RegExp(`^${sold!.deliveryId} +20.+ +sold +${ticketId} +delivered +1 +- +-$`)),
      '',
    ])

    for (const args of [[], ['--email', 'other@example.net']])
      expect(await mail('send', ticketId, ...args)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(
          /^A running server sends the ticket\. To see what became of it:\n.* mail list\n$/,
        ),
      })
    await until(async () => (await written()).length === 3)
    const texts = await written()
    expect(texts.filter((text) => /^To: visitor@example\.org\r?$/m.test(text))).toHaveLength(2)
    expect(texts.filter((text) => /^To: other@example\.net\r?$/m.test(text))).toHaveLength(1)
    expect(await list()).toMatchObject([{ isToAnotherAddress: true }, { isToAnotherAddress: false }, sold!])
    const listed = (await mail('list')).text + (await mail('list', '--json')).text + (await run('audit')).text
    expect(listed).not.toMatch(/example\.(org|net)/)
  })

  it('names an order by its ID, with the number of its tickets', async () => {
    const server = await start({ ...from, MUSEUM_SMTP_URL: 'file:outbox' })
    const items = [{ ticketType: 'general', ticketDate: '2040-05-17', quantity: 2 }]
    const response = await server.request('POST', '/orders', { items, email: 'visitor@example.org' })
    const { orderId, tickets } = (await response.json()) as { orderId: string; tickets: { ticketId: string }[] }
    expect((await mail('list')).stdout).toContain(`  sold  2 tickets of order ${orderId}  `)
    expect(await list()).toMatchObject([{ orderId, ticketIds: tickets.map(({ ticketId }) => ticketId) }])
    expect(await list('--limit', '1')).toHaveLength(1)
  })

  it('lists what failed and why, attempts it again, and removes it', async () => {
    let isRefused = true
    const receiver = await aMailServer(() => isRefused)
    after(receiver.close)
    const server = await start({ ...from, MUSEUM_SMTP_URL: `smtp://127.0.0.1:${receiver.port}` })
    expect(await mail('list', '--failed')).toMatchObject({ code: 0, stdout: '', stderr: 'No e-mail has failed.\n' })
    const one = await buy(server, 'one@example.org')
    await buy(server, 'two@example.org')
    await until(async () => (await list('--failed')).length === 2)
    const table = (await mail('list', '--failed')).stdout
    expect(table).toMatch(new RegExp(`  ${one}  failed  1 +- +.*550 5\\.1\\.1 <address>: no such user\n`))

    isRefused = false
    const failed = (await list('--failed')).find(({ ticketIds }) => ticketIds.includes(one))!
    expect(await mail('replay', String(failed.deliveryId))).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^A running server sends the e-mail\. /),
    })
    await until(async () => receiver.received.length === 1)
    expect(receiver.received[0]).toMatchObject({ to: ['one@example.org'] })
    expect(receiver.received[0]!.parsed.messageId).toContain(failed.messageId)
    expect((await mail('remove-failed')).stdout).toBe('Removed 1 failed e-mail.\n')
    expect(JSON.parse((await mail('remove-failed', '--json')).stdout)).toEqual({ removed: 0 })
    expect(await list('--failed')).toEqual([])
    expect((await list()).map(({ ticketIds }) => ticketIds)).toEqual([[one]])
  })

  it('says what to do when nothing can be sent', async () => {
    const server = await start({ MUSEUM_ADMIN_PASSWORD: password })
    const ticketId = await buy(server, 'visitor@example.org')
    const refused = async (name: string, ...args: string[]) => {
      const { code, stdout, stderr } = await mail(name, ...args)
      expect([code, stdout]).toEqual([1, ''])
      return stderr
    }
    expect(await refused('send', unknown)).toMatch(/^There is no ticket .*To find one:\n.* tickets find --email/s)
    expect(await refused('send', ticketId)).toBe(
      'This museum sends no e-mails. Set MUSEUM_SMTP_URL and MUSEUM_MAIL_FROM for the servers, and start them again.\n',
    )
    const items = [{ ticketType: 'general', ticketDate: '2040-05-17' }]
    const order = (await (await server.request('POST', '/orders', { items })).json()) as {
      tickets: [{ ticketId: string }]
    }
    expect(await refused('send', order.tickets[0].ticketId)).toMatch(/has no e-mail address\. Name the address/)
    await server.request('POST', `/tickets/${ticketId}/cancellation`)
    expect(await refused('send', ticketId)).toMatch(/cancelled.* Only valid tickets are sent\.\n$/)
    expect(await refused('replay', '4711')).toMatch(
      /^There is no e-mail 4711\. To see those that failed:\n.* mail list --failed\n$/,
    )
    expect(await list()).toEqual([])
    const malformed = await mail('send', ticketId, '--email', 'a@example.org,b@example.org')
    expect(malformed).toMatchObject({ code: 2, stdout: '' })
  })
})
