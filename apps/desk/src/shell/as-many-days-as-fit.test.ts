import { describe, expect, it } from '@jest/globals'
import { museumClient } from '@museum/client'
import { asManyDaysAsFit } from './as-many-days-as-fit.ts'

/** Reads the availability from a museum in which so many days fit, or whose responses have another status. */
const setUp = (fitting: number, status = 409) => {
  const asked: number[] = []
  const client = museumClient({
    baseUrl: 'https://museum.example',
    fetch: async (url) => {
      const days = Number(new URL(url).searchParams.get('endDate'))
      asked.push(days)
      const problem = { type: '/problems/too-many-rows', title: 'Too many rows', status, detail: '' }
      return days <= fitting
        ? Response.json([])
        : Response.json(status === 409 ? problem : { ...problem, type: '/problems/forbidden' }, {
            status,
            headers: { 'Content-Type': 'application/problem+json' },
          })
    },
  })
  const read = (days: number) => client.getAvailability({ endDate: String(days) })
  return { asked, read }
}

describe('as many days as fit', () => {
  it.each([
    [31, [31]],
    [30, [31, 15]],
    [5, [31, 15, 7, 3]],
  ])('are read: where %i fit, it asks for %j days', async (fitting, expected) => {
    const { asked, read } = setUp(fitting)
    expect(await asManyDaysAsFit(31, read)).toEqual([])
    expect(asked).toEqual(expected)
  })

  it('are none where one has too many rows, or where something else is wrong', async () => {
    const { asked, read } = setUp(0)
    await expect(asManyDaysAsFit(4, read)).rejects.toMatchObject({ type: 'too-many-rows' })
    expect(asked).toEqual([4, 2, 1])
    const { asked: askedOnce, read: readOnce } = setUp(0, 403)
    await expect(asManyDaysAsFit(4, readOnce)).rejects.toMatchObject({ type: 'forbidden' })
    expect(askedOnce).toEqual([4])
  })
})
