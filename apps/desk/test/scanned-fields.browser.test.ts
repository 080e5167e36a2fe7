import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { readQrCode } from '../../server/test/read-qr-code.ts'
import { typeOn } from '../../../tools/keyboard-layouts.ts'
import { type ScanEnd, otherLineEnds, pressKeys, pressWithCtrl } from './scan-keys.ts'
import { type Role, expectSound, useDesk } from './the-desk.ts'

const desk = useDesk()
let code: string
let ticketId: string
let confirmationCode: string
beforeAll(async () => {
  const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2030-05-02'], price: 20 }
  const { eventId } = (await (await desk.request('admin', 'POST', '/special-events', event)).json()) as {
    eventId: string
  }
  const order = { ticketType: 'event', eventId, ticketDate: '2030-05-02', email: 'visitor@example.org' }
  ;({ ticketId, confirmationCode } = (await (await desk.request('admin', 'POST', '/tickets', order)).json()) as {
    ticketId: string
    confirmationCode: string
  })
  const image = await desk.request('admin', 'GET', `/tickets/${ticketId}/qr`)
  code = (await readQrCode(await image.arrayBuffer()))!
})

/** The values of all fields of the page. */
const valuesOf = (page: Page) =>
  page.evaluate<readonly string[]>(
    `Array.from(document.querySelectorAll('main input, main select, main textarea'), ({ value, checked }) => value + ' ' + checked)`,
  )
const note = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'A ticket was scanned here, and nothing was changed.' })
const visibleFields = 'main :is(input, select, textarea):visible:enabled'
/** The ticket of the code, opened in Find. */
const openedTicket = (page: Page) => page.locator('.found-tickets', { hasText: confirmationCode })
const loaded = async (page: Page) => {
  await page.locator(visibleFields).first().waitFor()
  // Shown when it is loaded.
  await page.locator('main:not(:has(.loading))').waitFor()
  // This page then takes the focus, which would divide a code.
  if (page.url().endsWith('/sell')) await page.locator('input[name=offer]:focus').waitFor()
}
const noteChanges = (page: Page) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
  })
  return sent
}

describe('a code that is scanned into a field of the desk', () => {
  it.each<readonly [Role, string]>([
    ['box-office', 'box-office/sell'],
    ['box-office', 'box-office/refunds'],
    ['box-office', 'box-office/closing'],
    ['box-office', 'hours'],
    ['admin', 'office/events/new'],
    ['admin', 'office/hours'],
    ['admin', 'office/entry-times'],
    ['admin', 'office/prices'],
    ['admin', 'office/figures'],
  ])('opens its ticket and changes nothing, as %s at %s', async (role, path) => {
    const opened = await desk.openAs(role, { path })
    const { page } = opened
    const sent = noteChanges(page)
    await loaded(page)
    // The page as it is left.
    await page.evaluate(`navigation.addEventListener('navigate', () => {
      globalThis.left = Array.from(document.querySelectorAll('main input, main select, main textarea'), ({ value, checked }) => value + ' ' + checked)
    })`)
    const count = await page.locator(visibleFields).count()
    for (let n = 0; n < Math.min(count, 12); n += 1) {
      const field = page.locator(visibleFields).nth(n)
      await field.focus()
      const before = await valuesOf(page)
      await pressKeys(page, code, 'Enter')
      await openedTicket(page).waitFor()
      expect(await page.evaluate('left')).toEqual(before)
      // Who scans it could read it there.
      expect(page.url()).not.toContain(code.slice(3))
      await page.evaluate(`location.hash = '#/${path}'`)
      await openedTicket(page).waitFor({ state: 'detached' })
      await loaded(page)
    }
    expect([count > 0, sent]).toEqual([true, []])
    expect(opened.errors()).toEqual([])
  })

  it.each<readonly [Role, string]>([
    ['reader', 'hours'],
    ['gate', 'hours'],
    ['admin', 'gate'],
    ['admin', 'gate/conflicts'],
  ])('changes nothing, as %s at %s, and says so', async (role, path) => {
    const opened = await desk.openAs(role, { path })
    const { page } = opened
    const sent = noteChanges(page)
    await page.locator('main h1').waitFor()
    const count = await page.locator(visibleFields).count()
    for (let n = 0; n <= count; n += 1) {
      if (n < count) await page.locator(visibleFields).nth(n).focus()
      else await page.getByRole('button', { name: 'Sign out' }).focus()
      const before = await valuesOf(page)
      await pressKeys(page, code, 'Enter')
      await note(page).waitFor()
      expect(await valuesOf(page)).toEqual(before)
      await note(page).getByRole('button').click()
      await note(page).waitFor({ state: 'detached' })
    }
    expect(sent).toEqual([])
    expect(opened.errors()).toEqual([])
  })

  it.each<readonly [string, (text: string) => string, readonly ScanEnd[]]>([
    ['an identifier', (text) => `]Q1${text}`, ['Enter']],
    ['two identifiers', (text) => `]Q1]Q1${text}`, ['Enter']],
    ['another keyboard that is read', (text) => typeOn('French', text), ['Tab']],
    ['another keyboard that is not read', (text) => typeOn('Russian', text), ['Enter']],
    ['no end', (text) => text, ['none']],
    ['Ctrl+M', (text) => text, ['Control+m']],
    ['two ends', (text) => text, ['Enter', 'Control+j']],
    ['Enter twice', (text) => text, ['Enter', 'Enter']],
    ['a digit that a person typed before', (text) => text, ['Enter']],
  ])('with %s changes no count of a sale', async (way, change, ends) => {
    const { page } = await desk.openAs('box-office', { path: 'box-office/sell' })
    const count = page.getByRole('spinbutton').first()
    await count.fill('2')
    if (way.startsWith('a digit')) await page.keyboard.press('1')
    const before = await count.inputValue()
    // On a slow device, frames come after the scan.
    await page.evaluate('globalThis.requestAnimationFrame = () => 0')
    // The second time, the page that is opened is loaded.
    for (let n = 0; n < 2; n += 1) {
      // The page takes the focus when it is shown.
      if (n > 0) await page.locator('input[name=offer]:focus').waitFor()
      await count.focus()
      await pressKeys(page, change(code), ...ends)
      if (way.endsWith('not read')) {
        await page.getByText('The scanner may type with another keyboard layout').waitFor()
        // Who reads it there could type it on the same keyboard.
        expect(new URL(page.url()).hash).toBe('#/box-office/find')
      } else await openedTicket(page).waitFor()
      await page.getByRole('link', { name: 'Sell' }).click()
      await page.locator('.sale-lines li').first().waitFor()
      expect(await count.inputValue()).toBe(before)
      expect(await page.locator('.sale-lines li').count()).toBe(1)
    }
  })

  it('does not take the page away while a sale is paid, and before its tickets were printed', async () => {
    const { page } = await desk.openAs('box-office', { path: 'box-office/sell' })
    let answer: () => void = () => undefined
    await page.route('**/v1.1/orders', async (route) => {
      if (route.request().method() === 'POST') await new Promise<void>((resolve) => (answer = resolve))
      await route.fallback()
    })
    const isKept = async () => {
      await pressKeys(page, code, 'Enter')
      await note(page).getByRole('button').click({ timeout: 5_000 })
      await note(page).waitFor({ state: 'detached' })
      expect(page.url()).toMatch(/sell$/)
    }
    await page.getByRole('spinbutton').first().fill('1')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Cash' }).click()
    await sent
    await isKept()
    answer()
    await page.locator('.sold-tickets').waitFor()
    await isKept()
    await page.getByRole('button', { name: 'Next sale' }).click()
    await page.locator('input[name=offer]:focus').waitFor()
    await pressKeys(page, code, 'Enter')
    await openedTicket(page).waitFor()
  })

  it('presses no button that has the focus', async () => {
    const { page } = await desk.openAs('box-office', { path: 'box-office/sell' })
    await page.locator('input[name=offer]:focus').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).focus()
    await pressKeys(page, code, 'Enter')
    await openedTicket(page).waitFor()
    expect(await page.locator('.shell-header').count()).toBe(1)
  })

  it('is not sent as a password', async () => {
    const { page } = await desk.open()
    await page.locator('[name=username]').focus()
    await pressKeys(page, code, 'Tab')
    await note(page).waitFor()
    expect([
      await page.locator('[name=username]').inputValue(),
      await page.locator('[name=password]').inputValue(),
    ]).toEqual(['', ''])
    await desk.signIn(page, 'admin')
    await page.locator('.shell-header').waitFor()
  })

  it('presses no button that has the focus when the key that ends it comes after the pause', async () => {
    const { page } = await desk.openAs('box-office', { path: 'box-office/sell' })
    await page.locator('input[name=offer]:focus').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).focus()
    // In the page, so that no request is in between.
    await page.evaluate(`{
      globalThis.isLateEndPrevented = new Promise((resolve) => {
        const button = document.activeElement
        addEventListener('hashchange', () => {
          const end = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
          setTimeout(() => resolve(!button.dispatchEvent(end)), 150)
        })
      })
      // Not waited for.
      undefined
    }`)
    await pressKeys(page, code, 'none')
    expect(await page.evaluate('isLateEndPrevented')).toBe(true)
  })

  it('is said in the dialog that is open, and is no search behind it: the dialog keeps what was typed', async () => {
    const { page } = await desk.openAs('box-office', { path: 'box-office/find' })
    await page.locator('input[type=search]:focus').waitFor()
    await pressKeys(page, code, 'Enter')
    await page.getByRole('button', { name: 'Cancel the ticket' }).click()
    const dialog = page.getByRole('dialog')
    const reason = dialog.getByRole('textbox')
    await reason.fill('The visitor is ill')
    for (const focused of [reason, dialog.getByRole('button').first()]) {
      await focused.focus()
      await pressKeys(page, code, 'Enter')
      await note(page).getByRole('button', { name: 'Close' }).click({ timeout: 5_000 })
      await note(page).waitFor({ state: 'detached' })
      expect(await reason.inputValue()).toBe('The visitor is ill')
    }
  })

  it('is searched for where tickets are found, whatever has the focus', async () => {
    const opened = await desk.openAs('box-office', { path: 'box-office/find' })
    const { page } = opened
    await page.locator('input[type=search]').focus()
    for (const text of [code, `]Q1${code}`, typeOn('German', code)]) {
      await pressKeys(page, text, 'Enter', 'Control+j')
      await page.locator('.found-tickets').waitFor()
      expect(await page.locator('input[type=search]').inputValue()).toBe(code)
      await page.reload()
      await desk.signIn(page, 'box-office')
      await page.getByRole('link', { name: 'Find' }).waitFor()
      await page.getByRole('link', { name: 'Find' }).focus()
    }
    await pressKeys(page, typeOn('Russian', code), 'Enter')
    await page.getByText('The scanner may type with another keyboard layout').waitFor()
    expect(await note(page).count()).toBe(0)
    await expectSound(opened)
  })

  it('does not open the downloads of the browser by Ctrl+J, and other keys stay those of the browser', async () => {
    const { page } = await desk.openAs('box-office', { path: 'box-office/sell' })
    await page.evaluate(`{
      globalThis.prevented = []
      addEventListener('keydown', (event) => setTimeout(() => {
        if (event.key.length === 1 || event.key === 'Enter') prevented.push(event.key + event.defaultPrevented)
      }), true)
    }`)
    for (const focused of ['Sign out', 'body']) {
      if (focused !== 'body') await page.getByRole('button', { name: focused }).focus()
      for (const key of ['Control+j', 'Control+m', 'Control+k', 'x']) await page.keyboard.press(key)
      for (const key of otherLineEnds) await pressWithCtrl(page, key)
    }
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
    const expected = ['jtrue', 'mtrue', 'kfalse', 'xfalse', ...otherLineEnds.map(({ key }) => `${key}true`)]
    expect(await page.evaluate('prevented')).toEqual([...expected, ...expected])
  })
})

describe('what a person types fast', () => {
  const spyOnInput = (page: Page) =>
    page.evaluate(`{
      globalThis.inputs = []
      document.addEventListener('input', ({ target, isTrusted }) => inputs.push([target.value, isTrusted]))
    }`)

  it.each<readonly [string, string, string, readonly string[]]>([
    ['a count of a sale', 'sell', '[role=spinbutton]', ['1', '12']],
    ['the search for tickets', 'find', 'input[type=search]', ['1', '12']],
    ['a date', 'sell', 'input[type=date]', ['2030-01-01', '2030-12-01']],
  ])('reaches the page key by key, in %s', async (_name, path, field, values) => {
    const { page } = await desk.openAs('box-office', { path: `box-office/${path}` })
    await page.locator(field).first().focus()
    await spyOnInput(page)
    await pressKeys(page, '12', 'none')
    expect(await page.evaluate('inputs')).toEqual(values.map((value) => [value, true]))
  })

  it('is no code in a password, however long it is', async () => {
    const { page } = await desk.open()
    const field = page.locator('[name=password]')
    await field.focus()
    await pressKeys(page, 'x'.repeat(64), 'Tab')
    expect([await field.inputValue(), await note(page).count()]).toEqual(['x'.repeat(64), 0])
  })

  it.each<readonly [Role, string]>([
    ['box-office', 'box-office/sell'],
    ['box-office', 'box-office/find'],
    ['admin', 'office/events/new'],
    ['admin', 'office/prices'],
    ['admin', 'office/entry-times'],
  ])('or slowly, or pastes, stays in each field, as %s at %s', async (role, path) => {
    const { page } = await desk.openAs(role, { path })
    await loaded(page)
    if (path === 'office/entry-times') await page.getByRole('radio', { name: 'At regular intervals' }).check()
    const fields = page.locator(
      'main :is(input:not([type=radio], [type=checkbox], [type=date]), textarea):visible:enabled',
    )
    const count = await fields.count()
    for (let n = 0; n < Math.min(count, 8); n += 1) {
      const field = fields.nth(n)
      await field.fill('')
      await field.pressSequentially(code.slice(0, 8), { delay: 70 })
      expect(await field.inputValue()).toBe(code.slice(0, 8))
      await field.fill('')
      // As pasting does: without keys.
      await page.keyboard.insertText(code)
      await page.waitForTimeout(200)
      expect(await field.inputValue()).toBe(code)
      await field.fill('')
    }
    expect([count > 0, page.url().endsWith(path), await note(page).count()]).toEqual([true, true, 0])
  })
})
