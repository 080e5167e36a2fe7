import { beforeEach, describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

/** The commands about orders and refunds, beside a server that sells. */
describe('the orders and refunds commands', () => {
  const { start, run } = useServers(newDatabase)
  const settings = { MUSEUM_ADMIN_PASSWORD: 'correct horse battery staple' }
  let server: Awaited<ReturnType<typeof start>>
  const post = async <Body>(path: string, body: object = {}) => {
    const response = await server.request('POST', path, body)
    expect([path, response.ok]).toEqual([path, true])
    return (await response.json()) as Body
  }
  type Sold = Readonly<{
    orderId: string
    tickets: readonly Readonly<{ ticketId: string; confirmationCode: string }>[]
  }>
  let eventId: string
  let order: Sold
  beforeEach(async () => {
    server = await start(settings)
    await run('prices set', settings, 'full=100:Adult', 'child=50:Child')
    const event = {
      name: '=Night',
      location: 'Hall',
      eventDescription: '',
      dates: ['2099-05-17', '2099-05-18'],
      price: 20,
    }
    eventId = (await post<{ eventId: string }>('/special-events', event)).eventId
    const items = [
      { ticketType: 'event', eventId, ticketDate: '2099-05-17', quantity: 2 },
      { ticketType: 'event', eventId, ticketDate: '2099-05-18', priceCategory: 'child' },
    ]
    // A server sells at new prices within five seconds.
    for (;;) {
      const response = await server.request('POST', '/orders', {
        items,
        payment: { method: 'card', reference: 'No. 7' },
      })
      order = (await response.json()) as Sold
      if (response.status === 201) break
      expect(response.status).toBe(400)
    }
  })

  it('show an order with its tickets and what is to be refunded, and tickets with their order', async () => {
    const { orderId, tickets } = order
    await post(`/tickets/${tickets[0]!.ticketId}/cancellation`)
    const { stdout, code } = await run('orders show', settings, orderId)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Total {7}50\.00 EUR$/m)
    expect(stdout).toMatch(/^Refund due {2}20\.00 EUR$/m)
    expect(stdout).toMatch(/^Payment {5}card, No\. 7$/m)
    expect(stdout).toMatch(new RegExp(`^${tickets[0]!.ticketId} .* cancelled .* full price +20\\.00 +due$`, 'm'))
    expect(stdout).toMatch(new RegExp(`^${tickets[2]!.ticketId} .* valid .* Child +10\\.00 +-$`, 'm'))
    const json = await run('orders show', settings, orderId, '--json')
    expect(JSON.parse(json.stdout)).toEqual(await (await server.request('GET', `/orders/${orderId}`)).json())
    const found = await run('tickets find --code', settings, tickets[1]!.confirmationCode)
    expect(found.stdout).toContain(orderId)
    expect((await run('tickets show', settings, tickets[0]!.ticketId)).stdout).toContain('\nRefund    due\nOrder')
    const unknown = await run('orders show', settings, eventId)
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining(`There is no order ${eventId}.`) })
  })

  it('list refunds in three formats, and settle one once', async () => {
    const { tickets } = order
    const [first, second] = tickets
    expect(await run('refunds list', settings)).toMatchObject({ stdout: '', stderr: 'No refund is due.\n' })
    await post(`/tickets/${first!.ticketId}/cancellation`, { reason: 'Ill' })
    expect((await server.request('DELETE', `/special-events/${eventId}`)).status).toBe(204)
    const listed = await run('refunds list', settings)
    expect(listed.stdout).toMatch(new RegExp(`^${first!.ticketId} +20\\.00 EUR .* ticket +card +-$`, 'm'))
    expect(listed.stdout).toMatch(new RegExp(`^${second!.ticketId} +20\\.00 EUR .* event +card +-$`, 'm'))
    const json = JSON.parse((await run('refunds list --format json', settings)).stdout) as object[]
    expect(json).toEqual(await (await server.request('GET', '/refunds?state=due')).json())
    const csv = await run('refunds list --format csv --event', settings, eventId)
    expect(csv.stdout.split('\n').slice(0, 2)).toEqual([
      '\ufeff"ticketId","orderId","eventId","eventName","ticketDate","amount","currency","cancelledAt","cause","reason","email","settledAt","settledBy","paymentMethod","paymentReference"',
      expect.stringMatching(/,"'=Night","2099-05-17",20\.00,"EUR","[^"]+","ticket","Ill",,,,"card","No\. 7"$/),
    ])
    const settled = await run('refunds settle', settings, first!.ticketId, '--method', 'cash')
    expect(settled).toMatchObject({
      code: 0,
      stdout: `The refund of 20.00 EUR for ticket ${first!.ticketId} is settled.\n`,
    })
    const again = await run('refunds settle', settings, first!.ticketId, '--method', 'card')
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('was settled before, in another way.') })
    expect((await run('refunds list --state settled', settings)).stdout).toContain(first!.ticketId)
    expect(await run('refunds settle', settings, first!.ticketId)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--method: how it was given back is required'),
    })
  })
})
