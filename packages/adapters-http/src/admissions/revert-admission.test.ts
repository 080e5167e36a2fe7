import { describe, expect, it } from '@jest/globals'
import { exampleId } from '@museum/testing/examples'
import { anApiAtTheGate, asGate } from '../../test/an-api-at-the-gate.ts'
import { faultsOf, outcomeOf } from '../../test/problem-of.ts'

describe('revertAdmission', () => {
  it('responds with 204 once, makes the ticket valid again, and keeps the scan in the log', async () => {
    const { scanned, request, get, ticket, log } = await anApiAtTheGate()
    const { admissionId } = await scanned({ gate: 'North door' })
    const path = `/admissions/${String(admissionId)}`
    const response = await request('DELETE', path.toUpperCase().replace('/ADMISSIONS', '/admissions'))
    expect([response.status, await response.text(), response.headers.get('Content-Type')]).toEqual([204, '', null])
    expect(await (await get(`/tickets/${ticket.ticketId}`)).json()).toMatchObject({
      state: 'valid',
      admittedAt: null,
      gate: null,
      admissionId: null,
    })
    expect(await log()).toMatchObject([{ admissionId, admitted: false, reason: 'reverted', gate: 'North door' }])
    expect(await outcomeOf(await request('DELETE', path))).toEqual([404, 'admission-not-found', []])
    expect(await scanned()).toMatchObject({ admitted: true })
  })

  it('adds an audit entry with the user, the ticket and the admission', async () => {
    const { scanned, request, ticket } = await anApiAtTheGate()
    const { admissionId } = await scanned()
    await request('DELETE', `/admissions/${String(admissionId)}`)
    expect(await (await request('GET', `/audit?about=ticket:${ticket.ticketId}`)).json()).toMatchObject([
      {
        actor: 'curator',
        operation: 'revertAdmission',
        subject: { kind: 'ticket', id: ticket.ticketId },
        before: { admissionId, admittedAt: '2030-05-17T19:00:00.000Z', gate: null },
        after: { admissionId: null, admittedAt: null, gate: null },
      },
    ])
  })

  it('makes the ticket cancelled when its event was deleted', async () => {
    const { scanned, request, get, ticket, eventId } = await anApiAtTheGate()
    const { admissionId } = await scanned()
    await request('DELETE', `/special-events/${eventId}`)
    const state = async () => (await get(`/tickets/${ticket.ticketId}`)).json()
    expect(await state()).toMatchObject({ state: 'admitted', admissionId })
    await request('DELETE', `/admissions/${String(admissionId)}`)
    expect(await state()).toMatchObject({ state: 'cancelled', admissionId: null })
  })

  it('responds with 404 to the identifier of a scan that is no admission, and with 400 to a malformed one', async () => {
    const { scanned, request, log } = await anApiAtTheGate()
    await scanned({ code: 'x' })
    const [{ admissionId } = {}] = await log()
    for (const id of [admissionId, exampleId(999)])
      expect(await outcomeOf(await request('DELETE', `/admissions/${String(id)}`))).toEqual([
        404,
        'admission-not-found',
        [],
      ])
    expect(await faultsOf(await request('DELETE', '/admissions/17'))).toEqual([['admissionId', 'not-a-uuid']])
  })

  it('responds with 403 to the gate', async () => {
    const { scanned, request, log } = await anApiAtTheGate()
    const { admissionId } = await scanned()
    const response = await request('DELETE', `/admissions/${String(admissionId)}`, { headers: asGate })
    expect(await outcomeOf(response)).toEqual([403, 'forbidden', []])
    expect(await log()).toMatchObject([{ admitted: true }])
  })
})
