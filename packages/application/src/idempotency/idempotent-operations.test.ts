import { describe, expect, it } from '@jest/globals'
import { CalendarDate, type Ticket, TicketId, isRefusal } from '@museum/domain'
import { aSpecialEvent, aSpecialEventDraft, anOrder, exampleId } from '@museum/testing/examples'
import { aMuseum, anActor, anAuditEntry, inMemoryPorts } from '@museum/testing'
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
  it('takes effect once, and gets the same response each time', async () => {
    const museum = aMuseum()
    const answer = `sold ${exampleId(1)}`
    expect(await museum.idempotent.buyMuseumTickets(anOrder(), request(), render)).toEqual({
      response: answer,
      replayed: false,
    })
    for (let again = 0; again < 3; again += 1)
      expect(await museum.idempotent.buyMuseumTickets(anOrder(), request(), render)).toEqual({
        response: answer,
        replayed: true,
      })
    // Identifiers are consecutive: the repeated calls used none.
    expect(await museum.buyMuseumTickets(anOrder())).toMatchObject({ ticketId: exampleId(2) })
  })

  it('renders its response once, and stores it with the ticket', async () => {
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
    expect(answers).toEqual([1, 2, 3].map((n) => ({ response: `sold ${exampleId(n)}`, replayed: false })))
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

  it.each(['', 'f'.repeat(65), 'é'])('throws a TypeError for a malformed fingerprint: %j', async (fingerprint) => {
    await expect(aMuseum().idempotent.buyMuseumTickets(anOrder(), request({ fingerprint }), render)).rejects.toThrow(
      new TypeError('fingerprint must be 1 to 64 printable ASCII characters, such as a SHA-256 hash in hexadecimal.'),
    )
  })

  it('accepts a key of 255 characters and a fingerprint of 64', async () => {
    const longest = request({ idempotencyKey: 'k'.repeat(255), fingerprint: 'f'.repeat(64) })
    expect(await aMuseum().idempotent.buyMuseumTickets(anOrder(), longest, render)).toMatchObject({ replayed: false })
  })

  it('is forbidden to a role that may not call the operation, also as a repetition', async () => {
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

  it('gets its first response also after its event was deleted', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const buy = () => museum.idempotent.buyMuseumTickets(eventOrder, request(), render)
    await buy()
    await museum.deleteSpecialEvent(eventId, anActor)
    expect(await buy()).toEqual({ response: `sold ${exampleId(1)}`, replayed: true })
  })

  it('replays the response to a concurrent purchase with the same key when its event was deleted meanwhile', async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const other = aMuseum(ports)
    // After this request has looked up its key, the other one buys, and the event is deleted.
    const sell: typeof ports.tickets.sell = async (wanted, decide) => {
      await other.idempotent.buyMuseumTickets(eventOrder, request(), render)
      await ports.specialEvents.remove(
        eventId,
        () => undefined,
        () => anAuditEntry(),
      )
      return ports.tickets.sell(wanted, decide)
    }
    const museum = aMuseum({ ...ports, tickets: { ...ports.tickets, sell } })
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
      response: 'of the pending request',
      replayed: true,
    })
    expect(lookedUpKeys).toEqual([['box-office', 'one and only']])
  })

  it('is refused with request-in-progress while a concurrent request has its key and has not committed', async () => {
    const ports = inMemoryPorts()
    const tickets: typeof ports.tickets = { ...ports.tickets, sell: async () => requestInProgress(request()) }
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

  it('is refused with request-in-progress, not by a rule, while a pending request may still store its key', async () => {
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
  it('takes effect once, and gets the same response after the event was changed', async () => {
    const museum = aMuseum()
    const create = () => museum.idempotent.createSpecialEvent(aSpecialEventDraft(), request(), ({ name }) => name)
    expect(await create()).toEqual({ response: 'Night at the Museum', replayed: false })
    await museum.deleteSpecialEvent(eventId, anActor)
    expect(await create()).toEqual({ response: 'Night at the Museum', replayed: true })
    expect(await museum.listSpecialEvents({}, { page: 1, limit: 10 })).toMatchObject({ total: 0 })
  })
})
