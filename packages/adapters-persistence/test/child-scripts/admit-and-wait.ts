// Begins to store a scan on the database of its argument: the ticket has its admission, and the scan is not inserted yet.
// Prints a line and waits until it is killed.
import { aNewScan } from '@museum/application/in-memory'
import { openDatabase } from '../../src/index.ts'
import { scanStatements } from '../../src/admissions/scan-statements.ts'

const database = openDatabase(process.argv[2]!)
const { admit } = scanStatements(database.kysely)
await database.transaction(async (tables) => {
  const scan = aNewScan(1)
  if (scan.reason !== undefined) throw new Error('a scan that does not admit')
  const admitted = await admit(tables, [scan])
  console.log(`admitted ${admitted.length}`)
  await new Promise((resolve) => setTimeout(resolve, 3_600_000))
})
