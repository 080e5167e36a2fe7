import { describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSound, museumName, password, screenshotOf, useDesk, usernames, views } from './the-desk.ts'

const desk = useDesk()

describe('the sign-in of the desk', () => {
  it.each(views)('is sound on a $screen, $colors, $language', async (view) => {
    const opened = await desk.open(view)
    await expectSound(opened, screenshotOf('sign-in', view))
  })

  it.each([
    ['reader', ['What’s on']],
    ['gate', ['Gate', 'What’s on']],
    ['box-office', ['Desk', 'What’s on']],
    ['admin', ['Desk', 'Gate', 'What’s on', 'Office']],
  ] as const)('shows the pages of the role %s', async (role, titles) => {
    const opened = await desk.openAs(role)
    const { page } = opened
    expect(await page.locator('.museum-name').innerText()).toBe(museumName)
    expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allInnerTexts()).toEqual(titles)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.title()).toBe(`${titles[0]} · ${museumName}`)
    await expectSound(opened)
  })

  it('says that the password is wrong, without a dialog of the browser, and keeps what was typed', async () => {
    const opened = await desk.open()
    const { page } = opened
    // Chromium shows its own dialog only if a response that asks for a password reaches a request with credentials.
    page.on('dialog', () => expect('a dialog').toBe('none'))
    await page.getByLabel('User').fill(usernames.gate)
    await page.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('alert').innerText()).toBe('The user or the password is wrong.')
    expect(await page.getByLabel('User').inputValue()).toBe(usernames.gate)
    expect(await page.evaluate('document.activeElement.name')).toBe('password')
    await expectSound(opened)
  })

  it("takes a user's name with spaces around it, as the keyboards of phones complete it, also when it asks again", async () => {
    const { page } = await desk.open()
    const signIn = async () => {
      await page.getByLabel('User').fill(` ${usernames.reader} \u00a0`)
      await page.getByLabel('Password').fill(password)
      await page.keyboard.press('Enter')
    }
    await signIn()
    await page.getByRole('article').first().waitFor()
    const refuse = {
      status: 401,
      headers: { 'Content-Type': 'application/problem+json' },
      body: '{"type":"/problems/unauthorized"}',
    }
    await page.route('**/v1.1/availability*', (route) => route.fulfill(refuse))
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await page.getByRole('dialog').waitFor()
    await page.unroute('**/v1.1/availability*')
    // As the same user: the page goes on.
    const repeated = page.waitForResponse('**/v1.1/availability*')
    await signIn()
    expect((await repeated).status()).toBe(200)
  })

  it('asks again after a reload, and leaves nothing in the storage of the browser', async () => {
    const { page } = await desk.openAs('box-office')
    await page.reload()
    await page.locator('[name=username]').waitFor()
    expect(await page.evaluate(`JSON.stringify([localStorage, sessionStorage, document.cookie])`)).toBe('[{},{},""]')
    expect(await page.evaluate('indexedDB.databases()')).toEqual([])
  })

  it('sends the credentials in a header, and never those of the browser', async () => {
    const { page } = await desk.open()
    const request = page.waitForRequest('**/v1.1/museum')
    await desk.signIn(page, 'reader')
    const headers = await (await request).allHeaders()
    expect(headers['authorization']).toBe(`Basic ${Buffer.from(`${usernames.reader}:${password}`).toString('base64')}`)
    expect(headers['cookie']).toBeUndefined()
  })

  it('appears above the page when the credentials are refused, and the page goes on after it', async () => {
    const opened = await desk.openAs('reader')
    const { page } = opened
    await page.getByRole('article').first().waitFor()
    let isRefused = true
    await page.route('**/v1.1/availability*', (route) =>
      isRefused
        ? route.fulfill({
            status: 401,
            headers: { 'WWW-Authenticate': 'Basic realm="museum"', 'Content-Type': 'application/problem+json' },
            body: JSON.stringify({ type: '/problems/unauthorized', title: 'Unauthorized', status: 401, detail: '' }),
          })
        : route.continue(),
    )
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
    await dialog.waitFor()
    expect(await page.getByRole('article', { includeHidden: true }).count()).toBe(14)
    await expectSound(opened, 'sign-in-again')
    expect(await page.evaluate('document.activeElement.name')).toBe('password')
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(true)
    await page.getByLabel('Password').fill('wrong')
    await page.keyboard.press('Enter')
    await dialog.getByText('The user or the password is wrong.').waitFor()
    isRefused = false
    // At once, not when the page reads the next time.
    const repeated = page.waitForResponse('**/v1.1/availability*', { timeout: 5_000 })
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
    expect((await repeated).status()).toBe(200)
    await dialog.waitFor({ state: 'detached' })
    expect(opened.errors()).toEqual([])
  })

  it('forgets the user after signing out', async () => {
    const { page } = await desk.openAs('admin')
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect(await page.getByLabel('User').inputValue()).toBe('')
    expect(await page.getByText(usernames.admin).count()).toBe(0)
  })

  it('is in the language that the user chooses, also after a reload', async () => {
    const { page } = await desk.open()
    await page.getByLabel('Language').selectOption('Deutsch')
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('de')
    await page.reload()
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  })

  it('says that there is no answer, and goes on until there is one', async () => {
    const { page } = await desk.open()
    await page.route('**/v1.1/museum', (route) => route.abort('connectionrefused'))
    await desk.signIn(page, 'reader')
    await page.getByText('The museum has not answered yet.').waitFor({ timeout: 10_000 })
    await page.unroute('**/v1.1/museum')
    await page.locator('.shell-header').waitFor()
  })
})

/** Opens the desk in a further tab of the browser. */
const openTab = async (page: Page) => {
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  return tab
}

/** What the database that remembers a user has. */
const stored = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('museum-sign-in')
  opening.onerror = reject
  opening.onsuccess = () => {
    const reading = opening.result.transaction('remembered').objectStore('remembered').get('credentials')
    reading.onsuccess = () => {
      opening.result.close()
      const { key, sealed, ...rest } = reading.result
      resolve({ isExtractable: key.extractable, algorithm: key.algorithm.name, text: new TextDecoder().decode(sealed), ...rest })
    }
  }
})`

const openRemembered = async ({ open, signIn } = desk) => {
  const opened = await open()
  await opened.page.getByLabel('Remember on this device until the end of the day').check()
  await signIn(opened.page, 'box-office')
  await opened.page.locator('.shell-header').waitFor()
  return opened
}

/** Opens the entry of the database that remembers a user as `kept`, and changes it in its `store`. */
const changeStored = (page: Page, change: string) =>
  page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('museum-sign-in')
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('remembered', 'readwrite')
      const store = transaction.objectStore('remembered')
      const reading = store.get('credentials')
      reading.onsuccess = () => { const kept = reading.result; ${change} }
      transaction.oncomplete = () => { opening.result.close(); resolve() }
    }
  })`)

describe('a device that remembers a user', () => {
  it('signs in after a reload, and keeps the credentials encrypted with a key that the browser does not give away', async () => {
    const { page, errors } = await openRemembered()
    await page.reload()
    await page.locator('.shell-header').waitFor()
    expect(await page.locator('.user-name').innerText()).toBe(usernames['box-office'])
    const kept = await page.evaluate(stored)
    expect(kept).toMatchObject({ isExtractable: false, algorithm: 'AES-GCM' })
    expect(JSON.stringify(kept)).not.toMatch(/correct horse|cashier/)
    expect(errors()).toEqual([])
  })

  it('forgets the user after signing out', async () => {
    const { page } = await openRemembered()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('[name=username]').waitFor()
    expect(await page.evaluate('indexedDB.databases()')).toEqual([])
    await page.reload()
    expect(await page.locator('[name=username]').inputValue()).toBe('')
  })

  it('forgets the user at midnight, in the time zone of the museum', async () => {
    const { page } = await openRemembered()
    await page.clock.install({ time: new Date(Date.now() + 24 * 3_600_000) })
    await page.reload()
    await page.locator('[name=username]').waitFor()
    expect(await page.locator('[name=username]').inputValue()).toBe('')
    expect(await page.evaluate('indexedDB.databases()')).toEqual([])
  })

  it('asks again when the museum no longer accepts the password, and forgets it', async () => {
    const { page } = await openRemembered()
    const refused = { type: '/problems/unauthorized', title: 'Unauthorized', status: 401, detail: '' }
    await page.route('**/v1.1/museum', (route) =>
      route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify(refused) }),
    )
    await page.reload()
    expect(await page.getByRole('alert').innerText()).toBe('The user or the password is wrong.')
    expect(await page.evaluate('indexedDB.databases()')).toEqual([])
  })

  it('is offered over HTTPS and on this machine only', async () => {
    const { page } = await desk.open()
    await page.addInitScript(`Object.defineProperty(globalThis, 'isSecureContext', { value: false })`)
    await page.reload()
    await page.getByText('only over HTTPS').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await desk.signIn(page, 'reader')
    await page.locator('.shell-header').waitFor()
  })

  it('ends the sign-in at midnight, in the time zone of the museum, in all tabs', async () => {
    const { page } = await openRemembered()
    const second = await openTab(page)
    await second.locator('.shell-header').waitFor()
    await page.clock.install()
    await page.reload()
    await page.locator('.shell-header').waitFor()
    await page.clock.fastForward('24:00:00')
    for (const tab of [page, second]) await tab.locator('[name=username]').waitFor()
    expect(await page.evaluate('indexedDB.databases()')).toEqual([])
    await second.reload()
    await second.locator('[name=username]').waitFor()
  })

  it('remembers the user on the day of the museum when the clock of the device is a day ahead, also once it was put right', async () => {
    const { page } = await desk.open()
    await page.addInitScript(`{
      const now = Date.now.bind(Date)
      const ahead = sessionStorage.isRight ? 0 : 24 * 3_600_000
      globalThis.Date = class extends Date {
        constructor(...values) { super(...(values.length === 0 ? [Date.now()] : values)) }
        static now() { return now() + ahead }
      }
    }`)
    await page.reload()
    await page.getByLabel('Remember on this device until the end of the day').check()
    await desk.signIn(page, 'box-office')
    await page.locator('.shell-header').waitFor()
    for (const isRight of [false, true]) {
      if (isRight) await page.evaluate('sessionStorage.isRight = true')
      await page.reload()
      await page.locator('.shell-header').waitFor()
    }
  })

  const damages = [
    ['nothing', `store.delete('credentials')`],
    ['a number', `store.put(5, 'credentials')`],
    ['no time zone', `store.put({ ...kept, timeZone: 'Nowhere/Else' }, 'credentials')`],
    ['no key', `store.put({ ...kept, key: null }, 'credentials')`],
    ['other bytes', `store.put({ ...kept, sealed: new ArrayBuffer(40) }, 'credentials')`],
  ] as const
  it.each(damages)('asks for the sign-in when its entry is damaged, and remembers again: %s', async (_, damage) => {
    const { page, errors } = await openRemembered()
    await changeStored(page, damage)
    await page.reload()
    await page.locator('[name=username]').waitFor()
    await page.getByLabel('Remember on this device until the end of the day').check()
    await desk.signIn(page, 'box-office')
    await page.locator('.shell-header').waitFor()
    await page.reload()
    await page.locator('.shell-header').waitFor()
    expect(errors()).toEqual([])
  })

  it('remembers also in a database that something else has made', async () => {
    const { page } = await desk.open()
    await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('museum-sign-in', 7)
      opening.onsuccess = () => { opening.result.close(); resolve() }
    })`)
    await page.reload()
    await page.getByLabel('Remember on this device until the end of the day').check()
    await desk.signIn(page, 'box-office')
    await page.locator('.shell-header').waitFor()
    await page.reload()
    await page.locator('.shell-header').waitFor()
  })
})

describe('a device that remembers a user in a museum whose day ends at 03:00', () => {
  /** A time zone in which it is between ten and eleven in the evening, and the next 03:00 there. */
  const started = new Date()
  const hours = ((started.getUTCHours() + 14) % 24) - 12
  const dayEnd = started.setUTCMinutes(0, 0, 0) + 5 * 3_600_000
  const night = useDesk(() => ({
    MUSEUM_DAY_ENDS: '03:00',
    MUSEUM_TIME_ZONE: `Etc/GMT${hours < 0 ? '' : '+'}${hours}`,
  }))

  it('forgets the user then', async () => {
    const { page } = await openRemembered(night)
    await page.route('**/v1.1/museum', (route) => route.abort('connectionreset'))
    await page.clock.install({ time: dayEnd - 60_000 })
    await page.reload()
    await page.getByText('The museum has not answered yet.').waitFor({ timeout: 20_000 })
    await page.clock.setFixedTime(dayEnd)
    await page.reload()
    await page.locator('[name=username]').waitFor()
    expect(await page.evaluate('indexedDB.databases()')).toEqual([])
  })

  it('forgets the user at midnight where an earlier version has stored no end of the day', async () => {
    const { page } = await openRemembered(night)
    await changeStored(page, `delete kept.dayEnds; store.put(kept, 'credentials')`)
    await page.clock.install({ time: dayEnd - 179 * 60_000 })
    await page.reload()
    await page.locator('[name=username]').waitFor()
    expect(await page.evaluate('indexedDB.databases()')).toEqual([])
  })

  it('ends the sign-in then, in each tab', async () => {
    const { page } = await openRemembered(night)
    const second = await openTab(page)
    await second.locator('.shell-header').waitFor()
    await page.clock.install()
    await page.reload()
    await page.locator('.shell-header').waitFor()
    // Without a response, the page has the time of the device.
    await page.route('**/v1.1/**', (route) => route.abort('connectionreset'))
    await page.clock.fastForward(dayEnd - 120_000 - Date.now())
    await page.waitForTimeout(500)
    for (const tab of [page, second]) expect(await tab.locator('.shell-header').count()).toBe(1)
    await page.clock.fastForward(180_000)
    for (const tab of [page, second]) await tab.locator('[name=username]').waitFor()
    expect(await page.evaluate('indexedDB.databases()')).toEqual([])
  })
})

describe('a sign-out', () => {
  it('ends the sign-in of the user in all tabs, and leaves another user', async () => {
    const { page } = await desk.openAs('box-office')
    const [same, other] = [await openTab(page), await openTab(page)]
    await desk.signIn(same, 'box-office')
    await desk.signIn(other, 'admin')
    for (const tab of [same, other]) await tab.locator('.shell-header').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    for (const tab of [page, same]) await tab.locator('[name=username]').waitFor()
    expect(await same.getByText(usernames['box-office']).count()).toBe(0)
    expect(await other.locator('.user-name').innerText()).toBe(usernames.admin)
  })

  it('ends a sign-in with what the device remembers in another tab, which has no answer yet', async () => {
    const { page } = await desk.open()
    await page.getByLabel('Remember on this device until the end of the day').check()
    await desk.signIn(page, 'box-office')
    await page.locator('.shell-header').waitFor()
    const waiting = await page.context().newPage()
    let isLost = true
    await waiting.route('**/v1.1/museum', (route) => (isLost ? route.abort('connectionreset') : route.continue()))
    await waiting.goto(page.url())
    await waiting.getByText('The museum has not answered yet.').waitFor({ timeout: 20_000 })
    await page.getByRole('button', { name: 'Sign out' }).click()
    await waiting.getByText('The museum has not answered yet.').waitFor({ state: 'detached' })
    isLost = false
    // Longer than the pause between two attempts.
    await waiting.waitForTimeout(3_000)
    expect(await waiting.locator('[name=username]').inputValue()).toBe('')
  })
})
