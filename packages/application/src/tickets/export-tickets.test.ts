import { describe, expect, it } from '@jest/globals'
import { ConfirmationCode, EventId, TicketId, isRefusal } from '@museum/domain'
import { aSpecialEvent, anEventTicket, exampleId } from '@museum/testing/examples'
import { sellAlone, aMuseum, anActor, anAuditEntry, inMemoryPorts } from '@museum/testing'

describe('an export of tickets', () => {
  const { eventId } = aSpecialEvent()
  const ticket = (n: number) =>
    anEventTicket({
      ticketId: TicketId(exampleId(1_000 + n)),
      confirmationCode: ConfirmationCode(`ticket-event-${String(n).padStart(6, '0')}-xxxxx`),
    })
  const open = async (count: number) => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    for (let n = 0; n < count; n += 1) await sellAlone(ports.tickets, ticket(n))
    return aMuseum(ports)
  }
  const exported = async (museum: Awaited<ReturnType<typeof open>>) => {
    const tickets = await museum.exportTickets(eventId)
    if (isRefusal(tickets)) return tickets
    const found = []
    for await (const each of tickets) found.push(each)
    return found
  }

  it.each([0, 1, 499, 500, 501, 1_000])('contains each of %i tickets of an event once', async (count) => {
    const expected = Array.from({ length: count }, (_, n) => ({ ticket: ticket(n) }))
    expect(await exported(await open(count))).toEqual(expected)
  })

  it('contains the tickets of a deleted event, which are cancelled', async () => {
    const museum = await open(1)
    await museum.deleteSpecialEvent(eventId, anActor)
    const cancelled = { ...ticket(0), state: 'cancelled' }
    expect(await exported(museum)).toEqual([
      { ticket: cancelled, cancellation: { cause: 'event', at: expect.any(Number) } },
    ])
  })

  it('is empty for a deleted event without tickets, and refused for an event that never existed', async () => {
    const museum = await open(0)
    await museum.deleteSpecialEvent(eventId, anActor)
    expect(await exported(museum)).toEqual([])
    expect(await museum.exportTickets(EventId(exampleId(77)))).toMatchObject({ refusal: 'event-not-found' })
  })
})
