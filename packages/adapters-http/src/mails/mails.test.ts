import { describe, expect, it } from '@jest/globals'
import { exampleId } from '@museum/testing/examples'
import { anApiAtTheGate, asBoxOffice } from '../../test/an-api-at-the-gate.ts'
import { problemOf } from '../../test/problem-of.ts'

/** An API of a museum with an e-mail that failed, and one that waits. */
const anApiWithMails = async () => {
  const api = await anApiAtTheGate()
  const { deliveries } = api.ports
  await deliveries.setMailOn(true)
  const { ticketId } = api.ticket
  const send = (body: object) => api.send('POST', `/tickets/${ticketId}/mail`, body, asBoxOffice)
  await send({})
  const [claimed] = await deliveries.claim('mail', 10)
  await deliveries.settle([{ delivery: claimed!, at: api.ports.now(), result: 'failed', because: 'no such user' }])
  await send({ email: 'other@example.org' })
  const list = async (query = '') =>
    (await (await api.request('GET', `/mails${query}`)).json()) as { deliveryId: number }[]
  return { ...api, ticketId, list }
}

describe('listMails', () => {
  it('lists e-mails without addresses, the latest first, and those in a state', async () => {
    const { list, ticketId, request } = await anApiWithMails()
    const [waiting, failed] = await list()
    expect(failed).toMatchObject({ kind: 'sold', ticketIds: [ticketId], toAnotherAddress: false, state: 'failed' })
    expect(waiting).toMatchObject({ toAnotherAddress: true, state: 'pending' })
    expect(await list('?state=failed')).toEqual([failed])
    expect(await (await request('GET', '/mails')).text()).not.toContain('example.org')
    expect((await request('GET', '/mails')).headers.get('X-Total-Count')).toBe('2')
  })
})

describe('replayMail', () => {
  it('has a failed e-mail attempted again, with an audit entry', async () => {
    const { list, request } = await anApiWithMails()
    const [{ deliveryId }] = (await list('?state=failed')) as [{ deliveryId: number }]
    expect((await request('POST', `/mails/${deliveryId}/replay`)).status).toBe(202)
    expect(await list('?state=failed')).toEqual([])
    const audited = await (await request('GET', `/audit?about=mail:${deliveryId}`)).json()
    expect(audited).toMatchObject([{ operation: 'replayMail', actor: 'curator' }])
  })

  it('refuses an unknown one and a malformed identifier', async () => {
    const { request } = await anApiWithMails()
    expect(await problemOf(await request('POST', '/mails/4711/replay'))).toMatchObject({ slug: 'delivery-not-found' })
    expect((await request('POST', `/mails/${exampleId(1)}/replay`)).status).toBe(400)
  })
})

describe('removeFailedMails', () => {
  it('removes those that failed, and says how many', async () => {
    const { list, request } = await anApiWithMails()
    expect(await (await request('DELETE', '/failed-mails')).json()).toEqual({ removed: 1 })
    expect(await (await request('DELETE', '/failed-mails')).json()).toEqual({ removed: 0 })
    expect(await list()).toHaveLength(1)
  })
})
