import { describe, expect, it } from '@jest/globals'
import { type Ticket, isRefusal } from '@museum/domain'
import { aSpecialEvent, anOrder, exampleId } from '@museum/domain/examples'
import { aMuseum, inMemoryPorts } from '../in-memory/index.ts'
import type { Repeatable } from './once.ts'

const { eventId, ...draft } = aSpecialEvent()
const eventOrder = anOrder({ ticketType: 'event', eventId })
const request = (but: Partial<Repeatable<Ticket>> = {}): Repeatable<Ticket> => ({
  username: 'box-office',
  idempotencyKey: 'one and only',
  fingerprint: 'of the order',
  answerTo: ({ ticketId }) => `sold ${ticketId}`,
  ...but,
})

describe('a purchase under a key', () => {
  it('takes effect once, and is answered alike each time', async () => {
    const museum = aMuseum()
    const ticket = (await museum.buyMuseumTickets(anOrder(), request())) as Ticket
    for (let again = 0; again < 3; again += 1)
      expect(await museum.buyMuseumTickets(anOrder(), request())).toEqual({ replayed: `sold ${ticket.ticketId}` })
    // Identifiers come in order: no other one was given meanwhile.
    expect(await museum.buyMuseumTickets(anOrder())).toMatchObject({ ticketId: exampleId(2) })
  })

  it('takes effect each time without a key, and under another key or of another user', async () => {
    const museum = aMuseum()
    const requests = [undefined, undefined, request(), request({ idempotencyKey: 'b' }), request({ username: 'gate' })]
    const tickets = []
    for (const each of requests) tickets.push((await museum.buyMuseumTickets(anOrder(), each)) as Ticket)
    expect(new Set(tickets.map(({ ticketId }) => ticketId)).size).toBe(5)
  })

  it('is refused when something else was bought under the key', async () => {
    const museum = aMuseum()
    await museum.buyMuseumTickets(anOrder(), request())
    const outcome = await museum.buyMuseumTickets(anOrder(), request({ fingerprint: 'of another order' }))
    expect(outcome).toMatchObject({ refusal: 'idempotency-key-reused' })
    expect(
      await museum.createSpecialEvent(draft, { ...request({ fingerprint: 'of an event' }), answerTo: () => '' }),
    ).toEqual(outcome)
  })

  it('is decided anew after a refusal', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    expect(await museum.buyMuseumTickets(eventOrder, request())).toMatchObject({ refusal: 'event-not-found' })
    await ports.specialEvents.add(aSpecialEvent())
    expect(isRefusal(await museum.buyMuseumTickets(eventOrder, request()))).toBe(false)
  })

  it('is answered as at first when the event is gone', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await ports.specialEvents.add(aSpecialEvent())
    const { ticketId } = (await museum.buyMuseumTickets(eventOrder, request())) as Ticket
    await museum.deleteSpecialEvent(eventId)
    expect(await museum.buyMuseumTickets(eventOrder, request())).toEqual({ replayed: `sold ${ticketId}` })
  })

  it('is answered as its twin was that is first while it is being decided', async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent())
    const twin = aMuseum(ports)
    let sold: Ticket | undefined
    // The twin buys, and the event goes, between the look for the key and the look for the event.
    const find: typeof ports.specialEvents.find = async (asked) => {
      sold ??= (await twin.buyMuseumTickets(eventOrder, request())) as Ticket
      await ports.specialEvents.remove(eventId, () => undefined)
      return ports.specialEvents.find(asked)
    }
    const museum = aMuseum({ ...ports, specialEvents: { ...ports.specialEvents, find } })
    const outcome = await museum.buyMuseumTickets(eventOrder, request())
    expect(outcome).toEqual({ replayed: `sold ${sold!.ticketId}` })
  })

  it('is in progress while its twin has stored nothing yet', async () => {
    const ports = inMemoryPorts()
    const held: typeof ports.tickets = {
      ...ports.tickets,
      add: async () => ({ refusal: 'request-in-progress', because: 'It waits.' }),
    }
    expect(await aMuseum({ ...ports, tickets: held }).buyMuseumTickets(anOrder(), request())).toMatchObject({
      refusal: 'request-in-progress',
    })
  })
})

describe('the creation of an event under a key', () => {
  it('takes effect once, and is answered alike when the event has changed since', async () => {
    const museum = aMuseum()
    const once = { ...request(), answerTo: () => 'created' }
    const created = await museum.createSpecialEvent(draft, once)
    expect(created).toMatchObject(draft)
    expect(await museum.createSpecialEvent(draft, once)).toEqual({ replayed: 'created' })
    const { total } = await museum.listSpecialEvents({}, { page: 1, limit: 10 })
    expect(total).toBe(1)
  })
})
