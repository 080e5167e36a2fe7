// Sells tickets on the database of its argument until a sale fails. Prints the number of tickets, the error, and whether
// the database is ready before and after.
import { sellAlone } from '@museum/testing'
import { SaleOutcomeUnknown } from '@museum/application'
import { ConfirmationCode, TicketId } from '@museum/domain'
import { aGeneralTicket, exampleId } from '@museum/testing/examples'
import { openDatabase } from '../../src/index.ts'
import { kyselyRepositories } from '../../src/kysely-repositories.ts'

const database = openDatabase(process.argv[2]!)
const { tickets, museumHours } = kyselyRepositories(database)
const before = await database.isReady()
const sold: string[] = []
const failed = await (async () => {
  for (let n = 1; n < 10_000; n += 1) {
    const ticketId = TicketId(exampleId(n))
    const ticket = aGeneralTicket({ ticketId, confirmationCode: ConfirmationCode(`ticket-${n}`) })
    try {
      await sellAlone(tickets, ticket)
      sold.push(ticketId)
    } catch (error) {
      const named = error instanceof SaleOutcomeUnknown ? error.ticketId : undefined
      return { name: (error as Error).name, message: (error as Error).message, isNamed: named === ticketId }
    }
  }
  return undefined
})()
let after = await database.isReady()
// The row of the readiness probe needs less space than a ticket, so a few more writes of it may succeed.
for (let n = 0; n < 50 && after !== false && after.writes; n += 1) after = await database.isReady()
const { ticketDate } = aGeneralTicket()
const { weekly } = await museumHours.schedule(ticketDate, ticketDate)
console.log(JSON.stringify({ before, sold: sold.length, failed, after, weekdays: Object.keys(weekly).length }))
await database.close()
