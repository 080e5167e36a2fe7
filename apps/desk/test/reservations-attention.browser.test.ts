import { beforeAll, describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import {
  type Payment,
  allViews,
  payingOnline,
  refundedByOthers,
  screenshotOf,
  until,
  useRehearsedPayments,
} from './rehearsed-payments.ts'
import { expectSound, useDesk } from './the-desk.ts'

const desk = useDesk(() => payingOnline)
const { json, createEvent, opened, ask, sold, changeAtProvider } = useRehearsedPayments(desk)
const path = 'box-office/reservations'

type Listed = Readonly<{ attention: readonly Readonly<{ paymentId: string; reason: string }>[] }>
/** The payments that a person must look at. */
const needing = async () =>
  (await json<readonly Listed[]>(desk.request('box-office', 'GET', '/reservations?state=attention&limit=50'))).flatMap(
    ({ attention }) => attention,
  )
const isListed = ({ paymentId }: Payment, reason: string) =>
  until(async () => (await needing()).some((each) => each.paymentId === paymentId && each.reason === reason))
/** The entry of a payment in the list of the page. */
const entryOf = (page: Page, { paymentId }: Payment) => page.getByRole('article').filter({ hasText: paymentId })

const paidAs = (amount: number) => ({ state: 'paid', paidAt: Date.now(), amount })
let [undecided, otherAmount, failed, undone]: Payment[] = []
beforeAll(async () => {
  const eventId = await createEvent('Night')
  const labelled = (label: string) => opened(eventId, undefined, undefined, { label })
  undecided = await labelled('Undecided <b>')
  await changeAtProvider(undecided, { state: 'pending' })
  otherAmount = await labelled('Another amount')
  await changeAtProvider(otherAmount, paidAs(3_000))
  failed = await labelled('Not given back')
  await changeAtProvider(failed, { ...paidAs(1_000), ...refundedByOthers(1_000) })
  undone = await sold(eventId)
  await changeAtProvider(undone, refundedByOthers(4_000))
  for (const payment of [undecided, otherAmount, failed]) await ask(payment)
  // A server compares the payments when it starts.
  const another = await desk.startAnother()
  await isListed(undone, 'undone-by-others')
  await another.stop()
  await isListed(undecided, 'undecided')
  await isListed(otherAmount, 'another-amount')
  await isListed(failed, 'refund-failed')
})

describe('the reservations whose payments a person must look at', () => {
  it.each(allViews)('are shown soundly on a $screen, $colors, $language', async (view) => {
    const opened = await desk.openAs('box-office', { ...view, path })
    const { page } = opened
    await page.locator('.note-warning a').waitFor()
    await page.locator('article.card').first().waitFor()
    await expectSound(opened, screenshotOf('reservations-needing', view))
    await page.locator('.note-warning a').click()
    await page.locator('li.note-warning').nth(3).waitFor()
    await expectSound(opened, screenshotOf('reservations-attention', view))
  })

  it('are counted on the page Reservations, which leads to them, and filtered in its URL', async () => {
    const { page } = await desk.openAs('box-office', { path })
    await page.getByRole('link', { name: '4 reservations need attention' }).click()
    await page.locator('article.card').nth(3).waitFor()
    expect(await page.locator('article.card').count()).toBe(4)
    expect(page.url()).toMatch(/#\/box-office\/reservations\?state=attention$/)
    expect(await page.getByRole('link', { name: /need attention/ }).count()).toBe(0)
    await page.locator('input[type=search]').fill('another')
    await page.locator('article.card').nth(1).waitFor({ state: 'detached' })
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['Another amount'])
    await page.locator('input[type=search]').fill('')
    await page.getByLabel('State').selectOption('Held')
    await page.getByRole('link', { name: '4 reservations need attention' }).waitFor()
    expect(page.url()).toMatch(/#\/box-office\/reservations$/)
    // What is held and undecided says so among the held ones, too.
    await entryOf(page, undecided!).getByText('The payment is undecided').waitFor()
  })

  it('say what is wrong, the amount, and how the payment provider knows the payment', async () => {
    const { page } = await desk.openAs('admin', { path: `${path}?state=attention` })
    for (const [payment, sentence, amount, reference] of [
      [undecided, 'says neither that it is paid nor that it is not.', '€40.00', ''],
      [otherAmount, 'Another amount than asked for was paid. All of it is given back.', '€30.00', 'rehearsal_'],
      [failed, 'has failed. Give it back in another way.', '€10.00', 'rehearsal_'],
      [undone, 'The visitor’s bank disputes the payment, or it was refunded', '€40.00', 'rehearsal_'],
    ] as const) {
      const note = entryOf(page, payment!).locator('.note-warning')
      await note.getByText(sentence).waitFor()
      await note.getByText(amount).waitFor()
      await note.getByText(`At the payment provider: ${reference}${payment!.paymentId}`).waitFor()
    }
    await entryOf(page, undecided!).getByRole('button', { name: 'Release' }).waitFor()
    expect(await entryOf(page, undecided!).getByRole('button', { name: 'Dealt with' }).count()).toBe(0)
    // It is sold.
    expect(await entryOf(page, undone!).getByRole('button').allInnerTexts()).toEqual(['Dealt with…'])
  })

  it('lead to the order that they have become', async () => {
    const { page } = await desk.openAs('box-office', { path: `${path}?state=attention` })
    await entryOf(page, undone!).getByText('Sold').waitFor()
    await entryOf(page, undone!).getByRole('link', { name: 'Show the order' }).click()
    await page.getByRole('region', { name: 'Order' }).getByText(`rehearsal_${undone!.paymentId}`).waitFor()
    expect(page.url()).toContain(`find?search=${undone!.orderId}`)
  })

  it.each(allViews)('are marked in a dialog that is sound on a $screen, $colors, $language', async (view) => {
    const opened = await desk.openAs('box-office', { ...view, path: `${path}?state=attention` })
    await entryOf(opened.page, failed!).locator('li.note-warning button').click()
    await opened.page.getByRole('dialog').locator('input').waitFor()
    await expectSound(opened, screenshotOf('reservations-dealt-with', view))
  })

  it('are listed and counted no more once one is marked as dealt with, with a note for the audit log', async () => {
    const { page } = await desk.openAs('box-office', { path: `${path}?state=attention` })
    await entryOf(page, failed!).getByRole('button', { name: 'Dealt with…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mark as dealt with' })
    await dialog.getByText('The payment is no longer listed. No money is moved.').waitFor()
    await dialog.getByLabel('Note').fill('x'.repeat(501))
    await dialog.getByRole('button', { name: 'Mark as dealt with' }).click()
    await dialog.locator('input[aria-invalid=true]').waitFor()
    await dialog.getByLabel('Note').fill('Given back by transfer.')
    await dialog.getByRole('button', { name: 'Mark as dealt with' }).click()
    await page.getByText('The payment is marked as dealt with.').waitFor()
    await entryOf(page, failed!).waitFor({ state: 'detached' })
    expect((await needing()).map(({ paymentId }) => paymentId)).not.toContain(failed!.paymentId)
    expect(await page.locator('article.card').count()).toBe(3)
    await page.getByLabel('State').selectOption('Held')
    await page.getByRole('link', { name: '3 reservations need attention' }).waitFor()
    const { orderId, paymentId } = failed!
    expect(await json(desk.request('admin', 'GET', `/audit?about=reservation:${orderId}`))).toMatchObject([
      { operation: 'attendToPayment', after: { paymentId, note: 'Given back by transfer.' } },
    ])
  })
})
