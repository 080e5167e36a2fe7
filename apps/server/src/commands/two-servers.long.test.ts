import { setTimeout as delay } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { engines } from '../../test/databases.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

describe.each(engines)('two servers on one database, %s,', (_, newDatabase) => {
  const { start } = useServers(newDatabase)
  let one: StartedServer
  let other: StartedServer
  beforeEach(async () => {
    const settings = { MUSEUM_ADMIN_PASSWORD: 'one and the same' }
    one = await start(settings)
    other = await start(settings)
  })

  it('return the same events, tickets and cancellations', async () => {
    const dates = ['2040-05-17', '2040-05-18']
    const event = { name: 'Night', location: 'Hall', eventDescription: '', dates, price: 5 }
    const created = await one.request('POST', '/special-events', event)
    const { eventId } = (await created.json()) as { eventId: string }
    const read = await other.request('GET', `/special-events/${eventId}`)
    expect([read.status, read.headers.get('etag')]).toEqual([200, created.headers.get('etag')])

    const order = { ticketDate: '2040-05-17', email: 'visitor@example.org' }
    // These two are sold before the event is deleted.
    const before = await Promise.all(
      [[one, other] as const, [other, one] as const].map(async ([here, there]) => {
        const answer = await here.request('POST', '/tickets', { ...order, ticketType: 'event', eventId })
        const { ticketId } = (await answer.json()) as { ticketId: string }
        return { there: there, isGeneral: false, status: answer.status, ticketId }
      }),
    )
    expect(before.map(({ status }) => status)).toEqual([201, 201])
    const concurrent = Array.from({ length: 200 }, async (_, n) => {
      const [here, there]: [StartedServer, StartedServer] = n % 2 === 0 ? [one, other] : [other, one]
      const isGeneral = n % 5 === 0
      const kind = isGeneral ? { ticketType: 'general' } : { ticketType: 'event', eventId }
      // The deletion runs concurrently with the purchases.
      if (n === 100) expect((await here.request('DELETE', `/special-events/${eventId}`)).status).toBe(204)
      const answer = await here.request('POST', '/tickets', { ...order, ...kind })
      const { ticketId } = (await answer.json()) as { ticketId?: string }
      return { there, isGeneral, status: answer.status, ticketId }
    })
    const purchases = [...before, ...(await Promise.all(concurrent))]

    const sold = purchases.filter(({ status }) => status === 201)
    expect(purchases.filter(({ status }) => status !== 201).map(({ status }) => status)).toEqual(
      Array.from({ length: purchases.length - sold.length }, () => 404),
    )
    expect(sold.filter(({ isGeneral }) => isGeneral)).toHaveLength(40)
    for (const { there, isGeneral, ticketId } of sold) {
      const image = await there.request('GET', `/tickets/${ticketId}/qr`)
      expect([isGeneral, image.status]).toEqual([isGeneral, isGeneral ? 200 : 410])
    }
    for (const server of [one, other]) {
      expect((await server.request('GET', `/special-events/${eventId}`)).status).toBe(404)
      expect((await server.request('POST', '/tickets', { ...order, ticketType: 'event', eventId })).status).toBe(404)
    }
  })

  it('show a change of the other server on the page for visitors and in its feeds within 5 seconds', async () => {
    const paths = ['/', '/events.json', '/calendar.ics']
    const event = { name: 'Torchlight', location: 'Hall', eventDescription: '', dates: ['2040-05-17'], price: 5 }
    const settings = {
      MUSEUM_ADMIN_PASSWORD: 'one and the same',
      MUSEUM_HOME_PAGE: 'full',
      MUSEUM_TODAY: '2040-05-01',
    }
    const [here, there] = [await start(settings), await start(settings)]
    const texts = (server: StartedServer) =>
      Promise.all(paths.map(async (path) => (await fetch(`${server.origin}${path}`)).text()))
    const isShown = async (server: StartedServer, text: string) =>
      (await texts(server)).every((shown) => shown.includes(text))
    /** Whether all texts say so in time, while they are read again and again. */
    const inTime = async (isRight: () => Promise<boolean>) => {
      const changedAt = performance.now()
      for (; !(await isRight()); await delay(50)) if (performance.now() - changedAt > 5_000) return false
      return true
    }
    expect(await isShown(there, 'Torchlight')).toBe(false)
    const created = await here.request('POST', '/special-events', event)
    expect(created.status).toBe(201)
    const { eventId } = (await created.json()) as { eventId: string }
    expect(await inTime(() => isShown(there, 'Torchlight'))).toBe(true)
    expect((await here.request('PUT', `/special-events/${eventId}/capacity`, { capacity: 0 })).status).toBe(200)
    expect(await inTime(async () => (await texts(there))[0]!.includes('Sold out'))).toBe(true)
    expect((await here.request('DELETE', `/special-events/${eventId}`)).status).toBe(204)
    expect(await inTime(async () => !(await texts(there)).join().includes('Torchlight'))).toBe(true)
    // Both are made of the same database, and so are their bytes.
    expect(await texts(here)).toEqual(await texts(there))
  })

  it('sell one ticket for concurrent requests with one idempotency key, and give the same response to all', async () => {
    const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }
    for (let n = 0; n < 5; n += 1) {
      const buy = async (server: StartedServer): Promise<string> => {
        const answer = await server.request('POST', '/tickets', order, { 'Idempotency-Key': `${n}` })
        const body = await answer.text()
        if (answer.status === 201) return body
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '1'])
        return buy(server)
      }
      const requests = Array.from({ length: 10 }, (_request, m) => buy(m % 2 === 0 ? one : other))
      expect(new Set(await Promise.all(requests)).size).toBe(1)
    }
  })

  it('reject a former password five seconds after a third server changed it, even while clients use it', async () => {
    const status = async (authorization: string) => {
      const response = await fetch(`${one.origin}/v1.1/museum-hours`, { headers: { Authorization: authorization } })
      await response.arrayBuffer()
      return response.status
    }
    expect(await status(one.authorization)).toBe(200)
    const third = await start({ MUSEUM_ADMIN_PASSWORD: 'another one' })
    await third.stop('SIGKILL')
    const changedAt = performance.now()
    expect(await status(third.authorization)).toBe(200)
    // Until the five seconds are over, either response is right.
    while (performance.now() - changedAt < 5_000) {
      expect([200, 401]).toContain(await status(one.authorization))
      await delay(700)
    }
    expect(await status(one.authorization)).toBe(401)
  })
})
