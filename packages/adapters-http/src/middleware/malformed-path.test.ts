import { describe, expect, it } from '@jest/globals'
import { aMuseumApi } from '../../test/a-museum-api.ts'
import { problemOf } from '../../test/problem-of.ts'

describe('a path that cannot be percent-decoded', () => {
  it.each(['/special-events/%', '/special-events/%zz', '/%E0%A4%A', '/tickets/%ff/qr'])(
    'gets 400 with the fault broken-escape: %s',
    async (path) => {
      expect(await problemOf(await aMuseumApi().request('GET', path))).toMatchObject({
        status: 400,
        errors: [{ code: 'broken-escape' }],
      })
    },
  )

  it('gets 400 outside the base path too', async () => {
    expect((await aMuseumApi().api.request('/docs/%')).status).toBe(400)
  })
})
