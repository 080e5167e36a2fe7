import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { screens } from '../../../tools/browser/use-browser.ts'
import { expectSound, screenshotOf, views } from './the-desk.ts'
import { dateIn, openGate, scan, setUp, signIn, useGates, verdictText, waitUntilConnected } from './the-gate.ts'

const gates = useGates()
const minute = 60_000
// It is noon.
const [early, now, next] = ['17:00', '09:00', '16:00']
const times = { rule: { times: [now, next, early], length: 30 }, capacity: null, early: 15, late: null }
const setTimes = (fields: object = {}) => gates.request('PUT', '/museum-hours/entry-times', { ...times, ...fields })

const letIn = (page: Page) => page.getByRole('button', { name: 'Let in', exact: true })
const anyTime = (page: Page) => page.getByRole('switch', { name: 'At any time' })
const rows = (page: Page) => page.locator('.gate-counts tbody tr').allInnerTexts()
const isAmber = (page: Page) =>
  page.evaluate<boolean>(`getComputedStyle(document.querySelector('.verdict')).backgroundColor === 'rgb(242, 179, 61)'`)
/** The text of the verdict with this number. */
const verdict = async (page: Page, number: number) => {
  await page.locator(`.verdict[data-number="${number}"]`).waitFor()
  return verdictText(page)
}
type Body = Readonly<{ scanId: string; anyTime?: true; offline?: true; wholeOrder?: true; tickets?: number }>
/** The bodies of the scans and presses that the page sends. */
const watchScans = (page: Page) => {
  const bodies: Body[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/admissions')) bodies.push(request.postDataJSON())
  })
  return bodies
}
const admissionsOf = (tickets: readonly Readonly<{ ticketId: string }>[]) =>
  Promise.all(tickets.map(async ({ ticketId }) => (await gates.logOf(ticketId)).filter((row) => row.admitted).length))

describe('a gate of a museum without entry times', () => {
  it('has no switch and no entry times, reads no availability, and sends scans as before', async () => {
    const { code } = await gates.buy()
    const { page } = await gates.open('without')
    const bodies = watchScans(page)
    const paths: string[] = []
    page.on('request', (request) => void paths.push(new URL(request.url()).pathname))
    await signIn(page)
    await setUp(page, 'North door')
    await waitUntilConnected(page)
    expect(await scan(page, code)).toBe('Admitted | General entry | Next ticket')
    await page.keyboard.press('Escape')
    await page.locator('.gate-counts dd', { hasText: '1' }).first().waitFor()
    expect(await anyTime(page).count()).toBe(0)
    expect(await page.locator('.gate-counts table').count()).toBe(0)
    expect(bodies.map((body) => Object.keys(body))).toEqual([['scanId', 'code', 'gate', 'order']])
    expect(paths.filter((path) => path.endsWith('/availability'))).toEqual([])
  })
})

describe('a gate of a museum with entry times', () => {
  beforeAll(async () => {
    const schedule = await gates.request<object>('GET', '/museum-hours/schedule')
    const exceptions = [{ date: dateIn(0), timeOpen: '09:00', timeClose: '18:00' }]
    await gates.request('PUT', '/museum-hours/schedule', { ...schedule, exceptions })
  })
  beforeEach(() => setTimes())

  it('shows a ticket that is too early in amber, with its time, and lets it in by a button, with another scan', async () => {
    const ticket = await gates.buy({ entryTime: early })
    const opened = await openGate(gates, 'early')
    const { page } = opened
    const bodies = watchScans(page)
    expect(await scan(page, ticket.code)).toBe(
      'Too early | 17:00 | The ticket is for 17:00, and admits from 16:45 on. | General entry | Let in | Next ticket',
    )
    expect(await isAmber(page)).toBe(true)
    await expectSound(opened)
    await letIn(page).click()
    expect(await verdict(page, 2)).toBe('Admitted | 17:00 | General entry | At any time | Next ticket')
    expect(bodies.map((body) => body.anyTime)).toEqual([undefined, true])
    expect(bodies[0]!.scanId).not.toBe(bodies[1]!.scanId)
    expect(await gates.logOf(ticket.ticketId)).toMatchObject([
      { admitted: false, reason: 'too-early' },
      { admitted: true, anyTime: true },
    ])
  })

  it('does not let in by Enter of a hand scanner: letting in anyway is a decision', async () => {
    const [first, second] = [await gates.buy({ entryTime: early }), await gates.buy({ entryTime: early })]
    const { page } = await openGate(gates, 'enter')
    const bodies = watchScans(page)
    expect(await scan(page, first.code)).toMatch(/^Too early/)
    await page.waitForTimeout(500)
    await page.keyboard.press('Enter')
    await page.locator('.verdict').waitFor({ state: 'detached' })
    expect(await scan(page, first.code)).toMatch(/^Too early/)
    // The Enter that ends the next code does not press it either, even if it has the focus.
    await letIn(page).focus()
    expect(await scan(page, second.code)).toMatch(/^Too early/)
    expect(await page.locator('.verdict').getAttribute('data-number')).toBe('3')
    await page.waitForTimeout(500)
    expect(await verdictText(page)).toMatch(/^Too early/)
    expect(bodies.map((body) => body.anyTime)).toEqual([undefined, undefined, undefined])
    expect(await admissionsOf([first, second])).toEqual([0, 0])
  })

  it('shows a ticket that is too late in amber too, and a green one with its time', async () => {
    const [onTime, late] = [await gates.buy({ entryTime: now }), await gates.buy({ entryTime: now })]
    const { page } = await openGate(gates, 'late')
    expect(await scan(page, onTime.code)).toBe('Admitted | 09:00 | General entry | Next ticket')
    await setTimes({ late: 60 })
    expect(await scan(page, late.code)).toBe(
      'Too late | 09:00 | The ticket is for 09:00, and admitted until 10:00. | General entry | Let in | Next ticket',
    )
    expect(await isAmber(page)).toBe(true)
    // A used ticket is red, as before.
    expect(await scan(page, onTime.code)).toMatch(/^Stop \| .* \| The ticket was used before\. \| General entry \|/)
  })

  it('lets in the others of an order at any time after a ticket that was let in, without another question', async () => {
    const family = await gates.buyOrder(2, 1, { entryTime: early })
    const { page } = await openGate(gates, 'family')
    const bodies = watchScans(page)
    expect(await scan(page, family[0]!.code)).toMatch(/^Too early \| 17:00 .* \| Let in \| Next ticket$/)
    await letIn(page).click()
    expect(await verdict(page, 2)).toMatch(/^Admitted \| 17:00 .* \| 2 more of this order .* \| Let all in/)
    await page.keyboard.press('Enter')
    expect(await verdict(page, 3)).toBe('2 admitted | 17:00 | Ask for a proof: 1 × Child | At any time | Next ticket')
    expect(bodies.map((body) => [body.wholeOrder, body.anyTime])).toEqual([
      [undefined, undefined],
      [undefined, true],
      [true, true],
    ])
    expect(await admissionsOf(family)).toEqual([1, 1, 1])
  })

  it('shows a press whose tickets became too late in amber, and lets in as many at any time', async () => {
    const group = await gates.buyOrder(5, 0, { entryTime: now })
    const opened = await openGate(gates, 'late press')
    const { page } = opened
    const bodies = watchScans(page)
    expect(await scan(page, group[0]!.code)).toMatch(/^Admitted \| 09:00 .* 4 more of this order/)
    await page.getByRole('button', { name: 'One fewer' }).click()
    await setTimes({ late: 60 })
    await page.keyboard.press('Enter')
    expect(await verdict(page, 2)).toBe(
      'Too late | 09:00 | 4 other tickets of this order: too late | Let in | Next ticket',
    )
    expect(await isAmber(page)).toBe(true)
    await expectSound(opened)
    // The button that has the focus is not the one that lets in.
    await page.locator('.verdict-next:focus').waitFor()
    expect(bodies).toHaveLength(2)
    await letIn(page).click()
    expect(await verdict(page, 3)).toBe('3 admitted | 09:00 | At any time | Next ticket')
    expect(bodies.slice(1)).toMatchObject([
      { wholeOrder: true, tickets: 3 },
      { wholeOrder: true, tickets: 3, anyTime: true },
    ])
    expect(bodies[1]).not.toHaveProperty('anyTime')
    expect(bodies[2]!.scanId).not.toBe(bodies[1]!.scanId)
    expect(await admissionsOf(group)).toEqual([1, 1, 1, 1, 0])
  })

  it('does not ask about tickets of an order that were not to be admitted', async () => {
    const item = { ticketType: 'general', ticketDate: dateIn(0) }
    const items = [
      { ...item, entryTime: now, quantity: 2 },
      { ...item, entryTime: early, quantity: 2 },
    ]
    const { tickets } = await gates.request<{ tickets: { confirmationCode: string }[] }>('POST', '/orders', {
      items,
      email: 'visitor@example.org',
    })
    const { page } = await openGate(gates, 'mixed')
    await page.locator('[name=code]').fill(tickets[0]!.confirmationCode)
    await page.keyboard.press('Enter')
    expect(await verdict(page, 1)).toContain('1 more of this order')
    await page.locator('.verdict-press').click()
    expect(await verdict(page, 2)).toBe('1 admitted | 09:00 | 2 other tickets of this order: too early | Next ticket')
    expect(await page.locator('.verdict').getAttribute('data-verdict')).toBe('ADMITTED')
  })

  it('admits at any time while its switch is on, also after a reload and without the network, until its day ends', async () => {
    const tickets = [0, 1, 2, 3].map(() => gates.buy({ entryTime: early }))
    const [first, offline, after, refused] = (await Promise.all(tickets)) as Awaited<(typeof tickets)[0]>[]
    const group = await gates.buyOrder(2, 0, { entryTime: early })
    const opened = await openGate(gates, 'switch')
    const { page } = opened
    const bodies = watchScans(page)
    await anyTime(page).check()
    await page
      .getByText('Until the end of the day, tickets are admitted before and after their entry time too.')
      .waitFor()
    await expectSound(opened)
    expect(await scan(page, first!.code)).toBe('Admitted | 17:00 | General entry | At any time | Next ticket')
    expect(await scan(page, group[0]!.code)).toMatch(/1 more of this order/)
    await page.waitForTimeout(1_000)
    // The switch had the focus of the click: Enter is for the order all the same.
    await page.keyboard.press('Enter')
    expect(await verdict(page, 3)).toMatch(/^1 admitted/)
    expect(bodies.map((body) => body.anyTime)).toEqual([true, true, true])
    await page.keyboard.press('Escape')

    gates.cut()
    await page.reload()
    await page.locator('.gate-ready').waitFor()
    expect(await anyTime(page).isChecked()).toBe(true)
    expect(await scan(page, offline!.code)).toMatch(/^Admitted \| 17:00 .* At any time \| Decided without the network/)
    await page.keyboard.press('Escape')
    // Other settings leave it as it is.
    await page.locator('.gate-head button').click()
    await setUp(page, 'South door')
    expect(await anyTime(page).isChecked()).toBe(true)
    gates.mend()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page)
    await waitUntilConnected(page)
    expect(await scan(page, after!.code)).toMatch(/^Admitted \| 17:00/)
    await page.keyboard.press('Escape')

    // The next day, which has entry times as well.
    await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('museum-gate')
      opening.onsuccess = () => {
        const store = opening.result.transaction('state', 'readwrite').objectStore('state')
        store.get('settings').onsuccess = ({ target }) => store.put({ ...target.result, anyTimeOn: '${dateIn(-1)}' }, 'settings')
        store.transaction.oncomplete = () => { opening.result.close(); resolve() }
      }
    })`)
    await page.reload()
    await page.locator('.gate-ready').waitFor()
    expect(await anyTime(page).isChecked()).toBe(false)
    expect(await scan(page, refused!.code)).toMatch(/^Too early/)
    await page.keyboard.press('Escape')
    await anyTime(page).check()
    await anyTime(page).uncheck()
    expect(await scan(page, refused!.code)).toMatch(/^Too early/)
  })

  it('has the focus in the decision that covers it, and is inert behind that', async () => {
    const [onTime, tooEarly] = [await gates.buy({ entryTime: now }), await gates.buy({ entryTime: early })]
    const group = await gates.buyOrder(3, 0, { entryTime: now })
    const opened = await openGate(gates, 'focus')
    const { page } = opened
    /** The text of what has the focus; that of the page is empty. */
    const focused = () => page.evaluate<string>(`document.querySelector(':focus')?.innerText ?? ''`)
    const afterTabs = async (count: number) => {
      const texts: string[] = []
      for (let n = 0; n < count; n += 1) {
        await page.keyboard.press('Tab')
        texts.push(await focused())
      }
      return texts
    }
    await page.locator('[name=code]').focus()
    expect(await scan(page, onTime.code)).toMatch(/^Admitted/)
    expect(await focused()).toBe('Next ticket')
    for (const text of await afterTabs(4)) expect(['Next ticket', '']).toContain(text)
    while ((await focused()) !== 'Next ticket') await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    await page.locator('.verdict').waitFor({ state: 'detached' })
    // The switch was not reached, and the field has the focus again.
    expect(await anyTime(page).isChecked()).toBe(false)
    await page.locator('[name=code]:focus').waitFor()
    await expectSound(opened)

    expect(await scan(page, tooEarly.code)).toMatch(/^Too early/)
    expect(await focused()).toBe('Next ticket')
    // A key right after the Enter of a scanner would be one of the scanner.
    await page.waitForTimeout(500)
    await page.keyboard.press('Shift+Tab')
    expect(await focused()).toBe('Let in')
    await expectSound(opened)
    await page.keyboard.press('Enter')
    expect(await verdict(page, 3)).toMatch(/^Admitted .* At any time/)
    await page.keyboard.press('Space')
    await page.locator('.verdict').waitFor({ state: 'detached' })

    expect(await scan(page, group[0]!.code)).toMatch(/2 more of this order/)
    expect(await focused()).toBe('Let all in')
    for (const text of await afterTabs(5)) expect(['−', 'Let all in', 'Next ticket', '']).toContain(text)
    while ((await focused()) !== 'Let all in') await page.keyboard.press('Shift+Tab')
    gates.cut()
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    await page.locator('.verdict-press').waitFor({ state: 'detached' })
    expect(await focused()).toBe('Next ticket')
    await page.keyboard.press('Escape')
    await page.locator('[name=code]:focus').waitFor()
    gates.mend()
  })

  it('decides by the times without the network, and lets in by an offline scan', async () => {
    const [tooEarly, onTime] = [await gates.buy({ entryTime: early }), await gates.buy({ entryTime: now })]
    const opened = await openGate(gates, 'offline', 'North door', { clockAhead: 30 * minute })
    const { page } = opened
    gates.cut()
    const isOffline = 'Decided without the network | The clock of this device is 30 minutes ahead.'
    expect(await scan(page, tooEarly.code)).toMatch(
      `Too early | 17:00 | The ticket is for 17:00, and admits from 16:45 on | General entry | ${isOffline}`,
    )
    expect(await isAmber(page)).toBe(true)
    await expectSound(opened)
    await letIn(page).click()
    expect(await verdict(page, 2)).toMatch(/^Admitted \| 17:00 \| General entry .* \| At any time \| Decided without/)
    expect(await scan(page, onTime.code)).toMatch(/^Admitted \| 09:00 /)
    expect(await verdictText(page)).toContain(isOffline)
    await page.keyboard.press('Escape')
    gates.mend()
    await page.getByText('To be sent').waitFor({ state: 'detached' })
    for (const { ticketId } of [tooEarly, onTime])
      expect(await gates.logOf(ticketId)).toMatchObject([{ admitted: true, offline: true }])
  })

  it('lets in by another scan also when the answer to the first one was lost', async () => {
    const ticket = await gates.buy({ entryTime: early })
    const { page } = await openGate(gates, 'lost')
    await page.route('**/v1.1/admissions', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    expect(await scan(page, ticket.code)).toMatch(/^Too early .* Decided without the network/)
    gates.cut()
    await page.unrouteAll({ behavior: 'wait' })
    await letIn(page).click()
    expect(await verdict(page, 2)).toMatch(/^Admitted \| 17:00 .* Decided without the network/)
    await page.keyboard.press('Escape')
    gates.mend()
    await page.getByText('To be sent').waitFor({ state: 'detached' })
    expect(await gates.logOf(ticket.ticketId)).toMatchObject([
      { admitted: false, reason: 'too-early', offline: false },
      { admitted: true, offline: true },
    ])
  })

  it('has what is expected and admitted at this entry time and the next one, while it is connected', async () => {
    const eventId = await gates.addEvent('Tour')
    await gates.request('PUT', `/special-events/${eventId}/entry-times`, {
      rule: { times: ['11:00', '16:00'], length: 30 },
    })
    const { page } = await openGate(gates, 'counts')
    const counted = async () => {
      await page.locator('.gate-counts tbody tr').first().waitFor()
      return (await rows(page)).map((row) => row.split(/\s+/)).map(([time, ...counts]) => [time, counts.map(Number)])
    }
    const before = Object.fromEntries(await counted()) as Record<string, [number, number]>
    expect(Object.keys(before)).toEqual([now, next])
    const ticket = await gates.buy({ entryTime: now })
    await gates.buy({ entryTime: next })
    await gates.buy({ ticketType: 'event', eventId, entryTime: next })
    expect(await scan(page, ticket.code)).toMatch(/^Admitted/)
    await page.keyboard.press('Escape')
    const [expected, admitted] = before[now]!
    const untilMoreExpected = async (more: number) => {
      const wanted = [
        [now, [expected, admitted + 1]],
        [next, [before[next]![0] + more, before[next]![1]]],
      ]
      while (JSON.stringify(await counted()) !== JSON.stringify(wanted)) await page.waitForTimeout(100)
    }
    await untilMoreExpected(2)
    // Every 15 seconds, also without a scan.
    await gates.buy({ entryTime: next })
    await untilMoreExpected(3)

    // A gate of an event has its sessions.
    await page.locator('.gate-head button').click()
    await page.locator('[name=event]').selectOption('Tour')
    await setUp(page, 'North door')
    await page.locator('.gate-counts tbody tr', { hasText: '11:00' }).waitFor()
    expect((await counted()).map(([time]) => time)).toEqual(['11:00', next])

    gates.cut()
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    await page.locator('.gate-connection.note-warning').waitFor()
    expect(await page.locator('.gate-counts table').count()).toBe(0)
    expect(await page.locator('.gate-counts dd').count()).toBe(4)
  })
})

describe('the screens of entry times', () => {
  const landscape = { ...screens.phone, viewport: { width: 844, height: 390 } }

  it.each([...views, { screen: 'landscape', colors: 'light', language: 'es' } as const])(
    'are sound on a $screen, $colors, $language',
    async (view) => {
      const { screen, colors, language } = view
      await setTimes()
      const family = await gates.buyOrder(2, 1, { entryTime: now })
      const [tooEarly, admitted] = [
        await gates.buy({ entryTime: early }),
        await gates.buy({ entryTime: now, priceCategory: 'child' }),
      ]
      const opened = await gates.open(`times-${screen}-${colors}`, {
        path: language === 'mirrored' ? '?mirrored' : '',
        clockAhead: screen === 'landscape' ? 30 * minute : 0,
        options: {
          ...(screen === 'landscape' ? landscape : screens[screen]),
          colorScheme: colors,
          locale: language === 'mirrored' ? 'en' : language,
        },
      })
      const { page } = opened
      const look = (name: string) =>
        expectSound(opened, screenshotOf(`gate-entry-times-${name}`, view as (typeof views)[number]))
      /** What is pressed is to be seen without scrolling. */
      const isSeen = async () => {
        for (const button of await page.locator('.verdict button').all()) {
          const { y, height } = (await button.boundingBox())!
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height)
        }
      }
      await signIn(page)
      await setUp(page, 'Side entrance by the river')
      await waitUntilConnected(page)
      await page.locator('.gate-counts tbody tr').first().waitFor()
      await look('ready')
      await scan(page, tooEarly.code)
      await isSeen()
      await look('early')
      await scan(page, admitted.code)
      await look('admitted')
      await scan(page, family[0]!.code)
      await isSeen()
      await look('offer')
      await setTimes({ late: 60 })
      await page.locator('.verdict-press').click()
      await page.locator('.verdict[data-verdict="OTHER TIME"]').waitFor()
      await isSeen()
      await look('press')
      await page.keyboard.press('Escape')
      await page.locator('.gate-any-time input').check()
      await look('any-time')
      gates.cut()
      await page.evaluate(`dispatchEvent(new Event('online'))`)
      await page.locator('.gate-connection.note-warning').waitFor()
      await page.locator('.gate-any-time input').uncheck()
      await scan(page, tooEarly.code)
      await isSeen()
      await look('offline')
    },
  )
})
