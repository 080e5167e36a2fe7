import { describe, expect, it } from '@jest/globals'
import type { Locator } from 'playwright-core'
import { screens, useBrowser } from '../../../../tools/browser/use-browser.ts'
import { type Executed, apiReferencePage } from '../../test/api-reference-page.ts'
import { useServers } from '../../test/use-servers.ts'

// A loaded machine needs minutes for all operations.
const minutes = 60_000

const settings = {
  MUSEUM_ADMIN_USERNAME: 'curator',
  MUSEUM_ADMIN_PASSWORD: 'päss:wörd-1',
  // A port without a server: e-mails wait.
  MUSEUM_SMTP_URL: 'smtp://127.0.0.1:9',
  MUSEUM_MAIL_FROM: 'tickets@museum.example',
}

type Row = { dataset: { code: string }; textContent: string; querySelector: (selector: string) => object | null }

/** The error responses of an opened operation: whether each is collapsed, and the statuses of the problems in its examples. */
const errorRows = async (opened: Locator) => {
  const rows = await opened.locator('tr.response').evaluateAll((elements) =>
    (elements as unknown as Row[]).map((row) => ({
      code: row.dataset.code,
      isFolded: row.querySelector('details:not([open]) pre') !== null,
      text: row.textContent,
    })),
  )
  return Object.fromEntries(
    rows
      .filter(({ code }) => code >= '400')
      .map(({ code, isFolded, text }) => [
        code,
        { isFolded, statuses: [...new Set([...text.matchAll(/"status": (\d+)/g)].map(([, status]) => status))] },
      ]),
  )
}

describe('the API reference', () => {
  const browser = useBrowser()
  const servers = useServers()

  const anApiReference = async (screen: keyof typeof screens) => {
    const { origin } = await servers.start(settings)
    const { page, errors } = await browser.openPage(screens[screen])
    page.setDefaultTimeout(2 * minutes)
    const downloads: Promise<{ path: string; encoding: string | undefined; size: number }>[] = []
    page.on('requestfinished', (request) =>
      downloads.push(
        (async () => ({
          path: new URL(request.url()).pathname,
          encoding: (await request.response())?.headers()['content-encoding'],
          size: (await request.sizes()).responseBodySize,
        }))(),
      ),
    )
    await page.goto(`${origin}/docs`)
    const reference = apiReferencePage(page)
    const operationIds = await reference.operationIds()
    const isWiderThanScreen = () => page.evaluate('document.documentElement.scrollWidth > innerWidth')
    return { page, errors, downloads, reference, operationIds, isWiderThanScreen }
  }

  it.each([
    ['desktop', 'fresh'],
    ['desktop', 'filled'],
    ['phone', 'fresh'],
    ['phone', 'filled'],
  ] as const)(
    'executes every operation with its examples and the identifiers of earlier responses, on a %s, of a %s museum',
    async (screen, museum) => {
      if (museum === 'filled') {
        await servers.run('migrate')
        await servers.run('demo', {}, '--events', '12', '--tickets', '30')
      }
      const { page, reference, operationIds, isWiderThanScreen } = await anApiReference(screen)
      await reference.authorize('curator', 'päss:wörd-1')
      const executed = new Set<string>()
      /** The identifiers that a reader copies from responses, by the names of the parameters. */
      const known: Record<string, string> = {}
      /** Executes an operation with the known identifiers, and closes it. */
      const execute = async (operationId: string, status: number): Promise<Executed['body']> => {
        for (const name of await reference.pathParameters(operationId))
          await reference.fill(operationId, name, known[name]!)
        const outcome = await reference.execute(operationId)
        expect([operationId, outcome.status, outcome.body]).toEqual([operationId, status, outcome.body])
        expect([operationId, await isWiderThanScreen()]).toEqual([operationId, false])
        await reference.close(operationId)
        executed.add(operationId)
        return outcome.body
      }

      await execute('setPriceCategories', 200)
      for (const list of ['getMuseumHours', 'getGeneralEntryAvailability'])
        expect(await execute(list, 200)).toHaveLength(10)
      await execute('setGeneralEntryCapacity', 200)

      if (museum === 'fresh') await execute('createSpecialEvent', 201)
      const [event] = (await execute('listSpecialEvents', 200)) as { eventId: string; dates: string[] }[]
      const { eventId } = event!
      known['eventId'] = eventId
      expect(await execute('getSpecialEvent', 200)).toMatchObject({ eventId })
      expect(await execute('updateSpecialEvent', 200)).toMatchObject({ eventId, dates: event!.dates })
      await execute('setEventCapacity', 200)

      await reference.chooseExample('buyMuseumTickets', 'event')
      const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
      const ticketDate = event!.dates.find((each) => each >= tomorrow) ?? event!.dates[0]!
      await reference.fillBody('buyMuseumTickets', {
        ...(await reference.bodyOf('buyMuseumTickets')),
        eventId,
        ticketDate,
      })
      expect(await execute('buyMuseumTickets', 201)).toMatchObject({ ticketType: 'event' })
      await reference.chooseExample('buyMuseumTickets', 'general')
      const [first, second] = [
        (await execute('buyMuseumTickets', 201)) as { ticketId: string },
        (await execute('buyMuseumTickets', 201)) as { ticketId: string },
      ]
      expect(second.ticketId).not.toBe(first.ticketId)
      expect(await execute('findTickets', 200)).toHaveLength(3)
      known['ticketId'] = second.ticketId
      await reference.fill('getTicketCode', 'ticketId', second.ticketId)
      await reference.execute('getTicketCode')
      const image = page.locator('.opblock[id$="-getTicketCode"] .response-col_description img')
      expect(
        await image.evaluate((each) => (each as unknown as { naturalWidth: number }).naturalWidth),
      ).toBeGreaterThan(0)
      await execute('getTicketCode', 200)

      const { date } = (await execute('getAdmissionSummary', 200)) as { date: string }
      await reference.fillBody('buyMuseumTickets', {
        ...(await reference.bodyOf('buyMuseumTickets')),
        ticketDate: date,
      })
      const today = (await execute('buyMuseumTickets', 201)) as { ticketId: string; confirmationCode: string }
      known['ticketId'] = today.ticketId
      expect(await execute('getTicket', 200)).toMatchObject({ ticketId: today.ticketId, state: 'valid' })
      await reference.fillBody('admitTicket', {
        ...(await reference.bodyOf('admitTicket')),
        code: today.confirmationCode,
      })
      expect(await execute('admitTicket', 200)).toMatchObject({ admitted: true, ticket: { ticketId: today.ticketId } })
      expect(await execute('admitTicket', 200)).toMatchObject({ admitted: false, reason: 'already-admitted' })
      const scans = (await execute('listAdmissions', 200)) as {
        admitted: boolean
        admissionId: string
        ticketId: string
      }[]
      if (museum === 'fresh') expect(scans).toHaveLength(2)
      const [refused, admitted] = scans
      for (const scan of [refused, admitted]) expect(scan).toMatchObject({ ticketId: today.ticketId })
      expect([refused!.admitted, admitted!.admitted]).toEqual([false, true])
      known['admissionId'] = admitted!.admissionId
      await execute('revertAdmission', 204)
      expect(await execute('cancelTicket', 200)).toMatchObject({ ticketId: today.ticketId, state: 'cancelled' })

      const revoked = (await execute('getTicketRevocations', 200)) as { tickets: string[] }
      expect(revoked.tickets).toContain(today.ticketId)
      if (museum === 'fresh') expect(revoked.tickets).toHaveLength(1)

      // The total of the example is that of another event.
      await reference.chooseExample('placeOrder', 'family')
      const { total: _, items, ...order } = await reference.bodyOf('placeOrder')
      await reference.fillBody('placeOrder', {
        ...order,
        items: (items as object[]).map((item) => Object.assign(item, { eventId, ticketDate })),
      })
      const { orderId, tickets } = (await execute('placeOrder', 201)) as {
        orderId: string
        tickets: { ticketId: string }[]
      }
      known['orderId'] = orderId
      known['ticketId'] = tickets[0]!.ticketId
      expect(await execute('getOrder', 200)).toMatchObject({ orderId })
      await execute('correctOrderPayment', 200)
      await execute('correctOrderAddress', 200)
      await execute('mailOrder', 202)
      await execute('mailTicket', 202)
      const [mail] = (await execute('listMails', 200)) as { deliveryId: number }[]
      known['deliveryId'] = String(mail!.deliveryId)
      await execute('replayMail', 202)
      await execute('removeFailedMails', 200)
      expect(await execute('cancelOrder', 200)).toMatchObject({ orderId })
      await execute('settleRefund', 200)
      await execute('refundOrder', 200)
      expect(await execute('reverseOrder', 200)).toMatchObject({ orderId, refundDue: 0 })
      const reserved = (await execute('createReservation', 201)) as { reservationId: string }
      known['reservationId'] = reserved.reservationId
      expect(await execute('listReservations', 200)).toMatchObject([reserved])
      expect(await execute('getReservation', 200)).toMatchObject(reserved)
      // The example of an extension is of a reservation that was made without `until`.
      await reference.fillBody('extendReservation', { until: (await reference.bodyOf('createReservation'))['until'] })
      expect(await execute('extendReservation', 200)).toMatchObject({ ...reserved, heldUntil: expect.any(String) })
      // This museum has no shop.
      await execute('mailReservation', 409)
      expect(await execute('sellReservation', 201)).toMatchObject({ orderId: reserved.reservationId })
      expect(await execute('releaseReservation', 200)).toMatchObject({ ...reserved, state: 'sold' })
      await execute('previewClosing', 200)
      known['closingId'] = ((await execute('createClosing', 201)) as { closingId: string }).closingId
      await execute('getClosing', 200)

      await execute('deleteSpecialEvent', 204)
      const [deleted] = (await execute('listDeletedSpecialEvents', 200)) as { eventId: string }[]
      expect(await execute('restoreSpecialEvent', 200)).toMatchObject({ eventId: deleted!.eventId })
      expect(await execute('importSpecialEvents', 200)).toMatchObject({ created: 1 })
      if (museum === 'filled') await execute('createSpecialEvent', 201)

      known['webhookId'] = ((await execute('createWebhook', 201)) as { webhookId: string }).webhookId
      for (const operationId of ['getWebhook', 'updateWebhook', 'renewWebhookSecret']) await execute(operationId, 200)
      await execute('testWebhook', 202)
      const deliveries = (await execute('listWebhookDeliveries', 200)) as { deliveryId: number; type: string }[]
      expect(deliveries).toMatchObject([{ type: 'webhook.test' }])
      known['deliveryId'] = String(deliveries[0]!.deliveryId)
      await execute('replayWebhookDelivery', 202)
      await execute('removeFailedDeliveries', 200)
      await execute('deleteWebhook', 204)
      const [latestEntry] = (await execute('listAuditEntries', 200)) as { operation: string }[]
      expect(latestEntry).toMatchObject({ operation: 'deleteWebhook' })

      for (const operationId of ['setEntryTimes', 'setEventEntryTimes']) {
        await reference.choose(operationId, 'confirm', 'true')
        await execute(operationId, 200)
      }
      // Tickets may be sold for a day that the example closes.
      await reference.choose('setSchedule', 'confirm', 'true')
      await execute('setSchedule', 200)
      for (const read of await reference.readIds()) if (!executed.has(read)) await execute(read, 200)
      expect([...executed].toSorted()).toEqual(operationIds.toSorted())
    },
    15 * minutes,
  )

  it.each(['desktop', 'phone'] as const)(
    'has short operations with collapsed errors, on a %s',
    async (screen) => {
      const { reference, operationIds, errors, isWiderThanScreen } = await anApiReference(screen)
      const heights: Record<string, number> = {}
      for (const operationId of operationIds) {
        const opened = await reference.open(operationId)
        heights[operationId] = await opened.evaluate(
          (each) => (each as unknown as { offsetHeight: number }).offsetHeight,
        )
        expect([operationId, await isWiderThanScreen()]).toEqual([operationId, false])
        const rows = await errorRows(opened)
        expect([operationId, Object.keys(rows)]).toEqual([operationId, expect.arrayContaining(['401', '503'])])
        for (const [status, row] of Object.entries(rows))
          expect([operationId, status, row]).toEqual([operationId, status, { isFolded: true, statuses: [status] }])
        await reference.close(operationId)
      }
      const limit = screen === 'desktop' ? 2_500 : 3_500
      expect(Object.entries(heights).filter(([, height]) => height > limit)).toEqual([])
      expect(errors).toEqual([])
    },
    15 * minutes,
  )

  it('shows the response to a request without credentials, instead of a dialog of the browser', async () => {
    const { reference } = await anApiReference('desktop')
    expect(await reference.execute('getMuseumHours')).toMatchObject({ status: 401, body: { title: 'Unauthorized' } })
  })

  it('sends no optional parameter without a value', async () => {
    const { reference } = await anApiReference('desktop')
    await reference.authorize('curator', 'päss:wörd-1')
    expect(new URL((await reference.execute('listSpecialEvents')).url).search).toBe('?page=1&limit=10')
    const { requestHeaders } = await reference.execute('buyMuseumTickets')
    expect(Object.keys(requestHeaders)).not.toContain('idempotency-key')
  })

  it('loads its files compressed, and from the cache the next time', async () => {
    const { page, downloads, reference } = await anApiReference('desktop')
    const files = await Promise.all(downloads)
    expect(files.map(({ path }) => path.replace(/-[0-9a-f]{16}\./, '.')).toSorted()).toEqual([
      '/docs',
      '/docs/assets/init.js',
      '/docs/assets/viewer.css',
      '/docs/assets/viewer.js',
      '/openapi.json',
    ])
    for (const { path, encoding } of files) expect([path, encoding]).toEqual([path, 'br'])
    expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(450_000)
    await page.reload()
    await reference.operationIds()
    // Two of the five files are revalidated: a 304 has only headers.
    const transferred = `performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)`
    expect(await page.evaluate(transferred)).toBeLessThan(5_000)
  })
})
