import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { sellAlone } from '@museum/testing'
import { OutcomeUnknown, Unavailable } from '@museum/application'
import { CalendarDate, ConfirmationCode, type Ticket, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { useNodes } from '../test/use-nodes.ts'
import { openDatabase } from './database/museum-database.ts'
import { kyselyRepositories } from './kysely-repositories.ts'

/** The outcome of a purchase, as its caller got it. */
type Outcome = 'sold' | 'not sold' | 'unknown'

describe('a server whose node is cut off from its cluster while tickets are sold', () => {
  const { cluster, servers } = useNodes()

  it('reports no ticket as not sold that the other nodes have stored', async () => {
    let sales = 0
    const reported = new Map<TicketId, Outcome>()
    for (let round = 0; round < 3; round += 1) {
      const [{ url }] = servers()
      const node = cluster().nodes.find((each) => url.startsWith(each.url))!
      // Three servers, so that many commits are in progress.
      const databases = [url, url, url].map((each) => openDatabase(each))
      const ended = new AbortController()
      const sell = async ({ tickets }: ReturnType<typeof kyselyRepositories>, isKeyed: boolean) => {
        const n = (sales += 1)
        const ticket: Ticket = aGeneralTicket({
          ticketId: TicketId(exampleId(n)),
          confirmationCode: ConfirmationCode(`ticket-${n}`),
          ticketDate: CalendarDate('2030-05-17'),
        })
        const record = { username: 'admin', idempotencyKey: `${n}`, fingerprint: 'f', answer: '{}' }
        try {
          const outcome = await (isKeyed ? sellAlone(tickets, ticket, { record }) : sellAlone(tickets, ticket))
          expect(outcome).toEqual(ticket)
          reported.set(ticket.ticketId, 'sold')
        } catch (error) {
          if (!(error instanceof Unavailable)) throw error
          reported.set(ticket.ticketId, error instanceof OutcomeUnknown ? 'unknown' : 'not sold')
          await sleep(100)
        }
      }
      const sellers = databases.flatMap((database) => {
        const repositories = kyselyRepositories(database)
        return Array.from({ length: 8 }, async (_, n) => {
          while (!ended.signal.aborted) await sell(repositories, n % 4 !== 0)
        })
      })
      await sleep(1_000)
      await node.isolate()
      await sleep(5_000)
      ended.abort()
      await Promise.all(sellers)
      await node.rejoin()
      await Promise.all(databases.map((database) => database.close()))
    }

    const rows = await servers()[1].database.kysely.selectFrom('museum_ticket').select('ticket_id').execute()
    const stored = new Set(rows.map(({ ticket_id }) => Buffer.from(ticket_id).toString('hex')))
    const isStored = (ticketId: TicketId) => stored.has(ticketId.replaceAll('-', ''))
    const of = (outcome: Outcome) => [...reported].filter(([, each]) => each === outcome).map(([ticketId]) => ticketId)
    expect(of('not sold').filter(isStored)).toEqual([])
    expect(of('sold').filter((ticketId) => !isStored(ticketId))).toEqual([])
    // Checks that the node was cut off while tickets were being sold.
    expect(of('sold')).not.toHaveLength(0)
    expect(of('unknown')).not.toHaveLength(0)
  })
})
