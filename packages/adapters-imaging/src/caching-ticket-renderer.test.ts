import { describe, expect, it } from '@jest/globals'
import type { TicketRenderer } from '@museum/application'
import { ticketRendererContract } from '@museum/application/contracts'
import { CalendarDate, ConfirmationCode, EventLocation, EventName, type Ticket, TicketId } from '@museum/domain'
import { aGeneralTicket, anEventTicket, exampleId } from '@museum/domain/examples'
import { readCode, seen } from '../test/image.ts'
import { canvasTicketRenderer, rememberingTicketRenderer } from './index.ts'

const canvas = canvasTicketRenderer({ museumName: 'City Museum of Art and History' })

ticketRendererContract('a canvas that is remembered', async () => ({
  ticketRenderer: rememberingTicketRenderer(canvas, 1_000_000),
  read: async (image) => readCode(await seen(image))!,
}))

/** Draws a new image of `bytes` bytes each time, and keeps the tickets. */
const drawing = (bytes = 100) => {
  const tickets: Ticket[] = []
  const render = async (ticket: Ticket) => {
    tickets.push(ticket)
    await Promise.resolve()
    return new Uint8Array(bytes).fill(tickets.length)
  }
  return { tickets, render } satisfies TicketRenderer & { tickets: Ticket[] }
}

const aTicket = (n: number) => anEventTicket({ ticketId: TicketId(exampleId(n)) })

describe('a remembered image', () => {
  it('is the very same array', async () => {
    const renderer = rememberingTicketRenderer(drawing(), 1000)
    const first = await renderer.render(aTicket(1))
    expect(await renderer.render(aTicket(2))).not.toBe(first)
    expect(await renderer.render(aTicket(1))).toBe(first)
  })

  it('comes with the canvas', async () => {
    const first = await canvas.render(aTicket(1))
    expect(await canvas.render(aTicket(1))).toBe(first)
    const forgetful = canvasTicketRenderer({ museumName: 'City Museum of Art and History', rememberedBytes: 1 })
    expect(await forgetful.render(aTicket(1))).toEqual(first)
    expect(await forgetful.render(aTicket(1))).not.toBe(await forgetful.render(aTicket(1)))
  })

  it('is drawn once for all who ask at the same time', async () => {
    const { tickets, render } = drawing()
    const renderer = rememberingTicketRenderer({ render }, 1000)
    const images = await Promise.all([1, 1, 2, 1].map((n) => renderer.render(aTicket(n))))
    expect(tickets).toEqual([aTicket(1), aTicket(2)])
    expect(new Set(images).size).toBe(2)
  })

  it('is forgotten when there is no room, the one first that nobody asked for longest', async () => {
    const { tickets, render } = drawing(100)
    const renderer = rememberingTicketRenderer({ render }, 299)
    for (const n of [1, 2, 1, 3, 1, 3, 2]) await renderer.render(aTicket(n))
    expect(tickets).toEqual([1, 2, 3, 2].map(aTicket))
  })

  it('comes also when there is no room for it, at all or before it is done', async () => {
    const tooSmall = rememberingTicketRenderer(drawing(100), 99)
    expect(await tooSmall.render(aTicket(1))).toHaveLength(100)

    const waiting = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    const slow: TicketRenderer = {
      async render({ ticketId }) {
        const place = [1, 2, 3].findIndex((n) => ticketId === exampleId(n))
        await waiting[place]!.promise
        return new Uint8Array(100).fill(place)
      },
    }
    const renderer = rememberingTicketRenderer(slow, 100)
    const images = Promise.all([1, 2, 3].map((n) => renderer.render(aTicket(n))))
    for (const place of [2, 1, 0]) {
      waiting[place]!.resolve()
      await new Promise(setImmediate)
    }
    expect(await images).toEqual([0, 1, 2].map((place) => new Uint8Array(100).fill(place)))
  })

  it('is no failure: that is told to all who wait, and the next one has it drawn again', async () => {
    const { render } = drawing()
    let broken = true
    const renderer = rememberingTicketRenderer(
      {
        async render(ticket) {
          if (broken) throw new Error('The font file is missing.')
          return render(ticket)
        },
      },
      1000,
    )
    const outcomes = await Promise.allSettled([renderer.render(aTicket(1)), renderer.render(aTicket(1))])
    for (const outcome of outcomes)
      expect(outcome).toEqual({ status: 'rejected', reason: new Error('The font file is missing.') })
    broken = false
    expect(await renderer.render(aTicket(1))).toHaveLength(100)
  })

  it('is of a ticket that shows the same', async () => {
    const ticket = anEventTicket()
    const { event } = ticket
    const others: Ticket[] = [
      ticket,
      aGeneralTicket(),
      aGeneralTicket({ ticketId: ticket.ticketId, confirmationCode: ticket.confirmationCode }),
      { ...ticket, ticketId: TicketId(exampleId(999)) },
      { ...ticket, confirmationCode: ConfirmationCode('ticket-event-abcdef-99999') },
      { ...ticket, ticketDate: CalendarDate('2031-01-01') },
      { ...ticket, event: { ...event, name: EventName('Another') } },
      { ...ticket, event: { ...event, location: EventLocation('Elsewhere') } },
      { ...ticket, event: { ...event, name: EventName('Night","Hall'), location: EventLocation('Door') } },
      { ...ticket, event: { ...event, name: EventName('Night'), location: EventLocation('Hall","Door') } },
    ]
    const { tickets, render } = drawing()
    const renderer = rememberingTicketRenderer({ render }, 10_000)
    for (const other of others) await renderer.render(other)
    expect(tickets).toEqual(others)

    await renderer.render({ ...ticket, state: 'cancelled', purchaser: aGeneralTicket().purchaser })
    expect(tickets).toHaveLength(others.length)
  })
})
