import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import { afterEach, describe, expect, it } from '@jest/globals'
import { museumApi } from '@museum/adapters-http'
import { Unavailable, createMuseum } from '@museum/application'
import { anAuditEntry, inMemoryCredentialVerifier, inMemoryPorts } from '@museum/testing'
import { CalendarDate } from '@museum/domain'
import type { Page } from 'playwright-core'
import { screens, useBrowser } from '../../../../tools/browser/use-browser.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const browser = useBrowser()
let server: ServerType | undefined
afterEach(() => {
  server?.close()
})

const names = {
  'a name': 'Museum of Clocks',
  'a long name': `The Museum of ${'Antiquities, Clocks and '.repeat(12)}Curiosities`,
  'a name without spaces': 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'.repeat(4),
  'a name in Arabic': 'متحف الحضارات (القاهرة)',
  'a name with emoji': '🏛️ Museum 👩‍👩‍👧‍👦',
}
const closed = async ({ museumHours }: ReturnType<typeof inMemoryPorts>) => {
  await museumHours.change({ date: CalendarDate('2030-05-01'), hours: 'closed' }, () => anAuditEntry())
}

/** Serves the page of a museum with this name, and opens it. */
const openHomePage = async (
  screen: keyof typeof screens,
  colorScheme: 'light' | 'dark',
  museumName: string,
  hours: 'open' | 'closed' | 'unavailable' = 'open',
) => {
  const ports = inMemoryPorts()
  if (hours === 'closed') await closed(ports)
  const schedule = async () => {
    throw new Unavailable('away')
  }
  const unavailable = { ...ports.museumHours, schedule }
  const museum = createMuseum({ ...ports, ...(hours === 'unavailable' && { museumHours: unavailable }) })
  const { today } = ports
  const api = museumApi(museum, inMemoryCredentialVerifier({ curator: 'secret' }), { museumName, today })
  server = serve({ fetch: api.fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const { page, errors } = await browser.openPage({ ...screens[screen], colorScheme })
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return { page, errors }
}

/** Stores a screenshot of the page in the folder that `TEST_SCREENSHOTS` names, for a person to see. */
const screenshot = async (page: Page, name: string) => {
  const folder = process.env['TEST_SCREENSHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

describe('the page at / in a browser', () => {
  describe.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)('on a %s, %s', (screen, colors) => {
    it.each(Object.entries(names))('is readable and fits the screen with %s', async (kind, name) => {
      const { page, errors } = await openHomePage(screen, colors, name)
      expect(await page.title()).toBe(name)
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(name)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      // The page's Content-Security-Policy allows no other inline script.
      await page.evaluate(axe)
      expect(
        await page.evaluate(`axe.run().then(({ violations }) => violations.map(({ id, help }) => id + ': ' + help))`),
      ).toEqual([])
      expect(errors).toEqual([])
      await screenshot(page, `${screen}-${colors}-${kind}`)
    })
  })

  it.each([
    ['open', 'Today, Wednesday, 1 May 2030: open from 09:00 to 18:00.'],
    ['closed', 'Today, Wednesday, 1 May 2030: closed.'],
    ['unavailable', 'Today, Wednesday, 1 May 2030: the opening hours are not available at the moment.'],
  ] as const)('shows the hours of today: %s', async (hours, sentence) => {
    const { page, errors } = await openHomePage('phone', 'light', names['a name'], hours)
    expect(await page.getByRole('paragraph').allInnerTexts()).toEqual([sentence])
    expect(errors).toEqual([])
    await screenshot(page, hours)
    for (const [link, path] of [
      ['API reference', '/docs'],
      ['OpenAPI document', '/openapi.json'],
      ['State of the service', '/healthz'],
    ] as const) {
      const response = page.waitForResponse((each) => new URL(each.url()).pathname === path)
      await page.getByRole('link', { name: link }).click()
      expect((await response).status()).toBe(200)
      await page.goBack()
    }
  })
})
