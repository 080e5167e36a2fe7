import { randomUUID } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@jest/globals'
import { type useDesk, views } from './the-desk.ts'
import { dateIn, timeZone } from './the-gate.ts'

/** The settings of a museum whose visitors pay online. A reservation ends by its clock, so it has the real date. */
export const payingOnline = {
  MUSEUM_TODAY: dateIn(0),
  MUSEUM_TIME_ZONE: timeZone,
  MUSEUM_PAYMENT: 'rehearsal',
  MUSEUM_PUBLIC_URL: 'http://localhost:1',
}
/** A date of each event. */
export const visit = dateIn(10)

/** Each language, on each screen, light and dark. */
export const allViews = [
  ...views,
  { screen: 'phone', colors: 'light', language: 'fr' },
  { screen: 'tablet', colors: 'dark', language: 'es' },
] as const
/** The name of the screenshot of a page in a view. */
export const screenshotOf = (page: string, { screen, colors, language }: (typeof allViews)[number]): string =>
  `${page}-${screen}-${colors}-${language}`

/** A payment of a reservation, which has the identifier of its order, and its folder at the payment provider. */
export type Payment = Readonly<{ orderId: string; paymentId: string; folder: string }>

/** What visitors, and the payment provider, do at a museum that rehearses payments. */
export const useRehearsedPayments = (desk: ReturnType<typeof useDesk>) => {
  const json = async <Body>(request: ReturnType<typeof desk.request>) => (await (await request).json()) as Body
  /** An event on two dates, whose tickets cost 20 euros. */
  const createEvent = async (name: string) => {
    const event = { name, location: 'Main Hall', eventDescription: '', dates: [visit, dateIn(11)], price: 20 }
    return (await json<{ eventId: string }>(desk.request('admin', 'POST', '/special-events', event))).eventId
  }
  /** Reserves places of an event, and opens the payment of a visitor for them. */
  const opened = async (eventId: string, ticketDate = visit, quantity = 2, members: object = {}): Promise<Payment> => {
    const items = [{ ticketType: 'event', eventId, ticketDate, quantity }]
    const { reservationId } = await json<{ reservationId: string }>(
      desk.request('box-office', 'POST', '/reservations', { items, email: 'visitor@example.org', ...members }),
    )
    const { paymentId } = await json<{ paymentId: string }>(
      desk.request('box-office', 'POST', `/reservations/${reservationId}/payment`, {}),
    )
    return { orderId: reservationId, folder: join(desk.folder(), 'data/payments', paymentId), paymentId }
  }
  /** Has the museum ask the payment provider. */
  const ask = ({ orderId }: Payment) =>
    json<{ state: string }>(desk.request('box-office', 'GET', `/reservations/${orderId}`))
  /** Sells tickets of an event that a visitor pays online, each for 20 euros. */
  const sold = async (...of: Parameters<typeof opened>) => {
    const payment = await opened(...of)
    const page = `${desk.origin()}/rehearsal-payment/${payment.paymentId}`
    expect((await fetch(`${page}/pay`, { method: 'POST', redirect: 'manual' })).status).toBe(303)
    expect(await ask(payment)).toMatchObject({ state: 'sold' })
    return payment
  }
  const cancel = ({ orderId }: Pick<Payment, 'orderId'>) =>
    desk.request('box-office', 'POST', `/orders/${orderId}/cancellation`, {})
  /** The same, of which all is to be refunded. */
  const cancelled = async (...of: Parameters<typeof opened>) => {
    const payment = await sold(...of)
    await cancel(payment)
    return payment
  }
  /** Changes a payment at the payment provider. */
  const changeAtProvider = async ({ folder }: Payment, members: object) => {
    const last = (await readdir(folder)).length
    const stored = JSON.parse(await readFile(join(folder, `${last}.json`), 'utf8')) as object
    await writeFile(join(folder, `${last + 1}.json`), JSON.stringify({ ...stored, ...members }))
  }
  return { json, createEvent, opened, ask, sold, cancel, cancelled, changeAtProvider }
}

/** What others have refunded at the payment provider, in cents. */
export const refundedByOthers = (amount: number): object => ({
  refunds: [{ refundId: randomUUID(), amount, state: 'settled' }],
})

/** Waits until something is as it should be. */
export const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100))
}
