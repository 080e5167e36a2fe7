import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { build } from 'esbuild'
import type { Page, Route } from 'playwright-core'
import { password, useDesk, usernames } from './the-desk.ts'

const desk = useDesk()
const bundled = build({
  entryPoints: [fileURLToPath(new URL('fixtures/purchase.tsx', import.meta.url))],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  conditions: ['@museum/source'],
})

/** Opens the page with the form, in place of the desk. */
const openForm = async ({ repeats = false } = {}): Promise<Page> => {
  const { page } = await desk.open()
  const { outputFiles } = await bundled
  const script = outputFiles[0]!.text
  await page.route('**/desk/assets/*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: route.request().url().includes('/shell-') ? script : '' }),
  )
  const user = { username: usernames['box-office'], password, repeats: String(repeats) }
  await page.goto(`${desk.origin()}/desk/?fixture#${new URLSearchParams(user).toString()}`)
  await page.getByRole('button', { name: 'Buy' }).waitFor()
  return page
}
const purchases = '**/v1.1/tickets'
const buy = (page: Page) => page.getByRole('button', { name: 'Buy' }).click()
const sold = (route: Route) => route.fulfill({ status: 201, contentType: 'application/json', body: '{}' })
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe('an action', () => {
  it('shows within 100 ms that it is in progress, is sent once however often it is started, and says how it ended', async () => {
    const page = await openForm()
    const answer = Promise.withResolvers<void>()
    let requests = 0
    await page.route(purchases, async (route) => {
      requests += 1
      await answer.promise
      await sold(route)
    })
    const shownAfter = await page.evaluate(`new Promise((resolve) => {
      const button = document.querySelector('button')
      const started = performance.now()
      new MutationObserver(() => resolve(performance.now() - started)).observe(button, { attributeFilter: ['aria-busy'] })
      button.click()
    })`)
    expect(shownAfter).toBeLessThan(100)
    expect(await page.getByRole('button', { name: 'Buy' }).getAttribute('aria-busy')).toBe('true')
    expect(await page.getByRole('status').innerText()).toBe('In progress …')
    await buy(page)
    await page.keyboard.press('Enter')
    answer.resolve()
    await page.getByText('Bought.').waitFor()
    expect(await page.getByRole('button', { name: 'Buy' }).getAttribute('aria-busy')).toBe('false')
    expect(requests).toBe(1)
  })

  it('says after 5 seconds that there is no answer, goes on, and ends when there is one', async () => {
    const page = await openForm()
    const answer = Promise.withResolvers<void>()
    await page.route(purchases, async (route) => {
      await answer.promise
      await sold(route)
    })
    await buy(page)
    await sleep(4_000)
    expect(await page.getByRole('status').innerText()).toBe('In progress …')
    await page.getByText('The museum has not answered yet.').waitFor({ timeout: 3_000 })
    answer.resolve()
    await page.getByText('Bought.').waitFor()
  })

  it('that has no second effect is sent until there is an answer', async () => {
    const page = await openForm({ repeats: true })
    const keys: (string | undefined)[] = []
    await page.route(purchases, (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length === 1) return route.abort('connectionreset')
      return keys.length === 2 ? route.fulfill({ status: 503, body: 'a proxy' }) : sold(route)
    })
    await buy(page)
    await page.getByText('The museum has not answered yet.').waitFor()
    await page.getByText('Bought.').waitFor()
    expect(keys).toEqual(Array.from({ length: 3 }, () => 'a-key-of-the-fixture'))
  })

  it('that may have a second effect is not sent again, and says that its outcome is unknown', async () => {
    const page = await openForm()
    let requests = 0
    await page.route(purchases, (route) => {
      requests += 1
      return route.abort('connectionreset')
    })
    await buy(page)
    expect(await page.getByRole('alert').innerText()).toMatch(/^The museum has not answered\. Check whether/)
    await sleep(2_500)
    expect(requests).toBe(1)
  })

  it('that is cancelled is not sent again, and says nothing', async () => {
    const page = await openForm({ repeats: true })
    let requests = 0
    await page.route(purchases, (route) => {
      requests += 1
      return route.abort('connectionreset')
    })
    await buy(page)
    await page.getByText('The museum has not answered yet.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    const sent = requests
    await sleep(2_500)
    expect(requests).toBe(sent)
    expect(await page.getByRole('status').innerText()).toBe('')
    await page.unroute(purchases)
    await page.route(purchases, sold)
    await buy(page)
    await page.getByText('Bought.').waitFor()
  })
})

describe('a problem', () => {
  it('is said at the field, which gets the focus, and elsewhere only as far as no field says it', async () => {
    const page = await openForm()
    const response = page.waitForResponse(purchases)
    await page.getByLabel('E-mail').fill('nobody')
    await buy(page)
    const { instance, detail } = (await (await response).json()) as Record<string, string>
    const field = page.getByLabel('E-mail')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const described = await field.getAttribute('aria-describedby')
    const texts = await Promise.all(described!.split(' ').map((id) => page.locator(`[id="${id}"]`).innerText()))
    expect(texts).toEqual(['For the ticket', 'Write an e-mail address, such as name@example.org.'])
    expect(await page.evaluate('document.activeElement.tagName')).toBe('INPUT')
    expect(await alert.innerText()).toBe('Write a date, such as 2030-05-17.\n\nRequest number')
    const behind = [instance!.replace('urn:uuid:', ''), detail!]
    for (const text of behind) expect(await alert.getByText(text).isVisible()).toBe(false)
    await alert.getByText('Request number').click()
    for (const text of behind) expect(await alert.getByText(text).isVisible()).toBe(true)
  })

  it('is said in the words of the API when a fault has no values, as from a server of an earlier version', async () => {
    const page = await openForm()
    const errors = [{ pointer: '#/ticketDate', code: 'sold-out', detail: 'must be a date with a place left' }]
    const problem = {
      type: '/problems/sold-out',
      title: 'Sold out',
      status: 409,
      detail: 'Sold out.',
      instance: 'urn:uuid:1',
    }
    await page.route(purchases, (route) =>
      route.fulfill({ status: 409, contentType: 'application/problem+json', json: { ...problem, errors } }),
    )
    const alert = page.getByRole('alert')
    await buy(page)
    await alert.getByText('must be a date with a place left').waitFor()
  })
})
