import { describe, expect, it } from '@jest/globals'
import { screens } from '../../../tools/browser/use-browser.ts'
import { expectSound, screenshotOf, views } from './the-desk.ts'
import { dateIn, scan, setUp, signIn, useGates, waitUntilConnected } from './the-gate.ts'

const gates = useGates()
const longName = 'A guided tour through the whole of the clock tower, with the bell founder and her apprentices'

describe('the pages of the gate', () => {
  it.each(views)('are sound on a $screen, $colors, $language', async (view) => {
    const { screen, colors, language } = view
    const eventId = await gates.addEvent(longName)
    const tickets = [
      await gates.buy({ ticketType: 'event', eventId, priceCategory: 'child' }),
      await gates.buy({ ticketDate: dateIn(3) }),
    ] as const
    const locale = language === 'mirrored' ? 'en' : language
    const opened = await gates.open(`views-${screen}-${colors}`, {
      path: language === 'mirrored' ? '?mirrored' : '',
      args: ['--use-fake-device-for-media-stream'],
      options: { ...screens[screen], colorScheme: colors, locale },
    })
    const { page } = opened
    const look = (name: string) => expectSound(opened, screenshotOf(`gate-${name}`, view))
    await signIn(page)
    await page.locator('.gate-setup').waitFor()
    await look('set-up')
    await setUp(page, 'Side entrance by the river')
    await waitUntilConnected(page)
    await look('ready')
    await scan(page, tickets[0].code)
    await look('admitted')
    await scan(page, tickets[0].code)
    await look('refused')
    await scan(page, tickets[1].code)
    await look('wrong-date')
    await page.keyboard.press('Escape')
    gates.cut()
    await scan(page, tickets[0].confirmationCode)
    await look('unknown')
    await page.keyboard.press('Escape')
    await page.locator('.gate-connection.note-warning').waitFor()
    await look('offline')
    gates.mend()
    await page.locator('.gate-head button').click()
    await setUp(page, 'Side entrance by the river', 'back')
    while (await page.evaluate(`document.querySelector('video').videoWidth === 0`)) await page.waitForTimeout(100)
    await look('camera')
    await page.goto(`${page.url().split('#')[0]}#/gate/conflicts`)
    await page.locator('.conflicts').waitFor()
    await look('no-conflicts')
    await page.goto(`${page.url().split('#')[0]}#/gate`)
    await page.reload()
    await page.locator('.gate-connection .button').waitFor()
    await look('not-signed-in')
    await page.locator('.gate-connection .button').click()
    await page.locator('.gate-link').waitFor()
    await look('sign-in')
  })

  it('can be installed', async () => {
    const { page, context } = await gates.open('installed')
    await signIn(page)
    await page.locator('.gate-setup').waitFor()
    await page.evaluate('navigator.serviceWorker.ready')
    const session = await context.newCDPSession(page)
    const manifest = await session.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    expect(JSON.parse(manifest.data!)).toMatchObject({ display: 'standalone', start_url: './' })
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([])
  })
})
