import { describe, expect, it } from '@jest/globals'
import type { TicketRenderer } from '@museum/application'
import { ticketRendererContract } from '@museum/testing/contracts'
import {
  CalendarDate,
  ConfirmationCode,
  EventLocation,
  EventName,
  type Ticket,
  TicketId,
  TicketKeyId,
  TimeOfDay,
} from '@museum/domain'
import { aGeneralTicket, anAdmissionCode, anEventTicket, exampleId } from '@museum/testing/examples'
import { decodeImage } from '../test/decode-image.ts'
import { readCode } from '../test/read-code.ts'
import { cachingTicketRenderer, canvasTicketRenderer } from './index.ts'

const style = { museumName: 'City Museum of Art and History', language: 'en' }
const canvas = canvasTicketRenderer()

ticketRendererContract({ describe, it }, 'the caching renderer in front of the canvas', async () => ({
  ticketRenderer: cachingTicketRenderer(canvas, 1_000_000),
  read: async (image) => readCode(await decodeImage(image))!,
}))

/** A renderer that returns a new array of this length each time, and the tickets that it has rendered. */
const recordingRenderer = (bytes = 100): TicketRenderer & { rendered: Ticket[] } => {
  const rendered: Ticket[] = []
  const render = async (ticket: Ticket) => {
    rendered.push(ticket)
    await Promise.resolve()
    return new Uint8Array(bytes).fill(rendered.length)
  }
  return { rendered, render }
}

const aTicket = (n: number) => anEventTicket({ ticketId: TicketId(exampleId(n)) })

describe('cachingTicketRenderer', () => {
  it('returns the same array when a ticket is rendered again', async () => {
    const renderer = cachingTicketRenderer(recordingRenderer(), 1000)
    const first = await renderer.render(aTicket(1), anAdmissionCode(aTicket(1)), style)
    expect(await renderer.render(aTicket(2), anAdmissionCode(aTicket(2)), style)).not.toBe(first)
    expect(await renderer.render(aTicket(1), anAdmissionCode(aTicket(1)), style)).toBe(first)
  })

  it('is part of canvasTicketRenderer, whose cache has the given size', async () => {
    const first = await canvas.render(aTicket(1), anAdmissionCode(aTicket(1)), style)
    expect(await canvas.render(aTicket(1), anAdmissionCode(aTicket(1)), style)).toBe(first)
    const withoutCache = canvasTicketRenderer({ maxCachedBytes: 1 })
    expect(await withoutCache.render(aTicket(1), anAdmissionCode(aTicket(1)), style)).toEqual(first)
    expect(await withoutCache.render(aTicket(1), anAdmissionCode(aTicket(1)), style)).not.toBe(
      await withoutCache.render(aTicket(1), anAdmissionCode(aTicket(1)), style),
    )
  })

  it('renders a ticket once for requests that arrive while it is drawn', async () => {
    const { rendered, render } = recordingRenderer()
    const renderer = cachingTicketRenderer({ render }, 1000)
    const images = await Promise.all(
      [1, 1, 2, 1].map((n) => renderer.render(aTicket(n), anAdmissionCode(aTicket(n)), style)),
    )
    expect(rendered).toEqual([aTicket(1), aTicket(2)])
    expect(new Set(images).size).toBe(2)
  })

  it('does not let a request wait for the drawing of another user, or fail with it', async () => {
    const gate = Promise.withResolvers<void>()
    const renderer = cachingTicketRenderer(
      {
        async render(_ticket, _code, _style, username) {
          if (username === 'flood') await gate.promise
          return new Uint8Array(100)
        },
      },
      1000,
    )
    const [ticket, code] = [aTicket(1), anAdmissionCode(aTicket(1))]
    const floods = Promise.allSettled([1, 2].map(() => renderer.render(ticket, code, style, 'flood')))
    const image = await renderer.render(ticket, code, style, 'guard')
    expect(image).toHaveLength(100)
    // The image is cached for all users.
    expect(await renderer.render(ticket, code, style, 'flood')).toBe(image)
    gate.reject(new Error('100 tickets are waiting to be drawn.'))
    expect((await floods).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('evicts the image that has not been requested for the longest time when the cache is full', async () => {
    const { rendered, render } = recordingRenderer(100)
    const renderer = cachingTicketRenderer({ render }, 299)
    for (const n of [1, 2, 1, 3, 1, 3, 2]) await renderer.render(aTicket(n), anAdmissionCode(aTicket(n)), style)
    expect(rendered).toEqual([1, 2, 3, 2].map(aTicket))
  })

  it('returns an image that is too large for the cache, or that is evicted while it is drawn', async () => {
    const tooSmall = cachingTicketRenderer(recordingRenderer(100), 99)
    expect(await tooSmall.render(aTicket(1), anAdmissionCode(aTicket(1)), style)).toHaveLength(100)

    const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
    const slow: TicketRenderer = {
      async render({ ticketId }) {
        const index = [1, 2, 3].findIndex((n) => ticketId === exampleId(n))
        await gates[index]!.promise
        return new Uint8Array(100).fill(index)
      },
    }
    const renderer = cachingTicketRenderer(slow, 100)
    const images = Promise.all([1, 2, 3].map((n) => renderer.render(aTicket(n), anAdmissionCode(aTicket(n)), style)))
    for (const index of [2, 1, 0]) {
      gates[index]!.resolve()
      await new Promise(setImmediate)
    }
    expect(await images).toEqual([0, 1, 2].map((index) => new Uint8Array(100).fill(index)))
  })

  it('rejects every waiting request when the drawing fails, and draws the ticket again for the next request', async () => {
    const { render } = recordingRenderer()
    let fails = true
    const renderer = cachingTicketRenderer(
      {
        async render(ticket, code, shown) {
          if (fails) throw new Error('The font file is missing.')
          return render(ticket, code, shown)
        },
      },
      1000,
    )
    const outcomes = await Promise.allSettled([
      renderer.render(aTicket(1), anAdmissionCode(aTicket(1)), style),
      renderer.render(aTicket(1), anAdmissionCode(aTicket(1)), style),
    ])
    for (const outcome of outcomes)
      expect(outcome).toEqual({ status: 'rejected', reason: new Error('The font file is missing.') })
    fails = false
    expect(await renderer.render(aTicket(1), anAdmissionCode(aTicket(1)), style)).toHaveLength(100)
  })

  it('returns a cached image only for a ticket that looks the same', async () => {
    const ticket = anEventTicket()
    const { event } = ticket
    const others: Ticket[] = [
      ticket,
      aGeneralTicket(),
      aGeneralTicket({ ticketId: ticket.ticketId, confirmationCode: ticket.confirmationCode }),
      { ...ticket, ticketId: TicketId(exampleId(999)) },
      { ...ticket, confirmationCode: ConfirmationCode('ticket-event-abcdef-99999') },
      { ...ticket, ticketDate: CalendarDate('2031-01-01') },
      { ...ticket, entryTime: TimeOfDay('11:30') },
      { ...ticket, entryTime: TimeOfDay('12:00') },
      { ...ticket, event: { ...event, name: EventName('Another') } },
      { ...ticket, event: { ...event, location: EventLocation('Elsewhere') } },
      { ...ticket, event: { ...event, name: EventName('Night","Hall'), location: EventLocation('Door') } },
      { ...ticket, event: { ...event, name: EventName('Night'), location: EventLocation('Hall","Door') } },
    ]
    const { rendered, render } = recordingRenderer()
    const renderer = cachingTicketRenderer({ render }, 10_000)
    const code = anAdmissionCode(ticket)
    for (const other of others) await renderer.render(other, code, style)
    expect(rendered).toEqual(others)

    const { purchaser: _, ...erased } = ticket
    await renderer.render({ ...erased, state: 'cancelled' }, code, style)
    expect(rendered).toHaveLength(others.length)
    await renderer.render(ticket, code, { ...style, museumName: 'Another Museum' })
    await renderer.render(ticket, code, { ...style, language: 'de' })
    expect(rendered).toHaveLength(others.length + 2)
  })

  it('does not return a cached image for another code of the same ticket, as after its key was revoked', async () => {
    const ticket = aTicket(1)
    const [revoked, current] = [1, 2].map((keyId) => anAdmissionCode({ ...ticket, signingKey: TicketKeyId(keyId) }))
    const { render } = recordingRenderer()
    const renderer = cachingTicketRenderer({ render }, 1_000)
    const before = await renderer.render(ticket, revoked!, style)
    const after = await renderer.render(ticket, current!, style)
    expect(after).not.toBe(before)
    expect(await renderer.render(ticket, current!, style)).toBe(after)
  })
})
