import { describe, expect, it } from '@jest/globals'
import { shopSettings } from '../../../test/shop-settings.ts'
import { basicAuth } from '../../../test/start-server.ts'
import { useServers } from '../../../test/use-servers.ts'

const { start } = useServers()
const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org', phone: '+49 30 901820' }

describe('the log of a server', () => {
  it('contains no credentials, e-mail addresses, phone numbers or queries', async () => {
    const server = await start()
    await server.request('POST', '/tickets', order)
    await server.request('POST', '/tickets', { ...order, email: 'faulty visitor@example.org' })
    await server.request('GET', '/museum-hours?startDate=2040-01-01')
    await fetch(`${server.origin}/v1.1/museum-hours`, {
      headers: { Authorization: basicAuth('intruder', 'hunter2'), Connection: 'close' },
    })
    await server.stop()
    expect(server.output.text).toContain(
      '"path":"/v1.1/tickets","operationId":"buyMuseumTickets","clientAddress":"127.0.0.1","status":201',
    )
    expect(server.output.text).toContain('"status":401')
    // The whole phone number: its last six digits alone also occur in identifiers and times.
    for (const secret of [
      server.password,
      'visitor',
      order.phone,
      '4930901820',
      '2040-01-01',
      'intruder',
      'hunter2',
      server.authorization.slice(6),
    ])
      expect(server.output.text).not.toContain(secret)
  })

  it('contains no link of a visitor', async () => {
    const server = await start(shopSettings)
    const link = `AQ${'-_Az09'.repeat(7)}`
    const headers = { Referer: `${shopSettings.MUSEUM_PUBLIC_URL}/my-tickets/${link}`, Connection: 'close' }
    for (const path of [link, `${link}/receipt`])
      expect((await fetch(`${server.origin}/my-tickets/${path}`, { headers })).status).toBe(404)
    await server.stop()
    expect(server.output.text).toContain('"path":"/tickets/my-tickets/AQ-_Az09…"')
    expect(server.output.text).not.toContain(link.slice(0, 9))
  })
})
