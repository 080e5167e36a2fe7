import { describe, expect, it } from '@jest/globals'
import { exampleId } from '@museum/testing/examples'
import { credentials, authorizationOf } from '../../test/a-museum-api.ts'
import { anApiAtTheGate, asBoxOffice } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, problemOf } from '../../test/problem-of.ts'
import { museumApi } from '../museum-api.ts'

/** An API of a museum that sends e-mails, and the e-mails that wait, the latest first, each with its other address. */
const anApiWithMail = async () => {
  const api = await anApiAtTheGate()
  const { deliveries } = api.ports
  await deliveries.setMailOn(true)
  const mail = async (ticketId: string, body?: unknown) =>
    body === undefined
      ? api.request('POST', `/tickets/${ticketId}/mail`, { headers: asBoxOffice })
      : api.send('POST', `/tickets/${ticketId}/mail`, body, asBoxOffice)
  const waiting = async () => {
    const { items } = await deliveries.listMails({ page: 1, limit: 100 })
    return Promise.all(
      items.map(async ({ mail: { type, ...mail }, messageId }) => ({
        type,
        ticketIds: 'ticketIds' in mail && mail.ticketIds,
        to: await deliveries.recipientOf(messageId),
      })),
    )
  }
  const { ticketId } = api.ticket
  return { ...api, ticketId, mail, waiting }
}

describe('mailTicket', () => {
  it('responds with 202 and no body, and the ticket is sent to its purchaser', async () => {
    const { mail, waiting, ticketId } = await anApiWithMail()
    for (const body of [undefined, {}, { email: null }]) {
      const response = await mail(ticketId, body)
      expect([response.status, await response.text()]).toEqual([202, ''])
    }
    const again = { type: 'tickets.sold', ticketIds: [ticketId], to: undefined }
    expect(await waiting()).toEqual([again, again, again])
  })

  it('sends it to another address; the ticket keeps its own, and no audit entry has either', async () => {
    const { mail, waiting, ticketId, get, request } = await anApiWithMail()
    const before = await (await get(`/tickets/${ticketId}`, asBoxOffice)).text()
    expect((await mail(ticketId, { email: 'other@example.org' })).status).toBe(202)
    expect(await waiting()).toEqual([{ type: 'tickets.sold', ticketIds: [ticketId], to: 'other@example.org' }])
    expect(await (await get(`/tickets/${ticketId}`, asBoxOffice)).text()).toBe(before)
    const audited = await (await request('GET', `/audit?about=ticket:${ticketId}`)).text()
    expect(JSON.parse(audited)).toMatchObject([
      { operation: 'mailTicket', actor: 'cashier', before: null, after: { isToAnotherAddress: true } },
    ])
    expect(audited).not.toContain('@')
  })

  it('refuses an unknown ticket, a cancelled one, one without an address, and when no e-mails are sent', async () => {
    const { mail, waiting, ticketId, general, request, send, ports } = await anApiWithMail()
    const sold = await send('POST', '/orders', { items: [{ ticketType: 'general', ticketDate: '2030-05-17' }] })
    const [desk] = ((await sold.json()) as { tickets: [{ ticketId: string }] }).tickets
    await request('POST', `/tickets/${general.ticketId}/cancellation`)
    const recorded = await waiting()
    const refusal = async (id: string, body?: object) => {
      const { status, slug } = await problemOf(await mail(id, body))
      return [status, slug]
    }
    expect(await refusal(exampleId(7))).toEqual([404, 'ticket-not-found'])
    expect(await refusal(general.ticketId, { email: 'other@example.org' })).toEqual([410, 'ticket-cancelled'])
    expect(await refusal(desk.ticketId)).toEqual([409, 'no-address'])
    await ports.deliveries.setMailOn(false)
    expect(await refusal(ticketId)).toEqual([409, 'mail-off'])
    await ports.deliveries.setMailOn(true)
    expect(await waiting()).toEqual(recorded)
    expect((await mail(desk.ticketId, { email: 'other@example.org' })).status).toBe(202)
  })

  it('responds with 429 after 10 e-mails to one address in an hour, and says when the next one can be sent', async () => {
    const { mail, waiting, ticketId } = await anApiWithMail()
    for (let n = 0; n < 10; n += 1) expect((await mail(ticketId, { email: 'other@example.org' })).status).toBe(202)
    const response = await mail(ticketId, { email: 'OTHER@example.org' })
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(3_500)
    const { detail, ...refused } = await problemOf(response)
    expect(refused).toMatchObject({ status: 429, slug: 'too-many-mails' })
    expect(detail).toMatch(/^10 e-mails were sent to this address within an hour\. Send the next one in \d+ minutes/)
    expect(detail).not.toContain('@')
    expect(await waiting()).toHaveLength(10)
  })

  it.each([
    [{ email: 'visitor' }, [['#/email', 'not-an-email']]],
    [{ email: 'a@example.org,b@example.org' }, [['#/email', 'not-an-email']]],
    [{ email: 7 }, [['#/email', 'wrong-type']]],
    [[], [['#', 'not-an-object']]],
  ])('refuses %j with 400', async (body, faults) => {
    const { mail, waiting, ticketId } = await anApiWithMail()
    expect(await faultsOf(await mail(ticketId, body))).toEqual(faults)
    expect(await waiting()).toEqual([])
  })

  it('responds with 404 in an API without e-mails, whose OpenAPI document has no such path', async () => {
    const { museum, ticketId } = await anApiWithMail()
    const api = museumApi(museum, credentials)
    const response = await api.request(`/v1.1/tickets/${ticketId}/mail`, {
      method: 'POST',
      headers: { Authorization: authorizationOf('admin') },
    })
    expect(await problemOf(response)).toMatchObject({ status: 404, slug: 'not-found' })
    const { paths } = (await (await api.request('/openapi.json')).json()) as { paths: object }
    expect(Object.keys(paths)).not.toContain('/tickets/{ticketId}/mail')
  })
})
