import { describe, expect, it } from '@jest/globals'
import { aMuseumApi, generalOrder } from '../../test/a-museum-api.ts'
import { postBody } from '../../test/post-body.ts'
import { problemOf } from '../../test/problem-of.ts'

const order = JSON.stringify(generalOrder)
const json = { 'Content-Type': 'application/json' }

describe('the media type of a body', () => {
  it.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/merge-patch+json',
    'json',
    '',
  ])('gets 415 with Accept-Post when the operation does not support it: %s', async (type) => {
    const response = await postBody(
      new Uint8Array(Buffer.from(order)),
      type === undefined ? {} : { 'Content-Type': type },
    )
    expect(response.headers.get('Accept-Post')).toBe('application/json')
    expect(await problemOf(response)).toMatchObject({ slug: 'unsupported-media-type', status: 415 })
  })

  it('gets 415 with Accept-Patch when the operation is an update', async () => {
    const headers = { 'Content-Type': 'text/plain' }
    const response = await aMuseumApi().request('PATCH', '/special-events/17', { body: '{}', headers })
    const accepted = response.headers.get('Accept-Patch')
    expect([response.status, accepted]).toEqual([415, 'application/json, application/merge-patch+json'])
  })
})

describe('a compressed body', () => {
  it('gets 415 when Content-Encoding says so', async () => {
    expect((await postBody(order, { ...json, 'Content-Encoding': 'gzip' })).status).toBe(415)
    expect((await postBody(order, { ...json, 'Content-Encoding': 'identity' })).status).toBe(201)
  })

  it('gets 415 when Transfer-Encoding says so', async () => {
    for (const coding of ['gzip, chunked', 'gzip', 'chunked, chunked'])
      expect((await postBody(order, { ...json, 'Transfer-Encoding': coding })).status).toBe(415)
    expect((await postBody(order, { ...json, 'Transfer-Encoding': 'Chunked' })).status).toBe(201)
  })
})
