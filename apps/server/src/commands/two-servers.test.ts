import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aFolder, aServer, run } from '../../test/a-server.ts'
import { engines } from '../../test/databases.ts'

describe.each(engines)('two servers on one database, %s,', (_, newDatabase) => {
  let home: Awaited<ReturnType<typeof newDatabase>>
  let place: Awaited<ReturnType<typeof aFolder>>
  let [one, other]: Awaited<ReturnType<typeof aServer>>[] = []
  beforeEach(async () => {
    place = await aFolder()
    home = await newDatabase(place.folder)
    const settings = { MUSEUM_DATABASE_URL: home.url, MUSEUM_ADMIN_PASSWORD: 'one and the same' }
    expect(await run('migrate', place.folder, settings).exited).toMatchObject({ code: 0 })
    one = await aServer(place.folder, settings)
    other = await aServer(place.folder, settings)
  })
  afterEach(async () => {
    for (const server of [one, other]) await server!.stop('SIGKILL')
    await home.drop()
    await place.remove()
  })

  it('agree on what is planned, what is sold and what is cancelled', async () => {
    const dates = ['2040-05-17', '2040-05-18']
    const plan = { name: 'Night', location: 'Hall', eventDescription: '', dates, price: 5 }
    const created = await one!.ask('POST', '/special-events', plan)
    const { eventId } = (await created.json()) as { eventId: string }
    const read = await other!.ask('GET', `/special-events/${eventId}`)
    expect([read.status, read.headers.get('etag')]).toEqual([200, created.headers.get('etag')])

    const order = { ticketDate: '2040-05-17', email: 'visitor@example.org' }
    // Whatever the rush brings, these two are sold before the event goes.
    const early = await Promise.all(
      [
        [one!, other!],
        [other!, one!],
      ].map(async ([here, there]) => {
        const answer = await here!.ask('POST', '/tickets', { ...order, ticketType: 'event', eventId })
        const { ticketId } = (await answer.json()) as { ticketId: string }
        return { there: there!, isGeneral: false, status: answer.status, ticketId }
      }),
    )
    expect(early.map(({ status }) => status)).toEqual([201, 201])
    const rush = Array.from({ length: 200 }, async (_, n) => {
      const [here, there] = n % 2 === 0 ? [one!, other!] : [other!, one!]
      const isGeneral = n % 5 === 0
      const kind = isGeneral ? { ticketType: 'general' } : { ticketType: 'event', eventId }
      // It comes in among the purchases.
      if (n === 100) expect((await here.ask('DELETE', `/special-events/${eventId}`)).status).toBe(204)
      const answer = await here.ask('POST', '/tickets', { ...order, ...kind })
      const { ticketId } = (await answer.json()) as { ticketId?: string }
      return { there, isGeneral, status: answer.status, ticketId }
    })
    const purchases = [...early, ...(await Promise.all(rush))]

    const sold = purchases.filter(({ status }) => status === 201)
    expect(purchases.filter(({ status }) => status !== 201).map(({ status }) => status)).toEqual(
      Array.from({ length: purchases.length - sold.length }, () => 404),
    )
    expect(sold.filter(({ isGeneral }) => isGeneral)).toHaveLength(40)
    for (const { there, isGeneral, ticketId } of sold) {
      const image = await there.ask('GET', `/tickets/${ticketId}/qr`)
      expect([isGeneral, image.status]).toEqual([isGeneral, isGeneral ? 200 : 410])
    }
    for (const server of [one!, other!]) {
      expect((await server.ask('GET', `/special-events/${eventId}`)).status).toBe(404)
      expect((await server.ask('POST', '/tickets', { ...order, ticketType: 'event', eventId })).status).toBe(404)
    }
  })

  it('sell once what is asked of both under one key, and tell everyone the same', async () => {
    const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }
    for (let n = 0; n < 5; n += 1) {
      const insist = async (server: NonNullable<typeof one>): Promise<string> => {
        const answer = await server.ask('POST', '/tickets', order, { 'Idempotency-Key': `${n}` })
        const body = await answer.text()
        if (answer.status === 201) return body
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '1'])
        return insist(server)
      }
      const twins = Array.from({ length: 10 }, (_twin, m) => insist(m % 2 === 0 ? one! : other!))
      expect(new Set(await Promise.all(twins)).size).toBe(1)
    }
  })

  it('refuse a former password five seconds after a third one set another, also while it is in use', async () => {
    const status = async (authorization: string) => {
      const response = await fetch(`${one!.origin}/v1.1/museum-hours`, { headers: { Authorization: authorization } })
      await response.arrayBuffer()
      return response.status
    }
    expect(await status(one!.authorization)).toBe(200)
    const settings = { MUSEUM_DATABASE_URL: home.url, MUSEUM_ADMIN_PASSWORD: 'another one' }
    const third = await aServer(place.folder, settings)
    await third.stop('SIGKILL')
    const changedAt = performance.now()
    expect(await status(third.authorization)).toBe(200)
    // The former password stays in use; every answer before the five seconds are over may be one or the other.
    while (performance.now() - changedAt < 5_000) {
      expect([200, 401]).toContain(await status(one!.authorization))
      await new Promise((resolve) => setTimeout(resolve, 700))
    }
    expect(await status(one!.authorization)).toBe(401)
  })
})
