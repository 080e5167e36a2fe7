import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { credentials, useMuseum } from '../test/start-museum.ts'
import {
  type MuseumClient,
  type QueryOf,
  type SpecialEvent,
  isProblem,
  museumClient,
  verifyAdmissionCode,
} from './index.ts'

const openApi = JSON.parse(readFileSync(new URL('../../adapters-http/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, { operationId?: string }>>
  components: { schemas: object }
}
const operationIds = Object.values(openApi.paths).flatMap((methods) =>
  Object.values(methods).flatMap(({ operationId }) => operationId ?? []),
)

const museum = useMuseum(() => ({ MUSEUM_SMTP_URL: 'file:outbox', MUSEUM_MAIL_FROM: 'tickets@museum.example' }))
let client: MuseumClient
beforeAll(() => {
  client = museumClient({ baseUrl: museum.baseUrl(), credentials })
})

const night = {
  name: 'Night at the Museum',
  location: 'Main Hall',
  eventDescription: 'Torches.',
  dates: ['2030-05-17', '2030-05-18'],
  price: 19.9,
}
const visitor = { email: 'visitor@example.org' }
const aNight = (): Promise<SpecialEvent> => client.createSpecialEvent(night)
const anEventTicket = async () => {
  const { eventId } = await aNight()
  return client.buyMuseumTickets({ ticketType: 'event', eventId, ticketDate: '2030-05-17', ...visitor })
}
const aTicketForToday = () => client.buyMuseumTickets({ ticketType: 'general', ticketDate: '2030-05-01', ...visitor })

describe('museumClient', () => {
  it('has exactly one method for each operation of the OpenAPI document', () => {
    expect(Object.keys(client).toSorted()).toEqual(operationIds.toSorted())
  })

  it('has a type for each schema of the OpenAPI document', () => {
    const types = readFileSync(new URL('generated/schemas.ts', import.meta.url), 'utf8')
    expect(readFileSync(new URL('index.ts', import.meta.url), 'utf8')).toContain(
      "export type * from './generated/schemas.ts'",
    )
    // Not a type of the client: its values are paths, whose last parts are in `ProblemType`.
    const names = Object.keys(openApi.components.schemas).filter((name) => name !== 'KnownProblemType')
    expect(names.filter((name) => !types.includes(`export type ${name} = `))).toEqual([])
  })

  it('takes an event ticket with the eventId only', async () => {
    const order = { ticketDate: '2030-05-17', ...visitor }
    // @ts-expect-error
    await expect(client.buyMuseumTickets({ ...order, ticketType: 'event' })).rejects.toMatchObject({ status: 400 })
    const sold = await anEventTicket()
    if (sold.ticketType === 'event') expect(sold.eventName.length).toBeGreaterThan(0)
  })

  it('returns the museum and the user', async () => {
    const museum = await client.getMuseum()
    expect(museum).toMatchObject({ today: '2030-05-01', dayEnds: '00:00', timeZone: 'UTC', user: { role: 'admin' } })
  })

  it('returns the users', async () => {
    const { user } = await client.getMuseum()
    expect(await client.listUsers()).toEqual([{ ...user, enabled: true }])
  })

  it('returns the opening hours', async () => {
    const { items, total } = await client.getMuseumHours({ startDate: '2030-05-13', limit: 2 }).page()
    const openDay = { date: expect.stringMatching(/^2030-05-1/), timeOpen: '09:00', timeClose: '18:00' }
    expect(items).toEqual([openDay, openDay])
    expect(total).toBeGreaterThan(2)
  })

  it('sets and returns the capacity and the availability of general entry', async () => {
    expect(await client.setGeneralEntryCapacity({ capacity: 500 })).toEqual({ capacity: 500 })
    expect(await client.getGeneralEntryCapacity()).toEqual({ capacity: 500 })
    const { items } = await client.getGeneralEntryAvailability({ startDate: '2030-06-01', limit: 1 }).page()
    expect(items).toEqual([{ date: expect.any(String), capacity: 500, sold: 0, available: 500 }])
  })

  it('returns the availability of general entry and of all events by date', async () => {
    const { eventId } = await aNight()
    const period = { startDate: '2030-05-16', endDate: '2030-05-17' }
    const [before, on] = await client.getAvailability(period)
    expect(before).toMatchObject({ date: '2030-05-16', generalEntry: { timeOpen: '09:00' } })
    expect(on!.events).toContainEqual(expect.objectContaining({ eventId, name: night.name, sold: 0, available: null }))
    const { response } = await client.getAvailability(period).withResponse()
    expect(await client.getAvailability(period, { ifNoneMatch: response.headers.get('ETag')! })).toBeUndefined()
    expect(await client.getAvailability()).toHaveLength(31)
  })

  it('returns and sets the schedule, and closes days for which tickets are sold when that is confirmed', async () => {
    const { data: usual, response } = await client.getSchedule().withResponse()
    const ifMatch = response.headers.get('ETag')
    const sold = await client.buyMuseumTickets({ ticketType: 'general', ticketDate: '2031-03-03', ...visitor })
    const closed = { ...usual, exceptions: [...usual.exceptions, { date: sold.ticketDate }] }
    const refusal: unknown = await client.setSchedule(closed, {}, { ifMatch }).catch((error: unknown) => error)
    if (!isProblem(refusal, 'tickets-are-sold')) throw new Error(String(refusal))
    expect(refusal.record.tickets).toMatchObject({ general: 1, days: [{ date: '2031-03-03' }] })
    expect(await client.setSchedule(closed, { confirm: 'true' }, { ifMatch })).toEqual(closed)
    await expect(client.setSchedule(usual, {}, { ifMatch })).rejects.toMatchObject({ type: 'precondition-failed' })
    expect(await client.setSchedule(usual)).toEqual(usual)
    await client.cancelTicket(sold.ticketId)
  })

  it('creates, returns, changes and deletes a special event', async () => {
    const event = await aNight()
    expect(event).toEqual({ ...night, eventId: expect.any(String) })
    const { data, response } = await client.getSpecialEvent(event.eventId).withResponse()
    expect(data).toEqual(event)
    const ifMatch = response.headers.get('ETag')
    const changed = await client.updateSpecialEvent(event.eventId, { price: 25 }, { ifMatch })
    expect(changed).toEqual({ ...event, price: 25 })
    await expect(client.updateSpecialEvent(event.eventId, { price: 5 }, { ifMatch })).rejects.toMatchObject({
      type: 'precondition-failed',
    })
    await expect(client.deleteSpecialEvent(event.eventId, { ifMatch })).rejects.toMatchObject({ status: 412 })
    expect(await client.deleteSpecialEvent(event.eventId)).toBeUndefined()
    await expect(client.getSpecialEvent(event.eventId)).rejects.toMatchObject({ type: 'event-not-found' })
  })

  it('lists the deleted special events, and restores one', async () => {
    const event = await aNight()
    await client.deleteSpecialEvent(event.eventId)
    const deleted = { ...event, deletedAt: expect.any(String) }
    const listed = async () => (await client.listDeletedSpecialEvents({ limit: 100 }).page()).items
    expect(await listed()).toContainEqual(deleted)
    expect(await client.restoreSpecialEvent(event.eventId)).toEqual(event)
    expect(await client.getSpecialEvent(event.eventId)).toEqual(event)
    expect(await listed()).not.toContainEqual(deleted)
  })

  it('changes nothing when the ETag of the precondition is missing', async () => {
    const { eventId } = await aNight()
    const changed = client.updateSpecialEvent(eventId, { price: 5 }, { ifMatch: null })
    await expect(changed).rejects.toMatchObject({ errors: [{ header: 'If-Match', code: 'not-an-entity-tag' }] })
  })

  it('sets and returns the capacity and the availability of a special event', async () => {
    const { eventId } = await aNight()
    expect(await client.setEventCapacity(eventId, { capacity: 2 })).toEqual({ capacity: 2 })
    expect(await client.getEventCapacity(eventId)).toEqual({ capacity: 2 })
    await client.buyMuseumTickets({ ticketType: 'event', eventId, ticketDate: '2030-05-17', ...visitor })
    expect(await client.getEventAvailability(eventId)).toEqual([
      { date: '2030-05-17', capacity: 2, sold: 1, available: 1 },
      { date: '2030-05-18', capacity: 2, sold: 0, available: 2 },
    ])
  })

  it('lists the special events of a period', async () => {
    const { eventId } = await client.createSpecialEvent({ ...night, dates: ['2031-01-02'] })
    const { items } = await client.listSpecialEvents({ startDate: '2031-01-01', endDate: '2031-01-31' }).page()
    expect(items.map((event) => event.eventId)).toEqual([eventId])
  })

  it('imports the special events of a file once, and reports its faults with their lines', async () => {
    const file = `name,location,eventDescription,dates,price\nImported 🦣,Hall,,2031-04-01,5\n`
    expect(await client.importSpecialEvents(file, 'csv', { dryRun: 'true' })).toMatchObject({
      dryRun: true,
      created: 1,
    })
    const result = { dryRun: false, created: 1, known: 0, remaining: 0 }
    expect(await client.importSpecialEvents(new TextEncoder().encode(file), 'csv')).toEqual(result)
    const asJson = JSON.stringify({
      name: 'Imported 🦣',
      location: 'Hall',
      eventDescription: '',
      dates: ['2031-04-01'],
      price: 5,
    })
    expect(await client.importSpecialEvents(asJson, 'jsonl')).toMatchObject({ created: 0, known: 1 })
    const faulty: unknown = await client.importSpecialEvents('[]', 'jsonl').catch((error: unknown) => error)
    expect(faulty).toMatchObject({ type: 'validation-failed', errors: [{ line: 1, pointer: '#', code: 'not-json' }] })
  })

  it('sends no query parameter whose value is undefined, and its types accept one that is optional', async () => {
    const startDate = undefined as string | undefined
    const query: QueryOf<'listSpecialEvents'> = { startDate, limit: 1 }
    const { response } = await client.listSpecialEvents(query).page()
    expect(new URL(response.url).search).toBe('?limit=1')
    // @ts-expect-error
    const _: QueryOf<'getTicketRevocations'> = { date: startDate }
  })

  it('buys, returns, finds and cancels a ticket', async () => {
    const sold = await anEventTicket()
    expect(sold).toMatchObject({ ticketType: 'event', eventName: night.name, ticketDate: '2030-05-17' })
    const ticket = await client.getTicket(sold.ticketId)
    expect(ticket).toMatchObject({ ticketId: sold.ticketId, email: visitor.email })
    const { items } = await client.findTickets({ confirmationCode: sold.confirmationCode }).page()
    expect(items).toEqual([ticket])
    expect(await client.cancelTicket(sold.ticketId)).not.toEqual(ticket)
    expect(await client.cancelTicket((await aTicketForToday()).ticketId, { reason: 'rain' })).toMatchObject({
      ticketDate: '2030-05-01',
    })
    await expect(client.getTicketCode(sold.ticketId)).rejects.toMatchObject({ type: 'ticket-cancelled' })
  })

  it('sends a ticket by e-mail, and to another address', async () => {
    const { ticketId } = await aTicketForToday()
    expect(await client.mailTicket(ticketId)).toBeUndefined()
    expect(await client.mailTicket(ticketId, { email: 'other@example.org' })).toBeUndefined()
    await client.cancelTicket(ticketId)
    await expect(client.mailTicket(ticketId)).rejects.toMatchObject({ type: 'ticket-cancelled' })
  })

  it('returns the ticket image as the bytes of a PNG', async () => {
    const { ticketId } = await aTicketForToday()
    const image = await client.getTicketCode(ticketId)
    expect(image).toBeInstanceOf(Uint8Array)
    expect([...image.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const { response } = await client.getTicketCode(ticketId).withResponse()
    expect(image.length).toBe(Number(response.headers.get('Content-Length')))
  })

  it('admits a ticket once, logs the scan, counts it and reverts it', async () => {
    const { ticketId, confirmationCode } = await aTicketForToday()
    const first = await client.admitTicket({ code: confirmationCode, gate: 'North door' })
    expect(first).toMatchObject({ admitted: true, ticket: { ticketId } })
    const again = await client.admitTicket({ code: confirmationCode, gate: 'North door' })
    expect(again).toMatchObject({ admitted: false, reason: 'already-admitted' })
    const log = await client.listAdmissions({ ticketId }).page()
    expect(log.items.map(({ admitted }) => admitted).toSorted()).toEqual([false, true])
    expect(await client.getAdmissionSummary()).toMatchObject({ date: expect.any(String) })
    expect(await client.getAdmissionSummary({ date: '2030-05-01' })).toMatchObject({ date: '2030-05-01' })
    const { today } = await client.getMuseum()
    const { rows } = await client.getAttendance({ from: today, to: today })
    expect(rows.reduce((sum, { admitted }) => sum + admitted, 0)).toBeGreaterThanOrEqual(1)
    if (!('admissionId' in first)) throw new Error('not admitted')
    expect(await client.revertAdmission(first.admissionId)).toBeUndefined()
    await expect(client.revertAdmission(first.admissionId)).rejects.toMatchObject({ type: 'admission-not-found' })
  })

  it('returns the keys of tickets and the revocations', async () => {
    const { keys } = await client.listTicketKeys()
    expect(keys).toEqual([expect.objectContaining({ kid: '1', crv: 'Ed25519' })])
    expect(await verifyAdmissionCode('M1:A', keys)).toBeUndefined()
    const { ticketId } = await anEventTicket()
    await client.cancelTicket(ticketId)
    const { tickets } = await client.getTicketRevocations({ date: '2030-05-17' })
    expect(tickets).toContain(ticketId)
  })

  it('returns no body when nothing has changed since an earlier read', async () => {
    const { eventId } = await aNight()
    const { response } = await client.getEventAvailability(eventId).withResponse()
    const ifNoneMatch = response.headers.get('ETag')
    expect(await client.getEventAvailability(eventId, { ifNoneMatch })).toBeUndefined()
    await client.buyMuseumTickets({ ticketType: 'event', eventId, ticketDate: '2030-05-17', ...visitor })
    expect(await client.getEventAvailability(eventId, { ifNoneMatch })).toHaveLength(2)
  })

  it('lists the changes', async () => {
    const { eventId } = await aNight()
    const { items } = await client.listAuditEntries({ about: eventId }).page()
    expect(items).toMatchObject([{ operation: 'createSpecialEvent', subject: { id: eventId } }])
  })

  it('adds, returns, changes, tests and deletes a webhook, and renews its secret', async () => {
    const fields = { url: 'https://calendar.example/museum', types: ['special-event.deleted'] } as const
    const { secret, ...webhook } = await client.createWebhook(fields)
    const { webhookId } = webhook
    expect(webhook).toMatchObject({ ...fields, enabled: true })
    expect(secret).toMatch(/^whsec_/)
    expect(await client.getWebhook(webhookId)).toEqual(webhook)
    expect(await client.listWebhooks()).toEqual([webhook])
    expect(await client.testWebhook(webhookId)).toBeUndefined()
    const [delivery] = (await client.listWebhookDeliveries(webhookId, { limit: 1 }).page()).items
    expect(delivery).toMatchObject({ type: 'webhook.test' })
    expect(await client.replayWebhookDelivery(webhookId, delivery!.deliveryId)).toBeUndefined()
    expect((await client.renewWebhookSecret(webhookId)).secret).not.toBe(secret)
    expect(await client.updateWebhook(webhookId, { enabled: false })).toMatchObject({ enabled: false })
    await expect(client.testWebhook(webhookId)).rejects.toMatchObject({ type: 'webhook-disabled' })
    expect(await client.deleteWebhook(webhookId)).toBeUndefined()
    await expect(client.getWebhook(webhookId)).rejects.toMatchObject({ type: 'webhook-not-found' })
  })

  it('returns a promise that rejects with the problem, with then, catch and finally', async () => {
    const unknown = '01940000-0000-7000-8000-00000000ffff'
    await expect(client.getTicket(unknown).withResponse()).rejects.toMatchObject({ type: 'ticket-not-found' })
    let isOver = false
    const failed = client.getTicket(unknown).finally(() => (isOver = true))
    expect(await failed.catch((error: unknown) => error)).toMatchObject({ type: 'ticket-not-found' })
    expect(isOver).toBe(true)
    const both = await Promise.all([client.listTicketKeys(), client.getGeneralEntryCapacity().then(Object.keys)])
    expect(both).toEqual([expect.anything(), ['capacity']])
  })

  it.each(['', '.', '..'])('rejects "%s" as an identifier, which would name another path', async (id) => {
    await expect(client.getTicket(id)).rejects.toThrow(TypeError)
    await expect(client.deleteSpecialEvent(id)).rejects.toThrow(TypeError)
  })

  it('encodes identifiers', async () => {
    await expect(client.getTicket('../audit?limit=1#')).rejects.toMatchObject({
      type: 'validation-failed',
      errors: [{ parameter: 'ticketId' }],
    })
  })

  it('sends its requests with the fetch that it was given, and a browser asks for no password', async () => {
    const sent: [string, RequestInit][] = []
    const mine = museumClient({
      baseUrl: museum.baseUrl(),
      credentials,
      fetch: (url, init) => {
        sent.push([url, init])
        return fetch(url, init)
      },
    })
    await mine.getGeneralEntryCapacity()
    expect(sent).toEqual([
      [`${museum.baseUrl()}/museum-hours/capacity`, expect.objectContaining({ method: 'GET', credentials: 'omit' })],
    ])
  })

  it('accepts a base URL with a slash at its end', async () => {
    const withSlash = museumClient({ baseUrl: `${museum.baseUrl()}/`, credentials })
    expect(await withSlash.getGeneralEntryCapacity()).toEqual({ capacity: expect.anything() })
  })
  it.each(['museum.example/v1.1', 'localhost:8080/v1.1', '/v1.1', '', undefined as unknown as string])(
    'rejects the base URL %s outside of a page, with a message that names the option',
    (baseUrl) => {
      expect(() => museumClient({ baseUrl })).toThrow(
        new TypeError(`baseUrl must be an HTTP URL, such as https://museum.example/v1.1: ${baseUrl}`),
      )
    },
  )
})
