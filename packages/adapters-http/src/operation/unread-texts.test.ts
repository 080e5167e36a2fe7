import { describe, expect, it, jest } from '@jest/globals'
import type { Role } from '@museum/application'
import { CalendarDate, EventName } from '@museum/domain'
import { aSpecialEvent } from '@museum/testing/examples'
import { aMuseumApi, authorizationOf } from '../../test/a-museum-api.ts'

/** An API with an availability of 50 KB, for which a server takes 1 MiB of memory. */
const setUp = () => {
  const { ports } = aMuseumApi()
  const date = CalendarDate('2030-05-17')
  const event = aSpecialEvent({ name: EventName('🦣'.repeat(255)) })
  const events = Array.from({ length: 40 }, () => ({ event, date, capacity: null, sold: 0, available: null }))
  const { request } = aMuseumApi({ capacities: { ...ports.capacities, availabilityOfEvents: async () => events } })
  const ask = async (role: Role, init: RequestInit = {}) => {
    const headers = { Authorization: authorizationOf(role) }
    const response = await request('GET', '/availability?startDate=2030-05-17', { ...init, headers })
    expect(response.status).toBe(200)
    return response
  }
  const askOften = async (role: Role, count: number) => {
    const responses: Response[] = []
    for (let n = 0; n < count; n += 1) responses.push(await ask(role))
    return responses
  }
  return { ask, askOften }
}

/** The positions of the responses that end without their rest. */
const resetAmong = async (responses: readonly Response[]) => {
  const lengths = await Promise.all(
    responses.map(async (response) =>
      response.text().then(
        ({ length }) => length,
        () => 'reset',
      ),
    ),
  )
  return [...lengths.keys()].filter((n) => lengths[n] === 'reset')
}

describe('long responses that clients do not read', () => {
  it('keep no turn: those after them are made, for their user too', async () => {
    const { ask, askOften } = setUp()
    const unread: Response[] = []
    for (const role of ['reader', 'gate', 'box-office', 'admin'] as const) unread.push(...(await askOften(role, 3)))
    unread.push(await ask('admin'))
    expect(await resetAmong(unread)).toEqual([])
  })

  it('are reset above 64 MiB in all: of the user with the most, the one that was not read for the longest time', async () => {
    const { askOften } = setUp()
    const [ofReader, ofGate] = [await askOften('reader', 33), await askOften('gate', 31)]
    const reading = ofReader.shift()!.body!.getReader()
    await reading.read()
    const ofAdmin = await askOften('admin', 2)
    await reading.cancel()
    expect([await resetAmong(ofReader), await resetAmong(ofGate), await resetAmong(ofAdmin)]).toEqual([[0, 1], [], []])
  })

  it('no longer count once they are read or cancelled', async () => {
    const { ask, askOften } = setUp()
    const unread = await askOften('reader', 64)
    await unread.pop()!.text()
    await unread.pop()!.body!.cancel()
    unread.push(await ask('gate'), await ask('gate'))
    expect(await resetAmong(unread)).toEqual([])
  })

  it('are reset when they are not read within a minute', async () => {
    const { ask } = setUp()
    const timers = jest.spyOn(globalThis, 'setTimeout')
    try {
      const unread = await ask('reader')
      for (const [callback, milliseconds] of timers.mock.calls) if (milliseconds === 60_000) callback()
      await expect(unread.text()).rejects.toThrow('not read in time')
    } finally {
      timers.mockRestore()
    }
  })
})
