import { beforeEach, describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

/** The command beside a server that sells. The dates of sales are those of the clock, in UTC. */
describe('the sales command', () => {
  const { start, run } = useServers(newDatabase)
  const settings = { MUSEUM_ADMIN_PASSWORD: 'correct horse battery staple', MUSEUM_TIME_ZONE: 'UTC' }
  const sales = (...args: string[]) => run('sales', settings, ...args)
  const today = () => new Date().toISOString().slice(0, 10)
  let server: Awaited<ReturnType<typeof start>>
  let dates: readonly [string, string]
  let period: readonly string[]
  const post = async <Body>(path: string, body: object = {}) => {
    const response = await server.request('POST', path, body)
    expect([path, response.ok]).toEqual([path, true])
    return (await response.json()) as Body
  }
  beforeEach(async () => {
    server = await start(settings)
    const before = today()
    const event = { name: '=Night', location: 'Hall', eventDescription: '', dates: ['2099-05-17'], price: 20.5 }
    const { eventId } = await post<{ eventId: string }>('/special-events', event)
    const items = [{ ticketType: 'event', eventId, ticketDate: '2099-05-17', quantity: 2 }]
    const order = { items, payment: { method: 'cash' }, till: 'Till 1' }
    const { tickets } = await post<{ tickets: { ticketId: string }[] }>('/orders', order)
    await post('/tickets', { ticketType: 'general', ticketDate: '2099-05-17', email: 'visitor@example.org' })
    await post(`/tickets/${tickets[0]!.ticketId}/cancellation`)
    await post(`/tickets/${tickets[0]!.ticketId}/refund`, { method: 'voucher' })
    // Also if midnight has passed.
    dates = [before, today()]
    period = ['--from', dates[0], '--to', dates[1]]
  })

  it('shows the sales and refunds with their totals, as a table, as CSV and as JSON', async () => {
    const shown = await sales(...period)
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    const [titles, ...lines] = shown.stdout.split('\n')
    expect(titles).toMatch(/^DATE +KIND +USER +METHOD +TILL +FOR +CATEGORY +TICKETS +AMOUNT +CANCELLED$/)
    const date = String.raw`\d{4}-\d\d-\d\d`
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`^${date}  sale +admin +cash +Till 1 +=Night +full +2 +41\\.00 EUR +1, 20\\.50 EUR$`),
      ),
      expect.stringMatching(new RegExp(`^${date}  sale +admin +- +- +general entry +full +1 +0\\.00 EUR +-$`)),
      expect.stringMatching(new RegExp(`^${date}  refund +admin +voucher +- +=Night +full +1 +20\\.50 EUR +-$`)),
      '',
      'Sales: 3 tickets, 41.00 EUR; cancelled now: 1 ticket, 20.50 EUR',
      'Refunds: 1 ticket, 20.50 EUR',
      '',
    ])
    const csv = await sales(...period, '--format', 'csv')
    const id = '"[0-9a-f-]{36}"'
    expect(csv.stdout.split('\n')).toEqual([
      '\ufeff"kind","date","user","method","ticketType","eventId","eventName","priceCategory","currency","tickets","amount",' +
        '"cancelled","cancelledAmount","till"',
      expect.stringMatching(
        new RegExp(
          `^"sale","${date}","admin","cash","event",${id},"'=Night","full","EUR",2,41\\.00,1,20\\.50,"Till 1"$`,
        ),
      ),
      expect.stringMatching(new RegExp(`^"sale","${date}","admin",,"general",,,"full","EUR",1,0\\.00,0,0\\.00,$`)),
      expect.stringMatching(
        new RegExp(`^"refund","${date}","admin","voucher","event",${id},"'=Night","full","EUR",1,20\\.50,,,$`),
      ),
      '',
    ])
    const semicolons = await sales(...period, '--format', 'csv', '--delimiter', ';')
    expect(semicolons.stdout.split('\n')[1]).toMatch(/;"EUR";2;41,00;1;20,50;"Till 1"$/)
    const json = JSON.parse((await sales(...period, '--format', 'json')).stdout) as { totals: object }
    const { totals, ...report } = json
    const [from, to] = dates
    expect(report).toEqual(await (await server.request('GET', `/sales?from=${from}&to=${to}`)).json())
    expect(totals).toEqual([
      { kind: 'sale', currency: 'EUR', tickets: 3, amount: 41, cancelled: 1, cancelledAmount: 20.5 },
      { kind: 'refund', currency: 'EUR', tickets: 1, amount: 20.5 },
    ])
  })

  it('shows today without --from, and one date without --to', async () => {
    const rowsOf = async (...args: string[]) => {
      const { stdout } = await sales('--format', 'json', ...args)
      return JSON.parse(stdout) as { from: string; to: string; rows: object[] }
    }
    const before = today()
    const { from, to } = await rowsOf()
    expect([before, today()]).toContain(from)
    expect(to).toBe(from)
    expect(await rowsOf('--from', '2030-01-01')).toEqual({
      from: '2030-01-01',
      to: '2030-01-01',
      rows: [],
      totals: [],
    })
    const none = await sales('--from', '2030-01-01')
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing was sold or refunded.\n' })
  })

  it.each([
    [['--from', '2030-05-02', '--to', '2030-05-01'], '--from must not be after to: 2030-05-02 is after 2030-05-01.'],
    [
      ['--from', '2030-01-01', '--to', '2031-01-02'],
      '--to must be less than 366 days after from: the period has 367 days.',
    ],
    [['--from', 'yesterday'], '--from: "yesterday" is not a date such as 2030-12-24.'],
    [['--format', 'xml'], '--format: "xml" is not table, csv or json.'],
  ])('rejects %j', async (args, sentence) => {
    const { code, stdout, stderr } = await sales(...args)
    expect({ code, stdout, first: stderr.split('\n')[0] }).toEqual({ code: 2, stdout: '', first: sentence })
  })
})
