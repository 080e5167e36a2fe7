// Prints what an inspection of the SQLite file of its argument finds for a user who is not root.
import { inspectSqliteFiles } from '../../src/maintenance/sqlite/inspect-sqlite-files.ts'

const nobody = 65_534
if (process.getuid!() === 0) process.setuid!(nobody)
console.log(JSON.stringify(await inspectSqliteFiles(process.argv[2]!)))
