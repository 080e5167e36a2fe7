import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { type StartedServer, basicAuth, startServer } from '../../test/start-server.ts'

let server: StartedServer
let remove: () => Promise<void>
beforeAll(async () => {
  const temporary = await aTemporaryFolder()
  remove = temporary.remove
  server = await startServer(temporary.folder, {
    MUSEUM_ADMIN_PASSWORD: 'the right one',
    MUSEUM_TRUSTED_PROXIES: '127.0.0.1',
  })
})
afterAll(async () => {
  await server.stop('SIGKILL')
  await remove()
})

describe('a server behind a trusted proxy, whose passwords are guessed', () => {
  const [here, elsewhere] = ['192.0.2.1', '198.51.100.9']
  const request = (authorization: string | undefined, address?: string) =>
    fetch(`${server.origin}/v1.1/museum-hours`, {
      headers: {
        ...(authorization !== undefined && { Authorization: authorization }),
        ...(address !== undefined && { 'X-Forwarded-For': address }),
      },
    })
  const status = async (authorization: string | undefined, address?: string) =>
    (await request(authorization, address)).status

  it('counts no request without credentials or with malformed ones as a wrong password', async () => {
    const malformed = [undefined, 'Basic ???', 'Bearer abc', `Basic ${btoa('admin')}`]
    for (let n = 0; n < 200; n += 1) expect(await status(malformed[n % malformed.length], here)).toBe(401)
    expect(await status(server.authorization, here)).toBe(200)
  })

  it('responds to at most ten of 500 concurrent guesses with 401, then refuses the right password too, but only from that address', async () => {
    const guesses = Array.from({ length: 500 }, (_, n) => status(basicAuth('admin', `guess ${n}`), here))
    const statuses = await Promise.all(guesses)
    let wrong = statuses.filter((answered) => answered === 401).length
    expect(wrong).toBeLessThanOrEqual(10)
    // On a slow machine, requests may miss their deadline (503): some of the first ten, and any of the others.
    expect(statuses.filter((answered) => ![401, 429, 503].includes(answered))).toEqual([])
    let late = statuses.filter((answered) => answered === 503).length
    for (;;) {
      const answered = await status(basicAuth('admin', 'one more guess'), here)
      if (answered === 429) break
      if (answered === 401) wrong += 1
      else late += 1
    }
    expect(wrong).toBeLessThanOrEqual(10)
    expect(wrong + late).toBeGreaterThanOrEqual(10)

    const refused = await request(server.authorization, here)
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

describe('a server that receives wrong passwords from six addresses without a pause', () => {
  it('verifies a client at another address', async () => {
    const { folder, remove } = await aTemporaryFolder()
    const attacked = await startServer(folder, {
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
      const flood = { isOver: false, responses: [] as { status: number; address: string }[] }
      /** Guesses the password of a new user each time, so that only the limit for an address can refuse the requests. */
      const guess = async (address: string, client: number) => {
        for (let n = 0; !flood.isOver; n += 1)
          flood.responses.push({ status: await status(basicAuth(`user ${client} ${n}`, 'guess'), address), address })
      }
      const clients = Array.from({ length: 48 }, (_, n) => guess(`192.0.2.${n % 6}`, n))
      // Wait until the queue of checks is full and the addresses have failures.
      const countOf = (wanted: number) => flood.responses.filter((each) => each.status === wanted).length
      while (countOf(429) === 0 || countOf(401) < 12) await new Promise((resolve) => setTimeout(resolve, 10))

      expect(await status(attacked.authorization, '198.51.100.9')).toBe(200)
      // The flood continued, and no address had reached its limit.
      const failures = flood.responses.filter((each) => each.status === 401)
      for (const ofAddress of Map.groupBy(failures, ({ address }) => address).values())
        expect(ofAddress.length).toBeLessThan(100)
      flood.isOver = true
      await Promise.all(clients)
    } finally {
      await attacked.stop('SIGKILL')
      await remove()
    }
  })
})
