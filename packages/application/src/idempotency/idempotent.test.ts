import { describe, expect, it } from '@jest/globals'
import { CalendarDate, type Ticket, TicketId, isRefusal } from '@museum/domain'
import { aSpecialEvent, aSpecialEventDraft, anOrder, exampleId } from '@museum/domain/examples'
import { aMuseum, anActor, anAuditEntry, inMemoryPorts } from '../in-memory/index.ts'
import type { Principal } from '../access/principal.ts'
import { type KeyedRequest, requestInProgress } from './idempotency-record.ts'

const { eventId } = aSpecialEvent()
const eventOrder = anOrder({ ticketType: 'event', eventId })
const principal = (username: string): Principal => ({ username, role: 'admin' })
const request = (but: Partial<KeyedRequest> = {}): KeyedRequest => ({
  principal: principal('box-office'),
  idempotencyKey: 'one and only',
  fingerprint: 'of the order',
  ...but,
})
const stored = { username: 'box-office', idempotencyKey: 'one and only', fingerprint: 'of the order' }
const render = ({ ticketId }: Ticket) => `sold ${ticketId}`

describe('a purchase under a key', () => {
  it('takes effect once, and has the same answer each time', async () => {
    const museum = aMuseum()
    const answer = `sold ${exampleId(1)}`
    expect(await museum.idempotent.buyMuseumTickets(anOrder(), request(), render)).toEqual({ answer, replayed: false })
    for (let again = 0; again < 3; again += 1)
      expect(await museum.idempotent.buyMuseumTickets(anOrder(), request(), render)).toEqual({ answer, replayed: true })
    // Identifiers come in order: the repeated calls used none.
    expect(await museum.buyMuseumTickets(anOrder())).toMatchObject({ ticketId: exampleId(2) })
  })

  it('renders its answer once, and stores it with the ticket that it is about', async () => {
    const ports = inMemoryPorts()
    const rendered: Ticket[] = []
    await aMuseum(ports).idempotent.buyMuseumTickets(anOrder(), request(), (ticket) => {
      rendered.push(ticket)
      return 'the answer'
    })
    expect(rendered).toEqual([await ports.tickets.find(TicketId(exampleId(1)))])
    expect(rendered[0]).toMatchObject({ soldBy: 'box-office' })
    expect(await ports.idempotencyRecords.find('box-office', 'one and only')).toEqual({
      ...stored,
      answer: 'the answer',
    })
  })

  it('takes effect again under another key, and for another user', async () => {
    const museum = aMuseum()
    const requests = [request(), request({ idempotencyKey: 'b' }), request({ principal: principal('gate') })]
    const answers = []
    for (const each of requests) answers.push(await museum.idempotent.buyMuseumTickets(anOrder(), each, render))
    expect(answers).toEqual([1, 2, 3].map((n) => ({ answer: `sold ${exampleId(n)}`, replayed: false })))
  })

  it.each([
    { idempotencyKey: '' },
    { idempotencyKey: 'k'.repeat(256) },
    { idempotencyKey: 'Schlüssel' },
    { idempotencyKey: 'a\nb' },
  ])('throws a TypeError for a key that not every repository can store: %j', async (but) => {
    const ports = inMemoryPorts()
    await expect(aMuseum(ports).idempotent.buyMuseumTickets(anOrder(), request(but), render)).rejects.toThrow(
      new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters, such as a UUID.'),
    )
    expect(await ports.tickets.find(TicketId(exampleId(1)))).toBeUndefined()
  })

  it.each(['', 'f'.repeat(65), 'é'])(
    'throws a TypeError for a fingerprint of another form: %j',
    async (fingerprint) => {
      await expect(aMuseum().idempotent.buyMuseumTickets(anOrder(), request({ fingerprint }), render)).rejects.toThrow(
        new TypeError('fingerprint must be 1 to 64 printable ASCII characters, such as a SHA-256 hash in hexadecimal.'),
      )
    },
  )

  it('accepts a key of 255 characters and a fingerprint of 64', async () => {
    const longest = request({ idempotencyKey: 'k'.repeat(255), fingerprint: 'f'.repeat(64) })
    expect(await aMuseum().idempotent.buyMuseumTickets(anOrder(), longest, render)).toMatchObject({ replayed: false })
  })

  it('is forbidden to a role that may not call it, also as a repetition', async () => {
    const museum = aMuseum()
    const forbidden = { refusal: 'forbidden', because: 'The role gate may not call buyMuseumTickets.' }
    const gate = { username: 'box-office', role: 'gate' } as const
    const buy = (by: Principal) => museum.idempotent.buyMuseumTickets(anOrder(), request({ principal: by }), render)
    expect(await buy(gate)).toEqual(forbidden)
    expect(await buy(principal('box-office'))).toMatchObject({ replayed: false })
    expect(await buy(gate)).toEqual(forbidden)
  })

  it('is refused when another request has the key', async () => {
    const museum = aMuseum()
    await museum.idempotent.buyMuseumTickets(anOrder(), request(), render)
    const other = request({ fingerprint: 'of another order' })
    const outcome = await museum.idempotent.buyMuseumTickets(anOrder(), other, render)
    expect(outcome).toMatchObject({ refusal: 'idempotency-key-reused' })
    expect(await museum.idempotent.createSpecialEvent(aSpecialEventDraft(), other, () => '')).toEqual(outcome)
  })

  it('is decided again after a refusal', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    const buy = () => museum.idempotent.buyMuseumTickets(eventOrder, request(), render)
    expect(await buy()).toMatchObject({ refusal: 'event-not-found' })
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    expect(isRefusal(await buy())).toBe(false)
  })

  it('has its first answer when its event is deleted since', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const buy = () => museum.idempotent.buyMuseumTickets(eventOrder, request(), render)
    await buy()
    await museum.deleteSpecialEvent(eventId, anActor)
    expect(await buy()).toEqual({ answer: `sold ${exampleId(1)}`, replayed: true })
  })

  it('replays the answer of a concurrent purchase with the same key when its own event has been deleted since', async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const other = aMuseum(ports)
    // The other request buys, and the event is deleted, between the look-up of the key and the reading of the event.
    const find: typeof ports.specialEvents.find = async (id) => {
      await other.idempotent.buyMuseumTickets(eventOrder, request(), render)
      await ports.specialEvents.remove(
        eventId,
        () => undefined,
        () => anAuditEntry(),
      )
      return ports.specialEvents.find(id)
    }
    const museum = aMuseum({ ...ports, specialEvents: { ...ports.specialEvents, find } })
    expect(await museum.idempotent.buyMuseumTickets(eventOrder, request(), render)).toMatchObject({ replayed: true })
  })

  it.each([
    ['refused by a rule', anOrder({ ticketDate: CalendarDate('2020-01-01') })],
    ['refused because its event is deleted', eventOrder],
  ])('waits for a pending request with its key before it is %s', async (_, order) => {
    const ports = inMemoryPorts()
    const lookedUpKeys: unknown[] = []
    const idempotencyRecords: typeof ports.idempotencyRecords = {
      ...ports.idempotencyRecords,
      async findAfterPending(...key) {
        lookedUpKeys.push(key)
        return { ...stored, answer: 'of the pending request' }
      },
    }
    const museum = aMuseum({ ...ports, idempotencyRecords })
    expect(await museum.idempotent.buyMuseumTickets(order, request(), render)).toEqual({
      answer: 'of the pending request',
      replayed: true,
    })
    expect(lookedUpKeys).toEqual([['box-office', 'one and only']])
  })

  it('is in progress while a concurrent request has its key and has committed nothing', async () => {
    const ports = inMemoryPorts()
    const tickets: typeof ports.tickets = { ...ports.tickets, addWithRecord: async () => requestInProgress(request()) }
    const idempotencyRecords: typeof ports.idempotencyRecords = {
      ...ports.idempotencyRecords,
      findAfterPending: async () => {
        throw new Error('the repository has waited already')
      },
    }
    const museum = aMuseum({ ...ports, tickets, idempotencyRecords })
    expect(await museum.idempotent.buyMuseumTickets(anOrder(), request(), render)).toMatchObject({
      refusal: 'request-in-progress',
    })
  })

  it('is in progress, not refused, while a pending request may still take its key', async () => {
    const ports = inMemoryPorts()
    const idempotencyRecords: typeof ports.idempotencyRecords = {
      ...ports.idempotencyRecords,
      findAfterPending: async () => requestInProgress(request()),
    }
    const museum = aMuseum({ ...ports, idempotencyRecords })
    expect(await museum.idempotent.buyMuseumTickets(eventOrder, request(), render)).toMatchObject({
      refusal: 'request-in-progress',
    })
  })
})

describe('the creation of an event under a key', () => {
  it('takes effect once, and has the same answer when the event has changed since', async () => {
    const museum = aMuseum()
    const create = () => museum.idempotent.createSpecialEvent(aSpecialEventDraft(), request(), ({ name }) => name)
    expect(await create()).toEqual({ answer: 'Night at the Museum', replayed: false })
    await museum.deleteSpecialEvent(eventId, anActor)
    expect(await create()).toEqual({ answer: 'Night at the Museum', replayed: true })
    expect(await museum.listSpecialEvents({}, { page: 1, limit: 10 })).toMatchObject({ total: 0 })
  })
})
