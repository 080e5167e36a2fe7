import { describe, expect, it } from '@jest/globals'
import { CalendarDate, type SpecialEvent, type Ticket, TicketId, isRefusal } from '@museum/domain'
import { aSpecialEvent, aSpecialEventDraft, anOrder, exampleId } from '@museum/testing/examples'
import { aMuseum, anActor, anAuditEntry, inMemoryPorts } from '@museum/testing'
import { IdempotencyRecord, type IdempotentRequest } from './idempotency-record.ts'

const { eventId } = aSpecialEvent()
const eventOrder = anOrder({ ticketType: 'event', eventId })
const stored: IdempotentRequest = {
  username: 'box-office',
  idempotencyKey: 'one and only',
  fingerprint: 'of the order',
}
/** The options of a call with a key. */
const keyed = <Created>(render: (created: Created) => string, but: Partial<IdempotentRequest> = {}) => {
  const { username, idempotencyKey, fingerprint } = { ...stored, ...but }
  return { actor: { username }, once: { idempotencyKey, fingerprint, render } }
}
const render = ({ ticketId }: Ticket) => `sold ${ticketId}`

describe('a purchase under a key', () => {
  it('takes effect once, and gets the same response each time', async () => {
    const museum = aMuseum()
    const answer = `sold ${exampleId(1)}`
    expect(await museum.buyMuseumTickets(anOrder(), keyed(render))).toEqual({
      response: answer,
      replayed: false,
    })
    for (let again = 0; again < 3; again += 1)
      expect(await museum.buyMuseumTickets(anOrder(), keyed(render))).toEqual({
        response: answer,
        replayed: true,
      })
    // Identifiers are consecutive: the repeated calls used none.
    expect(await museum.buyMuseumTickets(anOrder())).toMatchObject({ ticketId: exampleId(2) })
  })

  it('renders its response once, and stores it with the ticket', async () => {
    const ports = inMemoryPorts()
    const rendered: Ticket[] = []
    await aMuseum(ports).buyMuseumTickets(
      anOrder(),
      keyed((ticket: Ticket) => {
        rendered.push(ticket)
        return 'the answer'
      }),
    )
    expect(rendered).toEqual([await ports.tickets.find(TicketId(exampleId(1)))])
    expect(rendered[0]).toMatchObject({ soldBy: 'box-office' })
    expect(await ports.idempotencyRecords.find('box-office', 'one and only')).toEqual({
      ...stored,
      answer: 'the answer',
    })
  })

  it('takes effect again under another key, and for another user', async () => {
    const museum = aMuseum()
    const requests = [{}, { idempotencyKey: 'b' }, { username: 'gate' }]
    const answers = []
    for (const each of requests) answers.push(await museum.buyMuseumTickets(anOrder(), keyed(render, each)))
    expect(answers).toEqual([1, 2, 3].map((n) => ({ response: `sold ${exampleId(n)}`, replayed: false })))
  })

  it.each([
    { idempotencyKey: '' },
    { idempotencyKey: 'k'.repeat(256) },
    { idempotencyKey: 'Schlüssel' },
    { idempotencyKey: 'a\nb' },
  ])('throws a TypeError for a key that not every repository can store: %j', async (but) => {
    const ports = inMemoryPorts()
    await expect(aMuseum(ports).buyMuseumTickets(anOrder(), keyed(render, but))).rejects.toThrow(
      new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters, such as a UUID.'),
    )
    expect(await ports.tickets.find(TicketId(exampleId(1)))).toBeUndefined()
  })

  it.each(['', 'f'.repeat(65), 'é'])('throws a TypeError for a malformed fingerprint: %j', async (fingerprint) => {
    await expect(aMuseum().buyMuseumTickets(anOrder(), keyed(render, { fingerprint }))).rejects.toThrow(
      new TypeError('fingerprint must be 1 to 64 printable ASCII characters, such as a SHA-256 hash in hexadecimal.'),
    )
  })

  it('accepts a key of 255 characters and a fingerprint of 64', async () => {
    const longest = { idempotencyKey: 'k'.repeat(255), fingerprint: 'f'.repeat(64) }
    expect(await aMuseum().buyMuseumTickets(anOrder(), keyed(render, longest))).toMatchObject({ replayed: false })
  })

  it('is refused when another request has the key', async () => {
    const museum = aMuseum()
    await museum.buyMuseumTickets(anOrder(), keyed(render))
    const other = { fingerprint: 'of another order' }
    const outcome = await museum.buyMuseumTickets(anOrder(), keyed(render, other))
    expect(outcome).toMatchObject({ refusal: 'idempotency-key-reused' })
    expect(
      await museum.createSpecialEvent(
        aSpecialEventDraft(),
        keyed(() => '', other),
      ),
    ).toEqual(outcome)
  })

  it('is decided again after a refusal', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    const buy = () => museum.buyMuseumTickets(eventOrder, keyed(render))
    expect(await buy()).toMatchObject({ refusal: 'event-not-found' })
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    expect(isRefusal(await buy())).toBe(false)
  })

  it('gets its first response also after its event was deleted', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const buy = () => museum.buyMuseumTickets(eventOrder, keyed(render))
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
      await other.buyMuseumTickets(eventOrder, keyed(render))
      await ports.specialEvents.remove(
        eventId,
        () => undefined,
        () => anAuditEntry(),
      )
      return ports.tickets.sell(wanted, decide)
    }
    const museum = aMuseum({ ...ports, tickets: { ...ports.tickets, sell } })
    expect(await museum.buyMuseumTickets(eventOrder, keyed(render))).toMatchObject({ replayed: true })
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
    expect(await museum.buyMuseumTickets(order, keyed(render))).toEqual({
      response: 'of the pending request',
      replayed: true,
    })
    expect(lookedUpKeys).toEqual([['box-office', 'one and only']])
  })

  it('is refused with request-in-progress while a concurrent request has its key and has not committed', async () => {
    const ports = inMemoryPorts()
    const tickets: typeof ports.tickets = { ...ports.tickets, sell: async () => IdempotencyRecord.inProgress(stored) }
    const idempotencyRecords: typeof ports.idempotencyRecords = {
      ...ports.idempotencyRecords,
      findAfterPending: async () => {
        throw new Error('the repository has waited already')
      },
    }
    const museum = aMuseum({ ...ports, tickets, idempotencyRecords })
    expect(await museum.buyMuseumTickets(anOrder(), keyed(render))).toMatchObject({
      refusal: 'request-in-progress',
    })
  })

  it('is refused with request-in-progress, not by a rule, while a pending request may still store its key', async () => {
    const ports = inMemoryPorts()
    const idempotencyRecords: typeof ports.idempotencyRecords = {
      ...ports.idempotencyRecords,
      findAfterPending: async () => IdempotencyRecord.inProgress(stored),
    }
    const museum = aMuseum({ ...ports, idempotencyRecords })
    expect(await museum.buyMuseumTickets(eventOrder, keyed(render))).toMatchObject({
      refusal: 'request-in-progress',
    })
  })
})

describe('the creation of an event under a key', () => {
  it('takes effect once, and gets the same response after the event was changed', async () => {
    const museum = aMuseum()
    const create = () =>
      museum.createSpecialEvent(
        aSpecialEventDraft(),
        keyed(({ name }: SpecialEvent) => name),
      )
    expect(await create()).toEqual({ response: 'Night at the Museum', replayed: false })
    await museum.deleteSpecialEvent(eventId, anActor)
    expect(await create()).toEqual({ response: 'Night at the Museum', replayed: true })
    expect(await museum.listSpecialEvents({}, { page: 1, limit: 10 })).toMatchObject({ total: 0 })
  })
})
