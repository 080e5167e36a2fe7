import { describe, expect, it } from '@jest/globals'
import { ed25519 } from '@museum/adapters-signing'
import { AdmissionCode } from '@museum/domain'
import { readQrCode } from '../../test/read-qr-code.ts'
import { useServers } from '../../test/use-servers.ts'

const { start, runProcess } = useServers()

const event = {
  name: 'Night at the Museum',
  location: 'Main Hall',
  eventDescription: '',
  dates: ['2040-05-17'],
  price: 19.9,
}
const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org', phone: '+49 30 901820' }

describe('the server on the embedded database', () => {
  it('sells a ticket, shows the same image of it after a restart, and exits with 0 on SIGTERM and SIGINT', async () => {
    const server = await start()
    const { eventId } = (await (await server.request('POST', '/special-events', event)).json()) as { eventId: string }
    const sale = await server.request('POST', '/tickets', { ...order, ticketType: 'event', eventId })
    const ticket = (await sale.json()) as { ticketId: string }
    expect([sale.status, ticket]).toMatchObject([201, { eventName: event.name, ticketType: 'event' }])
    const image = await server.request('GET', `/tickets/${ticket.ticketId}/qr`)
    expect(image.headers.get('Content-Type')).toBe('image/png')
    const bytes = await image.arrayBuffer()
    const code = AdmissionCode.decode((await readQrCode(bytes)) ?? '')!
    expect(code.content).toEqual({
      keyId: 1,
      ticketId: ticket.ticketId,
      ticketDate: order.ticketDate,
      ticketType: 'event',
      eventId,
      occurrenceNumber: 1,
    })
    const { keys } = (await (await server.request('GET', '/ticket-keys')).json()) as {
      keys: { kid: string; x: string }[]
    }
    expect(keys.map(({ kid }) => kid)).toEqual(['1'])
    expect(await ed25519().verify(keys[0]!.x, code.signedBytes, code.signature)).toBe(true)
    expect(await server.stop()).toEqual({ code: 0, signal: null })

    const again = await start()
    const same = await again.request('GET', `/tickets/${ticket.ticketId}/qr`)
    expect(Buffer.from(await same.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true)
    expect(same.headers.get('ETag')).toBe(image.headers.get('ETag'))
    expect(await again.stop('SIGINT')).toEqual({ code: 0, signal: null })
  })

  it('answers many other requests while it draws an image with 100 different Han characters', async () => {
    const server = await start()
    const han = (first: number) =>
      String.fromCodePoint(...Array.from({ length: 50 }, (_, place) => first + place * 397))
    const hanEvent = { ...event, name: han(0x4e00), location: han(0x4e29) }
    const { eventId } = (await (await server.request('POST', '/special-events', hanEvent)).json()) as {
      eventId: string
    }
    const sale = await server.request('POST', '/tickets', { ...order, ticketType: 'event', eventId })
    const { ticketId } = (await sale.json()) as { ticketId: string }

    const drawn = new AbortController()
    // On a slow machine, drawing may take longer than the deadline of a request. Then the response is 503, and the client
    // repeats the request.
    const draw = async (): Promise<Response> => {
      const response = await server.request('GET', `/tickets/${ticketId}/qr`)
      return response.status === 503 ? draw() : response
    }
    const image = draw().finally(() => drawn.abort())
    let answered = 0
    for (; !drawn.signal.aborted; answered += 1) expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    expect((await image).headers.get('Content-Type')).toBe('image/png')
    expect(answered).toBeGreaterThan(20)
  })

  it('starts the drawing thread when it listens, before an image is requested, and draws all images in it; other commands start none', async () => {
    const logThreads = `data:text/javascript,process.on('worker',({threadName})=>process._rawDebug('thread:'+threadName))`
    const settings = { NODE_OPTIONS: `--import="${logThreads}"` }
    const server = await start(settings)
    await server.waitForOutput(/thread:ticket drawing/)
    const { ticketId } = (await (await server.request('POST', '/tickets', order)).json()) as { ticketId: string }
    expect((await server.request('GET', `/tickets/${ticketId}/qr`)).status).toBe(200)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(server.output.text.match(/thread:ticket drawing/g)).toHaveLength(1)
    const { text } = await runProcess(`call getTicket --ticketId ${ticketId}`, settings)
    expect(text).toContain(ticketId)
    expect(text).not.toContain('thread:ticket drawing')
  })

  it('uses the date in MUSEUM_TODAY, and logs warnings about it and about unknown settings', async () => {
    const server = await start({ MUSEUM_TODAY: '2035-02-03', MUSEUM_NAMES: 'x' })
    expect(await (await server.request('GET', '/museum-hours?limit=1')).json()).toMatchObject([{ date: '2035-02-03' }])
    expect(server.output.text).toMatch(/"level":40.*MUSEUM_TODAY IS SET/)
    expect(server.output.text).toContain('MUSEUM_NAMES is not a setting; the nearest is MUSEUM_NAME.')
  })

  it('answers /healthz and /readyz without credentials', async () => {
    const { origin } = await start()
    expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ status: 'ready', writes: true })
  })
})
