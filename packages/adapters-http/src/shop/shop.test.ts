import { describe, expect, it } from '@jest/globals'
import { roles } from '@museum/application'
import { aMuseumApi, authorizationOf } from '../../test/a-museum-api.ts'
import { faultsOf, outcomeOf, problemOf } from '../../test/problem-of.ts'

const shop = { publicUrl: 'https://museum.example', payment: 'stripe' } as const
const asShop = { Authorization: authorizationOf('shop') }
const reservation = { items: [{ ticketType: 'general', ticketDate: '2030-05-17', quantity: 2 }] }

describe('the shop', () => {
  it('is open until it is closed, is compared by its ETag, and GET /museum says whether it is open', async () => {
    const { request, send } = aMuseumApi({ shop })
    const read = await request('GET', '/shop')
    expect([read.status, await read.json()]).toEqual([200, { open: true, ...shop }])
    const etag = read.headers.get('ETag')!
    expect((await request('GET', '/shop', { headers: { 'If-None-Match': etag } })).status).toBe(304)
    for (const open of [false, true]) {
      const set = await send('PUT', '/shop', { open })
      expect([set.status, await set.json()]).toEqual([200, { open, ...shop }])
      const again = await request('GET', '/shop')
      expect([await again.json(), again.headers.get('ETag')]).toEqual([{ open, ...shop }, set.headers.get('ETag')])
      expect(await (await request('GET', '/museum')).json()).toMatchObject({ shop: open })
    }
    await send('PUT', '/shop', { open: false })
    const late = await send('PUT', '/shop', { open: true }, { 'If-Match': etag })
    expect(await problemOf(late)).toMatchObject({ status: 412, slug: 'precondition-failed' })
    expect(await (await request('GET', '/shop')).json()).toMatchObject({ open: false })
  })

  it.each([
    [{}, [['#/open', 'missing']]],
    [{ open: 'no' }, [['#/open', 'wrong-type']]],
    [{ open: null }, [['#/open', 'null-not-allowed']]],
    [[], [['#', 'not-an-object']]],
  ])('is not changed by %j', async (body, faults) => {
    const { send } = aMuseumApi({ shop })
    expect(await faultsOf(await send('PUT', '/shop', body))).toEqual(faults)
  })

  it('is read and changed by administrators only, and changes are in the audit log', async () => {
    const { request, send } = aMuseumApi({ shop })
    for (const role of roles.filter((each) => each !== 'admin')) {
      const headers = { Authorization: authorizationOf(role) }
      expect((await request('GET', '/shop', { headers })).status).toBe(403)
      expect((await send('PUT', '/shop', { open: false }, headers)).status).toBe(403)
    }
    await send('PUT', '/shop', { open: false })
    expect(await (await request('GET', '/audit')).json()).toMatchObject([
      { operation: 'setShop', subject: { kind: 'shop', id: 'all' }, before: { open: true }, after: { open: false } },
    ])
  })

  it('makes no reservation for the role shop while it is closed', async () => {
    const { send } = aMuseumApi({ shop })
    await send('PUT', '/shop', { open: false })
    expect(await outcomeOf(await send('POST', '/reservations', reservation, asShop))).toEqual([409, 'shop-closed', []])
    expect((await send('POST', '/reservations', reservation)).status).toBe(201)
  })

  it('is neither read nor changed where there is none', async () => {
    const { request, send } = aMuseumApi()
    expect(await outcomeOf(await request('GET', '/shop'))).toEqual([409, 'shop-off', []])
    expect(await outcomeOf(await send('PUT', '/shop', { open: true }))).toEqual([409, 'shop-off', []])
    expect((await send('POST', '/reservations', reservation, asShop)).status).toBe(201)
  })
})
