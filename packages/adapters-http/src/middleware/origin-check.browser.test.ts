import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, describe, expect, it } from '@jest/globals'
import { isRefusal } from '@museum/domain'
import { anOrder } from '@museum/testing/examples'
import { useBrowser } from '../../../../tools/browser/use-browser.ts'
import { aMuseumApi } from '../../test/a-museum-api.ts'

// Over plain HTTP, browsers send `Sec-Fetch-Site` to their own machine, and not to these names.
const browser = useBrowser(['--host-resolver-rules=MAP *.test 127.0.0.1'])
const close: (() => void)[] = []
afterEach(() => {
  for (const each of close.splice(0)) each()
})

const portOf = async (server: Server | ServerType) => {
  if (!server.listening) await once(server, 'listening')
  close.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A museum at this host with a sold ticket, and a browser whose user has answered the dialog of an API address. */
const openMuseum = async (host: string) => {
  const { museum, api } = aMuseumApi()
  const received: { path: string; status: number; hasCredentials: boolean; site: string | undefined }[] = []
  const fetch: typeof api.fetch = async (request, env) => {
    const response = await api.fetch(request, env)
    const { headers, url } = request
    const site = headers.get('Sec-Fetch-Site') ?? undefined
    const { pathname: path } = new URL(url)
    received.push({ path, status: response.status, hasCredentials: headers.has('Authorization'), site })
    return response
  }
  const port = await portOf(serve({ fetch, hostname: '127.0.0.1', port: 0 }))
  const { page } = await browser.openPage({ httpCredentials: { username: 'curator', password: 'päss:wörd' } })
  const origin = `http://${host}:${port}`
  const shown = await page.goto(`${origin}/v1.1/museum-hours`)
  expect(shown!.status()).toBe(200)
  received.splice(0)

  const ticket = await museum.buyMuseumTickets(anOrder())
  if (isRefusal(ticket)) throw new Error(ticket.because)
  const isCancelled = async () => {
    const stored = await museum.getTicket(ticket.ticketId)
    return !isRefusal(stored) && stored.state === 'cancelled'
  }
  return { page, origin, received, isCancelled, cancellation: `${origin}/v1.1/tickets/${ticket.ticketId}/cancellation` }
}

/** A page of another server, with a form that cancels the ticket. */
const openForm = async (
  { page, cancellation }: Awaited<ReturnType<typeof openMuseum>>,
  host: string,
  enctype: string,
  policy: string,
) => {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html', 'Referrer-Policy': policy }).end(
      `<!doctype html><title>A page</title><link rel="icon" href="data:,">
       <form method="post" action="${cancellation}" enctype="${enctype}"><input name="reason" value="x"><button>Win</button></form>`,
    ),
  )
  server.listen(0, '127.0.0.1')
  await page.goto(`http://${host}:${await portOf(server)}/`)
}

const forms = [
  ['of another site', 'localhost', '127.0.0.1', 'cross-site'],
  ['of another port of the same host', '127.0.0.1', '127.0.0.1', 'same-site'],
  ['of another site, over plain HTTP', 'evil.test', 'museum.test', undefined],
  ['of another port of the same host, over plain HTTP', 'museum.test', 'museum.test', undefined],
] as const

describe('a form of another origin, in a browser that has cached the credentials of the museum', () => {
  it.each(
    forms.flatMap(([where, from, to, site]) =>
      ['application/x-www-form-urlencoded', 'text/plain'].flatMap((enctype) =>
        ['strict-origin-when-cross-origin', 'no-referrer'].map((policy) => ({
          where,
          from,
          to,
          site,
          enctype,
          policy,
        })),
      ),
    ),
  )('$where, as $enctype, $policy, changes nothing', async ({ from, to, site, enctype, policy }) => {
    const museum = await openMuseum(to)
    await openForm(museum, from, enctype, policy)
    await museum.page.getByRole('button').click()
    await museum.page.waitForURL(museum.cancellation)
    const sent = museum.received.filter(({ path }) => path.endsWith('/cancellation'))
    expect(sent).toEqual([{ path: new URL(museum.cancellation).pathname, status: 403, hasCredentials: true, site }])
    expect(await museum.isCancelled()).toBe(false)
  })
})

/** The status of the response to a request that a page sends to cancel the ticket. */
const cancelFrom = ({ page, cancellation }: Awaited<ReturnType<typeof openMuseum>>) =>
  page.evaluate<number>(
    `fetch(${JSON.stringify(cancellation)}, {
      method: 'POST', headers: { Authorization: 'Basic ' + btoa('curator:p\\u00c3\\u00a4ss:w\\u00c3\\u00b6rd') },
    }).then(({ status }) => status)`,
  )

describe('a page that may change something', () => {
  it.each(['127.0.0.1', 'museum.test'])('is one of the museum itself, without referrers: %s', async (host) => {
    const museum = await openMuseum(host)
    const reference = await museum.page.goto(`${museum.origin}/docs`)
    expect(reference!.headers()['referrer-policy']).toBe('no-referrer')
    expect(await cancelFrom(museum)).toBe(200)
    expect(await museum.isCancelled()).toBe(true)
  })
})
