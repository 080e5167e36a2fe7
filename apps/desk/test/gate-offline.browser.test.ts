import { describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSound } from './the-desk.ts'
import { dateIn, openGate, scan, setUp, signIn, useGates, waitUntilConnected } from './the-gate.ts'

const gates = useGates()

const admitted = { admitted: true, reason: null }

/** Everything in the databases of the page, as JSON. */
const stored = (page: Page) =>
  page.evaluate<string>(`(async () => {
    const all = {}
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise((resolve) => { const r = indexedDB.open(name); r.onsuccess = () => resolve(r.result) })
      for (const store of database.objectStoreNames) {
        const request = database.transaction(store).objectStore(store).getAll()
        all[name + '.' + store] = await new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })
      }
      database.close()
    }
    const caches_ = {}
    for (const name of await caches.keys())
      caches_[name] = (await (await caches.open(name)).keys()).map(({ url }) => url)
    return JSON.stringify({ all, caches_, local: localStorage, session: sessionStorage, cookie: document.cookie })
  })()`)

describe('a gate without a network', () => {
  it('admits and refuses, is reloaded and killed, and then sends each scan once', async () => {
    const eventId = await gates.addEvent('Night at the museum')
    const tickets = [await gates.buy(), await gates.buy({ ticketType: 'event', eventId }), await gates.buy()]
    const [cancelled, late, online] = [await gates.buy(), await gates.buy({ ticketDate: dateIn(1) }), await gates.buy()]
    await gates.request('POST', `/tickets/${cancelled.ticketId}/cancellation`)
    const { page } = await openGate(gates, 'north')
    expect(await scan(page, online.code)).toBe('Admitted | General entry | Next ticket')

    gates.cut()
    const offline = 'Read the price category on the ticket. | Decided without the network | Next ticket'
    expect(await scan(page, tickets[0]!.code)).toBe(`Admitted | General entry | ${offline}`)
    expect(await scan(page, tickets[0]!.code)).toMatch(
      /^Stop \| \d\d:\d\d:\d\d \| North door \| The ticket was used before/,
    )
    expect(await scan(page, online.code)).toMatch(/^Stop \| \d\d:\d\d:\d\d \| North door \| The ticket was used before/)
    expect(await scan(page, cancelled.code)).toMatch(/^Stop \| The ticket is cancelled/)
    expect(await scan(page, late.code)).toMatch(/^Stop \| The ticket is for /)
    expect(await scan(page, late.code.slice(0, -2))).toMatch(/^Stop \| The code is not from this museum/)
    expect(await scan(page, late.confirmationCode)).toMatch(
      /^Unknown \| Without the network, this code cannot be checked/,
    )
    await page.keyboard.press('Escape')
    expect(await page.locator('.gate-connection').innerText()).toMatch(/No network[^]*To be sent: 1/)

    // The reload asks for no credentials, and the gate goes on.
    await page.reload()
    await page.locator('.gate-ready').waitFor()
    expect(await page.locator('.gate-connection').innerText()).toMatch(/Not signed in[^]*To be sent: 1/)
    expect(await scan(page, tickets[1]!.code)).toBe(`Admitted | Night at the museum | ${offline}`)
    expect(await scan(page, tickets[0]!.code)).toMatch(/^Stop \| /)

    // The browser is killed as soon as the screen is green, and so is the server.
    expect(await scan(page, tickets[2]!.code)).toMatch(/^Admitted /)
    await gates.killBrowser('north')
    await gates.killServer()
    const opened = await gates.open('north')
    await opened.page.locator('.gate-ready').waitFor()
    expect(await opened.page.locator('.gate-connection').innerText()).toMatch(/To be sent: 3/)
    expect(await scan(opened.page, tickets[2]!.code)).toMatch(/^Stop \| .*The ticket was used before/)
    await opened.page.keyboard.press('Escape')

    await gates.startServer()
    gates.mend()
    await opened.page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(opened.page)
    await waitUntilConnected(opened.page)
    await opened.page.getByText('To be sent').waitFor({ state: 'detached' })
    for (const { ticketId } of tickets)
      expect(await gates.logOf(ticketId)).toMatchObject([{ ...admitted, offline: true, gate: 'North door' }])
    expect(await gates.logOf(online.ticketId)).toMatchObject([{ ...admitted, offline: false }])
    for (const { ticketId } of [cancelled, late]) expect(await gates.logOf(ticketId)).toEqual([])
    await expectSound(opened)
  })

  it('admits once when the response to a scan is lost', async () => {
    const { ticketId, code } = await gates.buy()
    const { page } = await openGate(gates, 'lost')
    await page.route('**/v1.1/admissions', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    expect(await scan(page, code)).toMatch(/^Admitted .*Decided without the network/)
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByText('To be sent').waitFor({ state: 'detached' })
    await waitUntilConnected(page)
    expect(await scan(page, code)).toMatch(/^Stop \| .*The ticket was used before/)
    expect((await gates.logOf(ticketId)).filter((row) => row.admitted)).toMatchObject([{ offline: false }])
  })

  it('goes on sending after the server was killed, while a user is signed in', async () => {
    const { ticketId, code } = await gates.buy()
    const { page } = await openGate(gates, 'server')
    await gates.killServer()
    expect(await scan(page, code)).toMatch(/^Admitted .*Decided without the network/)
    await gates.startServer()
    await waitUntilConnected(page)
    expect(await gates.logOf(ticketId)).toMatchObject([{ ...admitted, offline: true }])
  })
})

describe('what a gate keeps', () => {
  it('is on the disk before the screen shows a decision; a scan that cannot be stored does not admit', async () => {
    const [online, offline, refused] = [await gates.buy(), await gates.buy(), await gates.buy()]
    const { page } = await openGate(gates, 'disk')
    await page.evaluate(`{
      const { transaction } = IDBDatabase.prototype
      globalThis.completed = []
      IDBDatabase.prototype.transaction = function (...values) {
        const opened = transaction.apply(this, values)
        if (opened.mode !== 'readwrite' || !opened.objectStoreNames.contains('scans')) return opened
        if (globalThis.isFull) throw new DOMException('The disk is full', 'QuotaExceededError')
        // The first listener: the page has not learned of the end yet.
        opened.addEventListener('complete', () => {
          completed.push([opened.durability, document.querySelector('.verdict') === null])
        })
        return opened
      }
    }`)
    expect(await scan(page, online.code)).toMatch(/^Admitted/)
    await page.keyboard.press('Escape')
    // The scan before it is sent, and then its answer.
    expect(await page.evaluate('completed.splice(0)')).toEqual([
      ['strict', true],
      ['strict', true],
    ])
    gates.cut()
    expect(await scan(page, offline.code)).toMatch(/^Admitted/)
    expect(await page.evaluate('completed')).toEqual(expect.arrayContaining([['strict', true]]))
    await page.evaluate('isFull = true')
    expect(await scan(page, refused.code)).toMatch(/^Unknown \| This browser does not let the gate store scans/)
    // The admission is sent, the response cannot be stored, and the gate tries again.
    const sent = page.waitForResponse('**/v1.1/admissions')
    gates.mend()
    await sent
    expect(await page.locator('.gate-connection').innerText()).toContain('To be sent: 1')
    await page.evaluate('isFull = false')
    await page.getByText('To be sent').waitFor({ state: 'detached' })
    expect(await gates.logOf(offline.ticketId)).toMatchObject([{ ...admitted, offline: true }])
  })

  it('includes what another tab has stored until it was closed', async () => {
    const { code } = await gates.buy()
    const { page, context } = await openGate(gates, 'lock')
    const second = await context.newPage()
    // The second tab waits for the lock until the first one is closed.
    await second.addInitScript(`{
      const request = navigator.locks.request.bind(navigator.locks)
      navigator.locks.request = (name, options, hold) => request(name, hold)
    }`)
    await second.goto(page.url())
    const waiting = `navigator.locks.query().then(({ pending }) => pending.length)`
    while ((await second.evaluate<number>(waiting)) === 0) await second.waitForTimeout(50)
    gates.cut()
    expect(await scan(page, code)).toMatch(/^Admitted/)
    await page.close()
    await second.locator('.gate-ready').waitFor()
    expect(await scan(second, code)).toMatch(/^Stop \| .*The ticket was used before/)
  })

  it('is open in one tab at a time', async () => {
    const { page, context } = await openGate(gates, 'tabs')
    const second = await context.newPage()
    await second.goto(page.url())
    await second.getByText('The gate is open in another tab').waitFor()
    await page.close()
    await second.locator('.gate-ready').waitFor()
  })

  it('has no e-mail address, no password and no user; after a sign-out only what the gate needs', async () => {
    const email = 'nobody.else@example.org'
    const [sent, kept] = [await gates.buy({ email }), await gates.buy({ email })]
    const { page, context } = await gates.open('privacy')
    const bodies: Promise<string>[] = []
    context.on('response', (response) => {
      if (response.url().includes('/v1.1/')) bodies.push(response.text().catch(() => ''))
    })
    await signIn(page)
    await setUp(page, 'North door')
    await waitUntilConnected(page)
    await scan(page, sent.code)
    await scan(page, sent.code)
    await scan(page, sent.confirmationCode)
    await page.keyboard.press('Escape')
    gates.cut()
    await scan(page, kept.code)
    await page.keyboard.press('Escape')
    expect(bodies.length).toBeGreaterThan(8)
    for (const body of await Promise.all(bodies)) expect(body).not.toMatch(/@|nobody/)
    expect(await stored(page)).not.toMatch(/@|nobody|guard|battery/)

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('[name=username]').waitFor()
    await page.reload()
    // After a sign-out the gate does not go on without credentials.
    await page.locator('[name=username]').waitFor()
    expect(await page.locator('.gate-ready').count()).toBe(0)
    const {
      all,
      caches_: caches,
      ...others
    } = JSON.parse(await stored(page)) as {
      all: Record<string, readonly object[]>
      caches: Record<string, readonly string[]>
    } & Record<string, unknown>
    expect(others).toEqual({ local: {}, session: {}, cookie: '' })
    expect(Object.keys(all)).toEqual([
      'museum-gate.done',
      'museum-gate.presses',
      'museum-gate.rejected',
      'museum-gate.scans',
      'museum-gate.state',
    ])
    // The settings, and the keys with the revocations.
    expect(all['museum-gate.state']!.map((each) => Object.keys(each)[0])).toEqual(['server', 'gate'])
    const scans = all['museum-gate.scans'] as readonly Record<string, unknown>[]
    expect(scans.map(({ ticketId, code }) => ticketId ?? code)).toContain(kept.ticketId)
    for (const url of Object.values(caches as Record<string, readonly string[]>).flat()) expect(url).toMatch(/\/desk\//)

    gates.mend()
    await signIn(page)
    await waitUntilConnected(page)
    await page.getByText('To be sent').waitFor({ state: 'detached' })
    expect(await gates.logOf(kept.ticketId)).toMatchObject([{ ...admitted, offline: true }])
  })

  it.each([
    ['state', `{ gate: 5 }, 'settings'`],
    ['state', `null, 'settings'`],
    ['state', `{ date: 'today', timeZone: 'Nowhere/Else' }, 'day'`],
    ['state', `'damaged', 'museum'`],
    ['presses', `{ scanId: 'x', code: 'M1:', gate: 'North door', pressedAt: 'never' }`],
    ['scans', `{ scanId: 'x' }`],
    ['scans', `{ scanId: 'x', code: 'M1:', gate: 'North door', scannedAt: 'never', order: 1, verdict: 'ADMITTED' }`],
  ])('does not keep the gate from opening when an entry of %s is damaged: %s', async (store, entry) => {
    const { code } = await gates.buy()
    const { page } = await openGate(gates, 'damaged')
    await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('museum-gate')
      opening.onsuccess = () => {
        const transaction = opening.result.transaction('${store}', 'readwrite')
        transaction.objectStore('${store}').put(${entry})
        transaction.oncomplete = () => { opening.result.close(); resolve() }
      }
    })`)
    // The sign-in, as in a tab that is opened anew: what the gate needs of this day may be the damaged entry.
    await page.goto(`${gates.origin()}/desk/#/hours`)
    await page.reload()
    await signIn(page)
    await page.getByRole('link', { name: 'Gate' }).click()
    await page.locator('.gate-ready, .gate-setup').waitFor()
    if (entry.endsWith(`'settings'`)) await setUp(page, 'North door')
    expect(await scan(page, code)).toMatch(/^Admitted/)
    await page.keyboard.press('Escape')
    expect(await scan(page, code)).toMatch(/^Stop \| .*The ticket was used before/)
  })

  it('opens the gate also in a database that something else has made', async () => {
    const { page } = await gates.open('empty')
    await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('museum-gate', 3)
      opening.onsuccess = () => { opening.result.close(); resolve() }
    })`)
    await page.reload()
    await signIn(page)
    await setUp(page, 'North door')
    await waitUntilConnected(page)
    const { code } = await gates.buy()
    expect(await scan(page, code)).toMatch(/^Admitted/)
  })
})
