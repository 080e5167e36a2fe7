import { describe, expect, it } from '@jest/globals'
import { Password, Username } from '@museum/application'
import { anActor } from '@museum/testing'
import { anApiAtTheGate, asGate } from '../../test/an-api-at-the-gate.ts'
import { allOperations as operations } from '../operations.ts'

const email = 'ada.lovelace@visitors.example'
const phone = '+44 20 7946 0958'
// The digits of the phone number together: four of them alone also occur in random identifiers and images.
const traces = /lovelace|visitors\.example|7946 ?0958/i

describe('the e-mail address and the phone number of a purchaser', () => {
  it('are in no response to the gate, from any operation', async () => {
    const { buy, codeOf, request, send, get, eventId, later, scan, users } = await anApiAtTheGate()
    const guard = { username: Username('guard'), role: 'gate', password: Password.ofAnyLength('päss:wörd') } as const
    await users.addUser(guard, anActor)
    const ticket = await buy({ ticketType: 'event', eventId, email, phone })
    const cancelled = await buy({ email, phone })
    const code = await codeOf(ticket)
    const ofCancelled = { code: await codeOf(cancelled) }
    await request('POST', `/tickets/${cancelled.ticketId}/cancellation`)
    const { ticketId, confirmationCode } = ticket
    const scans = [
      { code, gate: 'North door', scanId: '0197a3c2-8d1e-7c4b-9f60-5b2c1d3e4f50' },
      { code, gate: 'North door', scanId: '0197a3c2-8d1e-7c4b-9f60-5b2c1d3e4f50' },
      { code, gate: 'South door', scanId: '0197a3c2-8d1e-7c4b-9f60-5b2c1d3e4f50' },
      { code },
      { code: confirmationCode },
      { code, eventId: '0197a3c2-8d1e-7c4b-9f60-5b2c1d3e4f51' },
      ofCancelled,
    ]
    const responses = []
    for (const body of scans) responses.push(await scan(body))
    later(24 * 3_600_000)
    responses.push(await scan({ code }))
    later(-24 * 3_600_000)
    // Calls every operation, with the identifiers of the ticket and its event, and with every filter of a query.
    const query = new URLSearchParams({ date: '2030-05-17', ticketId, confirmationCode, eventId, about: ticketId })
    const called = new Set<string>()
    for (const { route } of operations) {
      const path = route.path.replace('{ticketId}', ticketId).replace('{eventId}', eventId)
      const method = route.method.toUpperCase()
      for (const target of [path, `${path}?${query.toString()}`]) {
        const response =
          route.request?.body === undefined
            ? await request(method, target, { headers: asGate })
            : await send(method, target, { code, password: 'päss:wörd', newPassword: 'another password' }, asGate)
        if (response.status < 300) called.add(route.operationId)
        responses.push(response)
      }
    }
    responses.push(await get(`/tickets/${cancelled.ticketId}`), await get(`/tickets/${ticketId}/qr`))
    const readable = operations.filter(({ route }) => route.roles.includes('gate'))
    expect([...called].toSorted()).toEqual(readable.map(({ route }) => route.operationId).toSorted())
    for (const response of responses) {
      const headers = JSON.stringify([...response.headers])
      const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
      expect(headers + body).not.toMatch(traces)
    }
  })

  it('are in the responses to the box office', async () => {
    const { buy, request } = await anApiAtTheGate()
    const { ticketId } = await buy({ email, phone })
    for (const path of [`/tickets/${ticketId}`, `/tickets?email=${email}`])
      expect(await (await request('GET', path)).text()).toContain(`"email":"${email}","phone":"${phone}"`)
  })
})
