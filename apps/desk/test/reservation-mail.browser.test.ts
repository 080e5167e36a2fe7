import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { payingOnline, until } from './rehearsed-payments.ts'
import { expectSound, useDesk } from './the-desk.ts'
import { dateIn } from './the-gate.ts'

const shop = useDesk(() => ({
  ...payingOnline,
  MUSEUM_SHOP: 'on',
  MUSEUM_PUBLIC_URL: 'https://museum.example',
  MUSEUM_SMTP_URL: 'file:outbox',
  MUSEUM_MAIL_FROM: 'tickets@museum.example',
  MUSEUM_TERMS_URL: 'https://museum.example/terms',
  MUSEUM_PRIVACY_URL: 'https://museum.example/privacy',
  MUSEUM_LEGAL_NOTICE_URL: 'https://museum.example/legal-notice',
}))
const withoutShop = useDesk(() => ({
  ...payingOnline,
  MUSEUM_SMTP_URL: 'file:outbox',
  MUSEUM_MAIL_FROM: 'tickets@museum.example',
}))

const button = 'Send the link to pay'
const reserve = async (desk: typeof shop, label: string, but: object = {}) => {
  const reservation = {
    items: [{ ticketType: 'general', ticketDate: dateIn(10), quantity: 28 }],
    until: new Date(Date.now() + 86_400_000).toISOString(),
    email: 'teacher@example.org',
    label,
    ...but,
  }
  expect((await desk.request('box-office', 'POST', '/reservations', reservation)).status).toBe(201)
}
const mails = async () => {
  const folder = join(shop.folder(), 'outbox')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}

it('sends the purchaser of a reservation the link by which it is paid online', async () => {
  await reserve(shop, 'Class 7b')
  await reserve(shop, 'Without an end', { until: null })
  await reserve(shop, 'Without an address', { email: null })
  const opened = await shop.openAs('box-office', { path: 'box-office/reservations' })
  const { page } = opened
  await page.getByRole('heading', { name: 'Class 7b' }).waitFor()
  expect(await page.getByRole('button', { name: button }).count()).toBe(1)
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('teacher@example.org').waitFor()
  await expectSound(opened)
  await dialog.getByRole('button', { name: button }).click()
  await page.getByText('The link to pay is sent within a minute.').waitFor()
  await expectSound(opened)
  await until(async () => (await mails()).length > 0)
  const [sent] = await mails()
  expect(sent?.replaceAll('=\r\n', '').replaceAll('=\n', '')).toMatch(/https:\/\/museum\.example\/buy\/[\w-]{44}/)
})

it('says why no link is sent where the museum has no shop', async () => {
  await reserve(withoutShop, 'Class 7b')
  const { page } = await withoutShop.openAs('box-office', { path: 'box-office/reservations' })
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await page.getByText('This museum has no online shop: sell the reservation at the desk.').waitFor()
})
