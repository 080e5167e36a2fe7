import { describe, expect, it } from '@jest/globals'
import { CalendarDate, Price, Ticket, TicketId, eventNotFound, isRefusal } from '@museum/domain'
import { aSpecialEvent, anOrder, exampleId } from '@museum/domain/examples'
import { aMuseum, inMemoryPorts, readInMemoryTicket } from '../in-memory/index.ts'

const { eventId } = aSpecialEvent()
const eventOrder = anOrder({ ticketType: 'event', eventId })
const bought = async (outcome: Promise<Ticket | { refusal: string }>) => {
  const ticket = await outcome
  if (isRefusal(ticket)) throw new Error(JSON.stringify(ticket))
  return ticket as Ticket
}

describe('tickets', () => {
  it('for general entry are sold at the general price and kept', async () => {
    const ports = inMemoryPorts({ generalPrice: Price(1200) })
    const ticket = await bought(aMuseum(ports).buyMuseumTickets(anOrder()))
    expect(ticket).toMatchObject({ ticketId: exampleId(1), ticketType: 'general', price: 1200, state: 'valid' })
    expect(ticket.confirmationCode).toMatch(/^ticket-general-[a-z2-9]{6}-[a-z2-9]{5}$/)
    expect(await ports.tickets.find(ticket.ticketId)).toEqual(ticket)
  })

  it('for general entry are not sold for a day on which the museum is closed', async () => {
    const ports = inMemoryPorts()
    await ports.museumHours.setException(anOrder().ticketDate, 'closed')
    expect(await aMuseum(ports).buyMuseumTickets(anOrder())).toMatchObject({ refusal: 'museum-closed' })
  })

  it('to a special event are sold for one of its dates, whatever the hours', async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent())
    await ports.museumHours.setException(eventOrder.ticketDate, 'closed')
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

  it('pass on what the repository refuses, when the event went while it was being sold', async () => {
    const ports = inMemoryPorts()
    await ports.specialEvents.add(aSpecialEvent())
    const tickets: typeof ports.tickets = {
      ...ports.tickets,
      async add(ticket) {
        await ports.specialEvents.remove(eventId, () => undefined)
        return ports.tickets.add(ticket)
      },
    }
    expect(await aMuseum({ ...ports, tickets }).buyMuseumTickets(eventOrder)).toEqual(eventNotFound(eventId))
  })

  it('draw another confirmation code when one is taken, under the same ticketId', async () => {
    const draws = [...Array.from({ length: 22 }, () => 0), ...Array.from({ length: 11 }, () => 1)]
    const museum = aMuseum({ randomInt: () => draws.shift()! })
    expect((await bought(museum.buyMuseumTickets(anOrder()))).confirmationCode).toBe('ticket-general-aaaaaa-aaaaa')
    const second = await bought(museum.buyMuseumTickets(anOrder()))
    expect([second.ticketId, second.confirmationCode]).toEqual([exampleId(2), 'ticket-general-bbbbbb-bbbbb'])
  })

  it('are not sold by a source of chance that only repeats itself', async () => {
    let drawn = 0
    const museum = aMuseum({
      randomInt: () => {
        drawn += 1
        return 0
      },
    })
    await museum.buyMuseumTickets(anOrder())
    await expect(museum.buyMuseumTickets(anOrder())).rejects.toThrow('5 confirmation codes in a row were taken')
    expect(drawn).toBe(6 * 11)
  })

  it('have an image with the code that opens the door', async () => {
    const museum = aMuseum()
    const ticket = await bought(museum.buyMuseumTickets(anOrder()))
    const code = await museum.getTicketCode(ticket.ticketId)
    if (isRefusal(code)) throw new Error(code.because)
    expect(code.ticket).toEqual(ticket)
    expect(await readInMemoryTicket(code.image)).toBe(Ticket.admissionCode(ticket))
  })

  it('have an image still when they are past', async () => {
    const ports = inMemoryPorts()
    const ticket = await bought(aMuseum(ports).buyMuseumTickets(anOrder()))
    const later = aMuseum({ ...ports, today: () => CalendarDate('2040-01-01') })
    expect(isRefusal(await later.getTicketCode(ticket.ticketId))).toBe(false)
  })

  it('have no image when they are unknown or cancelled', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await ports.specialEvents.add(aSpecialEvent())
    const ticket = await bought(museum.buyMuseumTickets(eventOrder))
    await museum.deleteSpecialEvent(eventId)
    expect(await museum.getTicketCode(ticket.ticketId)).toMatchObject({ refusal: 'ticket-cancelled' })
    expect(await museum.getTicketCode(TicketId(exampleId(999)))).toMatchObject({ refusal: 'ticket-not-found' })
  })
})
