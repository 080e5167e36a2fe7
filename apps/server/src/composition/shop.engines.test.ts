import { once } from 'node:events'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, describe, expect, it } from '@jest/globals'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { actionsOn } from '../../../../tools/browser/actions-on.ts'
import { type EnginePage, openFirefox, openWebKit } from '../../../../tools/browser/other-engines.ts'
import { findPortBelowEphemeralRange } from '../../../../tools/mysql-server/find-port-below-ephemeral-range.ts'
import { engines } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

const { start } = useServers(engines[0]![1])
let page: EnginePage | undefined
let proxyServer: ServerType | undefined
afterEach(async () => {
  await page?.close()
  proxyServer?.close()
  page = undefined
  proxyServer = undefined
})

/** A rehearsal whose visitors come through a proxy, which has no scripts for them unless these are sent: no engine can be told to run none. */
const startShop = async (sendsScripts: boolean) => {
  const port = await findPortBelowEphemeralRange()
  const publicUrl = `http://127.0.0.1:${port}`
  const { origin } = await start({
    MUSEUM_SHOP: 'rehearsal',
    MUSEUM_PUBLIC_URL: publicUrl,
    MUSEUM_GENERAL_PRICE: '12',
    MUSEUM_ADMIN_PASSWORD: 'a password for the test',
  })
  const visitors = new Hono().all('*', ({ req, notFound }) => {
    const { pathname, search } = new URL(req.url)
    if (pathname.endsWith('.js') && !sendsScripts) return notFound()
    return proxy(`${origin}${pathname}${search}`, { raw: req.raw, redirect: 'manual' })
  })
  proxyServer = serve({ fetch: visitors.fetch, hostname: '127.0.0.1', port })
  if (!proxyServer.listening) await once(proxyServer, 'listening')
  return publicUrl
}

describe.each([
  ['WebKit', openWebKit],
  ['Firefox', openFirefox],
])('the shop in %s', (_, open) => {
  it.each([true, false])('sells to a visitor who pays; with its script: %s', async (sendsScripts) => {
    const url = await startShop(sendsScripts)
    page = await open()
    const { waitFor, click, fill } = actionsOn(page)
    const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    await page.open(`${url}/?language=en`)
    await click('a[href*="/buy"]')
    await click(`a[href*="date=${date}"]`)
    await fill('#quantity-full', '2')
    if (sendsScripts) await waitFor('.sum', '€24.00')
    await fill('#email', 'visitor@')
    await click('#terms')
    await click('button.main')
    await waitFor('#email-fault')
    await fill('#email', 'visitor@example.org')
    await click('button.main')
    await click('button.main', '24.00')
    await click('form[action*="/rehearsal-payment/"] button', '24.00')
    await waitFor('.code')
    expect(await page.evaluate(`document.querySelectorAll('.code').length`)).toBe(2)
    await click('a[href*="/receipt"]')
    await waitFor('.total', '24.00')
  })
})
