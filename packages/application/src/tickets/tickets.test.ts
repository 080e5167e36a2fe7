import { describe, expect, it } from '@jest/globals'
import {
  AdmissionCode,
  CalendarDate,
  type ConfirmationCode,
  type EventId,
  Instant,
  OrderId,
  Price,
  type Refusal,
  SpecialEvent,
  type Ticket,
  TicketId,
  isRefusal,
} from '@museum/domain'
import { OutcomeUnknown } from '@museum/concurrency'
import { aSpecialEvent, anOrder, exampleId, someDates } from '@museum/testing/examples'
import { aMuseum, anActor, anAuditEntry, changeHours, inMemoryPorts, readInMemoryTicket } from '@museum/testing'
import type { NewAuditEntry } from '../audit/audit-entry.ts'
import type { ListRequest } from '../lists.ts'
import { SaleOutcomeUnknown } from './sale-outcome-unknown.ts'
import type { TicketRenderer } from './ticket-renderer.ts'
import type {
  DecideSale,
  EventTicketPosition,
  TicketFilter,
  TicketRepository,
  WantedTickets,
} from './ticket-repository.ts'

const { eventId } = aSpecialEvent()
const eventOrder = anOrder({ ticketType: 'event', eventId })
const bought = async (outcome: Promise<Ticket | { refusal: string }>) => {
  const ticket = await outcome
  if (isRefusal(ticket)) throw new Error(JSON.stringify(ticket))
  return ticket as Ticket
}

describe('a sale of which it is unknown whether it was stored', () => {
  it('names its first ticket and its order', () => {
    const [ticketId, orderId] = [TicketId(exampleId(101)), OrderId(exampleId(301))]
    const error = new SaleOutcomeUnknown('No answer.', { cause: 'the network', ticketId, orderId })
    expect(error).toBeInstanceOf(OutcomeUnknown)
    expect(error).toMatchObject({ message: 'No answer.', cause: 'the network', ticketId, orderId })
  })
})

describe('tickets', () => {
  it('for general entry are sold at the general price and stored', async () => {
    const ports = inMemoryPorts({ generalPrice: Price(1200) })
    const ticket = await bought(aMuseum(ports).buyMuseumTickets(anOrder()))
    expect(ticket).toMatchObject({ ticketId: exampleId(1), ticketType: 'general', price: 1200, state: 'valid' })
    expect(ticket.confirmationCode).toMatch(/^ticket-general-[a-z2-9]{6}-[a-z2-9]{5}$/)
    expect(await ports.tickets.find(ticket.ticketId)).toEqual(ticket)
  })

  it('for general entry are not sold for a day on which the museum is closed', async () => {
    const ports = inMemoryPorts()
    await changeHours(ports.museumHours, { date: anOrder().ticketDate, hours: 'closed' })
    expect(await aMuseum(ports).buyMuseumTickets(anOrder())).toMatchObject({ refusal: 'museum-closed' })
  })

  it('to a special event are sold for one of its dates, whatever the hours', async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    await changeHours(ports.museumHours, { date: eventOrder.ticketDate, hours: 'closed' })
    const ticket = await bought(aMuseum(ports).buyMuseumTickets(eventOrder))
    expect(ticket).toMatchObject({ ticketType: 'event', event: { eventId, name: 'Night at the Museum' }, price: 1990 })
    expect(await ports.tickets.find(ticket.ticketId)).toEqual(ticket)
  })

  it.each([
    ['event-not-found', eventOrder],
    ['validation-failed', anOrder({ ticketType: 'event' })],
    ['validation-failed', anOrder({ ticketDate: CalendarDate('2030-04-30') })],
  ])('are refused with %s, and nothing is stored', async (refusal, order) => {
    const ports = inMemoryPorts()
    expect(await aMuseum(ports).buyMuseumTickets(order)).toMatchObject({ refusal })
    expect(await ports.tickets.find(TicketId(exampleId(1)))).toBeUndefined()
  })

  it('keep the time of the sale, and the user who sells them, if known', async () => {
    const museum = aMuseum({ now: () => Instant(1_900_000_000_123) })
    expect(await museum.buyMuseumTickets(anOrder())).toMatchObject({ soldAt: 1_900_000_000_123 })
    expect(await museum.buyMuseumTickets(anOrder())).not.toHaveProperty('soldBy')
    expect(await museum.buyMuseumTickets(anOrder(), { actor: { username: 'box office' } })).toMatchObject({
      soldBy: 'box office',
    })
  })

  /** A museum in which `change` is called before each sale. */
  const whileSelling = (ports: ReturnType<typeof inMemoryPorts>, change: () => Promise<unknown>) => {
    const tickets: typeof ports.tickets = {
      ...ports.tickets,
      async sell(wanted, decide) {
        await change()
        return ports.tickets.sell(wanted, decide)
      },
    }
    return aMuseum({ ...ports, tickets })
  }
  const setDates = (ports: ReturnType<typeof inMemoryPorts>, ...dates: string[]) =>
    ports.specialEvents.update(
      eventId,
      (event) => SpecialEvent.update(event, { dates: someDates(...dates) }),
      () => anAuditEntry(),
    )

  it('are refused with event-not-found when the event is deleted while they are being sold', async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const museum = whileSelling(ports, () =>
      ports.specialEvents.remove(
        eventId,
        () => undefined,
        () => anAuditEntry(),
      ),
    )
    expect(await museum.buyMuseumTickets(eventOrder)).toEqual(SpecialEvent.notFound(eventId))
  })

  it('are refused with event-not-on-that-date when the event loses their date while they are being sold', async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const museum = whileSelling(ports, () => setDates(ports, '2030-05-18'))
    expect(await museum.buyMuseumTickets(eventOrder)).toMatchObject({
      refusal: 'validation-failed',
      faults: [{ code: 'event-not-on-that-date' }],
    })
  })

  it('are sold for the new occurrence when their date is removed and added again while they are being sold', async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    let isChanged = false
    const museum = whileSelling(ports, async () => {
      if (isChanged) return
      isChanged = true
      await setDates(ports, '2030-05-18')
      await setDates(ports, '2030-05-17', '2030-05-18')
    })
    const ticket = await bought(museum.buyMuseumTickets(eventOrder))
    expect(ticket).toMatchObject({ occurrenceNumber: 3, ticketId: exampleId(1) })
    expect(await ports.tickets.find(ticket.ticketId)).toMatchObject({ state: 'valid' })
  })

  it('are sold at the new price when the event has changed since the last purchase', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    await bought(museum.buyMuseumTickets(eventOrder))
    await ports.specialEvents.update(
      eventId,
      (event) => SpecialEvent.update(event, { price: Price(7) }),
      () => anAuditEntry(),
    )
    const ticket = await bought(museum.buyMuseumTickets(eventOrder))
    expect(ticket.price).toBe(7)
    expect(await ports.tickets.find(ticket.ticketId)).toEqual(ticket)
  })

  it('are sold for a date that was added to the event after the last purchase', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    await bought(museum.buyMuseumTickets(eventOrder))
    await setDates(ports, '2030-05-17', '2030-07-01')
    const ticketDate = CalendarDate('2030-07-01')
    expect(await museum.buyMuseumTickets({ ...eventOrder, ticketDate })).toMatchObject({ ticketDate, state: 'valid' })
  })

  it('are refused by a rule when the event was deleted, or the museum was closed, after the last purchase', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    for (const order of [eventOrder, anOrder()]) await bought(museum.buyMuseumTickets(order))
    await ports.specialEvents.remove(
      eventId,
      () => undefined,
      () => anAuditEntry(),
    )
    await changeHours(ports.museumHours, { date: anOrder().ticketDate, hours: 'closed' })
    expect(await museum.buyMuseumTickets(eventOrder)).toEqual(SpecialEvent.notFound(eventId))
    expect(await museum.buyMuseumTickets(anOrder())).toMatchObject({ refusal: 'museum-closed' })
    await changeHours(ports.museumHours, { date: anOrder().ticketDate, hours: 'as-the-week' })
    await bought(museum.buyMuseumTickets(anOrder()))
  })

  it('under a key are sold and replayed at the new price when the event has changed since the last purchase', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    await bought(museum.buyMuseumTickets(eventOrder))
    await ports.specialEvents.update(
      eventId,
      (event) => SpecialEvent.update(event, { price: Price(7) }),
      () => anAuditEntry(),
    )
    const render = ({ ticketId, price }: Ticket) => `${ticketId} ${price}`
    const once = { idempotencyKey: 'a', fingerprint: 'f', render }
    const buy = () => museum.buyMuseumTickets(eventOrder, { actor: { username: 'box office' }, once })
    const answer = `${exampleId(2)} 7`
    expect([await buy(), await buy()]).toEqual([
      { response: answer, replayed: false },
      { response: answer, replayed: true },
    ])
    expect(await ports.tickets.find(TicketId(exampleId(2)))).toMatchObject({ price: 7 })
  })

  it('are sold on ports that are objects of a class', async () => {
    const ports = inMemoryPorts()
    class Tickets implements TicketRepository {
      readonly #tickets = ports.tickets
      sell<R extends Refusal>(wanted: WantedTickets, decide: DecideSale<R>) {
        return this.#tickets.sell(wanted, decide)
      }
      find(ticketId: TicketId) {
        return this.#tickets.find(ticketId)
      }
      findByConfirmationCode(confirmationCode: ConfirmationCode) {
        return this.#tickets.findByConfirmationCode(confirmationCode)
      }
      list(filter: TicketFilter, request: ListRequest<Ticket>) {
        return this.#tickets.list(filter, request)
      }
      ofEvent(eventId: EventId, position: EventTicketPosition | undefined, limit: number) {
        return this.#tickets.ofEvent(eventId, position, limit)
      }
      cancel<R extends Refusal>(
        ticketId: TicketId,
        findRefusal: (current: Ticket) => R | undefined,
        entryOf: (before: Ticket) => NewAuditEntry,
      ) {
        return this.#tickets.cancel(ticketId, findRefusal, entryOf)
      }
      countAttendance(date: CalendarDate) {
        return this.#tickets.countAttendance(date)
      }
      nextDate(date: CalendarDate) {
        return this.#tickets.nextDate(date)
      }
      countValid(date: CalendarDate) {
        return this.#tickets.countValid(date)
      }
    }
    const museum = aMuseum({ ...ports, tickets: new Tickets() })
    expect(await museum.buyMuseumTickets(anOrder())).toMatchObject({ ticketId: exampleId(1) })
  })

  it('draw another confirmation code when one is taken, under the same ticketId', async () => {
    const draws = [...Array.from({ length: 22 }, () => 0), ...Array.from({ length: 11 }, () => 1)]
    const museum = aMuseum({ randomInt: () => draws.shift()! })
    expect((await bought(museum.buyMuseumTickets(anOrder()))).confirmationCode).toBe('ticket-general-aaaaaa-aaaaa')
    const second = await bought(museum.buyMuseumTickets(anOrder()))
    expect([second.ticketId, second.confirmationCode]).toEqual([exampleId(2), 'ticket-general-bbbbbb-bbbbb'])
  })

  it('are not sold when five random confirmation codes are taken', async () => {
    let drawn = 0
    const museum = aMuseum({
      randomInt: () => {
        drawn += 1
        return 0
      },
    })
    await museum.buyMuseumTickets(anOrder())
    await expect(museum.buyMuseumTickets(anOrder())).rejects.toThrow('5 confirmation codes of a purchase were taken')
    expect(drawn).toBe(6 * 11)
  })

  it('have an image with a signed code that says what they are for', async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const museum = aMuseum(ports)
    for (const order of [anOrder(), eventOrder]) {
      const ticket = await bought(museum.buyMuseumTickets(order))
      const code = await museum.getTicketCode(ticket.ticketId)
      if (isRefusal(code)) throw new Error(code.because)
      expect(code.ticket).toEqual(ticket)
      expect(AdmissionCode.decode(await readInMemoryTicket(code.image))?.content).toEqual({
        keyId: 1,
        ticketId: ticket.ticketId,
        ticketDate: order.ticketDate,
        ticketType: order.ticketType,
        ...(order === eventOrder && { eventId, occurrenceNumber: 1 }),
      })
    }
  })

  it('for a past date still have an image', async () => {
    const ports = inMemoryPorts()
    const ticket = await bought(aMuseum(ports).buyMuseumTickets(anOrder()))
    const later = aMuseum({ ...ports, today: () => CalendarDate('2040-01-01') })
    expect(isRefusal(await later.getTicketCode(ticket.ticketId))).toBe(false)
  })

  it('are drawn for the user who requests the image', async () => {
    const ports = inMemoryPorts()
    const users: (string | undefined)[] = []
    const ticketRenderer: TicketRenderer = {
      render(ticket, code, style, username) {
        users.push(username)
        return ports.ticketRenderer.render(ticket, code, style, username)
      },
    }
    const museum = aMuseum({ ...ports, ticketRenderer })
    const { ticketId } = await bought(museum.buyMuseumTickets(anOrder()))
    await museum.getTicketCode(ticketId, anActor)
    await museum.getTicketCode(ticketId)
    expect(users).toEqual([anActor.username, undefined])
  })

  it('have no image when they are unknown or cancelled', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await ports.specialEvents.add(aSpecialEvent(), anAuditEntry())
    const ticket = await bought(museum.buyMuseumTickets(eventOrder))
    await museum.deleteSpecialEvent(eventId, anActor)
    expect(await museum.getTicketCode(ticket.ticketId)).toMatchObject({ refusal: 'ticket-cancelled' })
    expect(await museum.getTicketCode(TicketId(exampleId(999)))).toMatchObject({ refusal: 'ticket-not-found' })
  })
})
