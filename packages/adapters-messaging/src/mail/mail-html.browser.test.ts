import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Mail, MailAboutTickets } from '@museum/application'
import {
  EventId,
  EventLocation,
  EventName,
  OrderId,
  PriceCategoryId,
  PriceCategoryName,
  TicketId,
} from '@museum/domain'
import { dictionaries, languages } from '@museum/languages'
import { anAdmissionCode, anEventTicket, exampleId } from '@museum/testing/examples'
import { simpleParser } from 'mailparser'
import { createTransport } from 'nodemailer'
import { type OpenedPage, screens, useBrowser } from '../../../../tools/browser/use-browser.ts'
import {
  aMail,
  aMailAboutCancellation,
  aMailAboutPayment,
  aMailAboutReservation,
  aMailOfAnOrder,
  aMailWithLinks,
  readCode,
  withImage,
} from '../../test/a-mail.ts'
import { mailMessage } from './mail-message.ts'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const pictures = fileURLToPath(new URL('../../../../reports/browser/', import.meta.url))
const mail = await aMailOfAnOrder({ link: `AQ${'-_Az09'.repeat(7)}` })
/** Fifty tickets for as many events with long names. */
const greatestMail = await aMail({
  orderId: OrderId(exampleId(900)),
  tickets: (await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const [eventId, ticketId] = [EventId(exampleId(2_000 + n)), TicketId(exampleId(1_000 + n))]
      const [name, location] = [
        EventName('Eine lange Nacht, '.repeat(14).trim()),
        EventLocation('ליל המוזיאונים '.repeat(17).trim()),
      ]
      const priceCategory = {
        priceCategory: PriceCategoryId('child'),
        name: PriceCategoryName('Kinder und Jugendliche'),
      }
      return withImage(anEventTicket({ ticketId, event: { eventId, name, location }, priceCategory }))
    }),
  )) as unknown as MailAboutTickets['tickets'],
})

/** The HTML of an e-mail, by default about an order, with its images in it, as a program for e-mail shows it. */
const shownHtml = async (language: (typeof languages)[number], shown: Mail = mail) => {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
    mailMessage(shown, {
      from: 'tickets@museum.example',
      museumName: 'City Museum',
      address: 'Museumsplatz 1\n8001 Zürich',
      termsUrl: 'https://museum.example/terms',
      publicUrl: { origin: 'https://museum.example', path: '' },
      language,
      timeZone: 'Europe/Zurich',
    }),
  )
  return (await simpleParser(message as Buffer)).html as string
}

const accessibilityViolations = async ({ page }: Pick<OpenedPage, 'page'>) => {
  await page.evaluate(axe)
  return page.evaluate(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  )
}

describe('the HTML of an e-mail in a browser', () => {
  const browser = useBrowser()
  beforeAll(() => mkdir(pictures, { recursive: true }))

  it.each(
    languages.flatMap((language) =>
      (['desktop', 'phone'] as const).flatMap((screen) =>
        (['light', 'dark'] as const).map((colorScheme) => ({ language, screen, colorScheme })),
      ),
    ),
  )(
    'is readable, fits, loads nothing and shows every code: $language, $screen, $colorScheme',
    async ({ language, screen, colorScheme }) => {
      const { page, errors } = await browser.openPage({ ...screens[screen], colorScheme })
      const requests: string[] = []
      page.on('request', (request) => {
        if (!request.url().startsWith('data:')) requests.push(request.url())
      })
      await page.setContent(await shownHtml(language), { waitUntil: 'load' })
      await page.screenshot({ path: `${pictures}mail-${language}-${screen}-${colorScheme}.png`, fullPage: true })

      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        screens[screen].viewport.width,
      )
      const online = page.getByRole('link', { name: dictionaries[language].mail.online.link })
      expect(await online.getAttribute('href')).toBe(`https://museum.example/my-tickets/${mail.link}`)
      expect((await online.boundingBox())!.height).toBeGreaterThanOrEqual(44)
      const codes = []
      for (const image of await page.locator('img').all()) codes.push(readCode(await image.screenshot()))
      expect(codes).toEqual(mail.tickets.map(({ ticket }) => anAdmissionCode(ticket)))
      const violations = await accessibilityViolations({ page })
      expect(violations).toEqual([])
      expect([requests, errors]).toEqual([[], []])
    },
  )

  it.each(
    languages.flatMap((language) =>
      ([aMailAboutPayment(), aMailAboutReservation(), aMailWithLinks()] as const).map(
        (mail) => [mail.kind, language, mail] as const,
      ),
    ),
  )('is readable and fits about a %s: %s', async (kind, language, mail) => {
    for (const screen of ['desktop', 'phone'] as const) {
      const { page } = await browser.openPage({
        ...screens[screen],
        colorScheme: screen === 'phone' ? 'dark' : 'light',
      })
      await page.setContent(await shownHtml(language, mail), { waitUntil: 'load' })
      await page.screenshot({ path: `${pictures}mail-${kind}-${language}-${screen}.png`, fullPage: true })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        screens[screen].viewport.width,
      )
      expect(await accessibilityViolations({ page })).toEqual([])
    }
  })

  it.each(languages)('is readable and fits with the link of a cancellation: %s', async (language) => {
    const { page } = await browser.openPage({ ...screens.phone, colorScheme: 'dark' })
    await page.setContent(await shownHtml(language, aMailAboutCancellation()), { waitUntil: 'load' })
    await page.screenshot({ path: `${pictures}mail-cancellation-${language}.png`, fullPage: true })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      screens.phone.viewport.width,
    )
    const link = page.getByRole('link', { name: dictionaries[language].ownCancellation.request })
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    expect(await accessibilityViolations({ page })).toEqual([])
  })

  it.each(['desktop', 'phone'] as const)('fits and shows every code of the greatest order: %s', async (screen) => {
    const { page } = await browser.openPage(screens[screen])
    await page.setContent(await shownHtml('de', greatestMail), { waitUntil: 'load' })
    await page.screenshot({
      path: `${pictures}mail-greatest-${screen}.png`,
      clip: { x: 0, y: 0, width: screens[screen].viewport.width, height: 3_000 },
      fullPage: true,
    })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
      screens[screen].viewport.width,
    )
    const codes = []
    for (const image of await page.locator('img').all()) codes.push(readCode(await image.screenshot()))
    expect(codes).toEqual(greatestMail.tickets.map(({ ticket }) => anAdmissionCode(ticket)))
  })
})
