// Starts to store a scan in the database of its argument, up to the moment when the ticket is admitted and the scan is not
// inserted yet. Then prints a line and waits until it is killed.
import { aNewScan } from '@museum/testing'
import { scanStatements } from '../../src/admissions/scan-statements.ts'
import { openDatabase } from '../../src/index.ts'
import { ticketStatements } from '../../src/tickets/ticket-rows.ts'
import { decidedScan } from '../decided-scan.ts'

const database = openDatabase(process.argv[2]!)
const { writes } = scanStatements(database.kysely, ticketStatements(database.kysely), database.engine)
await database.transaction(async (tables) => {
  const { numAffectedRows } = await tables.executeQuery(writes([decidedScan(aNewScan(1))])[0]!)
  console.log(`admitted ${numAffectedRows}`)
  await new Promise((resolve) => setTimeout(resolve, 3_600_000))
})
