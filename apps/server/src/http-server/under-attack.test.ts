import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aFolder, aServer } from '../../test/a-server.ts'

let server: Awaited<ReturnType<typeof aServer>>
let remove: () => Promise<void>
beforeAll(async () => {
  const home = await aFolder()
  remove = home.remove
  server = await aServer(home.folder, { MUSEUM_ADMIN_PASSWORD: 'the right one', MUSEUM_TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(async () => {
  await server.stop('SIGKILL')
  await remove()
})

describe('a server whose passwords are guessed, behind a proxy that is trusted', () => {
  const [here, elsewhere] = ['192.0.2.1', '198.51.100.9']
  const ask = (authorization: string | undefined, address?: string) =>
    fetch(`${server.origin}/v1.1/museum-hours`, {
      headers: {
        ...(authorization !== undefined && { Authorization: authorization }),
        ...(address !== undefined && { 'X-Forwarded-For': address }),
      },
    })
  const status = async (authorization: string | undefined, address?: string) =>
    (await ask(authorization, address)).status

  it('counts no request without credentials, or with malformed ones, as a guess', async () => {
    const malformed = [undefined, 'Basic ???', 'Bearer abc', `Basic ${btoa('admin')}`]
    for (let n = 0; n < 200; n += 1) expect(await status(malformed[n % malformed.length], here)).toBe(401)
    expect(await status(server.authorization, here)).toBe(200)
  })

  it('answers at most ten of five hundred guesses at once, then refuses the right password too, but nowhere else', async () => {
    const guesses = Array.from({ length: 500 }, (_, n) => status(server.as('admin', `guess ${n}`), here))
    const statuses = await Promise.all(guesses)
    expect(statuses.filter((answered) => answered === 401)).toHaveLength(10)
    expect(statuses.filter((answered) => answered === 429)).toHaveLength(490)

    const refused = await ask(server.authorization, here)
    expect([refused.status, await refused.json()]).toMatchObject([429, { type: '/problems/too-many-requests' }])
    const wait = Number(refused.headers.get('Retry-After'))
    expect(Number.isInteger(wait) && wait >= 1 && wait <= 60).toBe(true)

    expect(await status(server.authorization, elsewhere)).toBe(200)
    expect(await status(server.authorization, `${here}, ${elsewhere}`)).toBe(200)
    expect(await status(server.authorization)).toBe(200)
    expect(await status(undefined, here)).toBe(401)
    expect((await fetch(`${server.origin}/healthz`, { headers: { 'X-Forwarded-For': here } })).status).toBe(200)
  })
})

describe('a server that several addresses send wrong passwords to without a pause', () => {
  it('lets a client at another address in', async () => {
    const { folder, remove } = await aFolder()
    const attacked = await aServer(folder, {
      MUSEUM_ADMIN_PASSWORD: 'the right one',
      MUSEUM_TRUSTED_PROXIES: '127.0.0.1',
    })
    try {
      const status = async (authorization: string, address: string) => {
        const headers = { Authorization: authorization, 'X-Forwarded-For': address }
        const response = await fetch(`${attacked.origin}/v1.1/museum-hours`, { headers })
        await response.arrayBuffer()
        return response.status
      }
      const flood = { isOver: false, statuses: [] as number[] }
      /** Guesses for ever new users, so that only the hundred failures of an address could end it. */
      const guess = async (address: string, client: number) => {
        for (let n = 0; !flood.isOver; n += 1)
          flood.statuses.push(await status(attacked.as(`user ${client} ${n}`, 'guess'), address))
      }
      const clients = Array.from({ length: 48 }, (_, n) => guess(`192.0.2.${n % 6}`, n))
      // The places are taken, and clients are refused because the queue is full.
      while (!flood.statuses.includes(429)) await new Promise((resolve) => setTimeout(resolve, 10))

      expect(await status(attacked.authorization, '198.51.100.9')).toBe(200)
      // The flood was still going on, and none of its addresses was shut out for its failures yet.
      expect(flood.statuses.filter((each) => each === 401).length).toBeLessThan(100)
      flood.isOver = true
      await Promise.all(clients)
    } finally {
      await attacked.stop('SIGKILL')
      await remove()
    }
  })
})
