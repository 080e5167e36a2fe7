import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'

describe('the API without the option onResponse', () => {
  afterEach(() => {
    jest.restoreAllMocks()
  })

  it('writes the error of a request that got 500 to standard error, with the identifier of the response', async () => {
    const written = jest.spyOn(console, 'error').mockImplementation(() => {})
    const schedule = async () => {
      throw new Error('a defect')
    }
    const { museumHours } = aMuseumApi().ports
    const { request } = aMuseumApi({ museumHours: { ...museumHours, schedule } })
    const { instance } = await problemOf(await request('GET', '/museum-hours'))
    await request('GET', '/nothing')
    expect(written.mock.calls).toEqual([
      [
        `500 GET /v1.1/museum-hours (${instance.replace('urn:uuid:', '')})`,
        expect.objectContaining({ type: 'Error', message: 'a defect' }),
      ],
    ])
  })
})
