import { describe, expect, it } from '@jest/globals'
import { useServers } from '../../test/use-servers.ts'

const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2040-05-17'], price: 5 }
const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }
const settings = {
  MUSEUM_PUBLIC_URL: 'https://example.org/museum',
  MUSEUM_HOME_PAGE: 'full',
  MUSEUM_TODAY: '2040-05-01',
  MUSEUM_ADDRESS: 'Museumsplatz 1\n8001 Zürich',
}

describe('a server with a path in MUSEUM_PUBLIC_URL', () => {
  const { start } = useServers()

  it.each(['/museum', ''])(
    'has the path in each link and header, also when a proxy removes it: requests below "%s"',
    async (seen) => {
      const { origin, authorization } = await start(settings)
      const request = (method: string, path: string, body?: object) =>
        fetch(`${origin}${seen}${path}`, {
          method,
          redirect: 'manual',
          headers: { Authorization: authorization, 'Content-Type': 'application/json', Origin: 'https://example.org' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
      const [created, sold] = [
        await request('POST', '/v1.1/special-events', event),
        await request('POST', '/v1.1/tickets', order),
      ]
      const listed = await request('GET', '/v1.1/special-events?limit=1')
      const missing = (await (await request('GET', '/v1.1/nothing')).json()) as { type: string }
      const { eventId } = (await created.json()) as { eventId: string }
      const links = [created.headers.get('Location')!, sold.headers.get('Location')!, missing.type]
      for (const [, target] of listed.headers.get('Link')!.matchAll(/<(.*?)>/g)) links.push(target!)
      const page = await (await request('GET', '/')).text()
      for (const [, link] of page.matchAll(/(?:href="|url\()(\/[^")]+)/g)) links.push(link!)
      expect(links.filter((link) => !link.startsWith('/museum/'))).toEqual([])
      expect(links.length).toBeGreaterThan(15)
      for (const link of new Set(links)) {
        const response = await fetch(`${origin}${seen}${link.slice('/museum'.length)}`, {
          headers: { Authorization: authorization },
        })
        expect([link, response.status]).toEqual([link, 200])
      }
      expect(page).toContain(`"url":"https://example.org/museum/#event-${eventId}"`)
      expect(page).toContain('"address":"Museumsplatz 1, 8001 Zürich"')
      const desk = await request('GET', '/desk')
      expect([desk.status, desk.headers.get('Location')]).toEqual([308, 'desk/'])
    },
  )
})
