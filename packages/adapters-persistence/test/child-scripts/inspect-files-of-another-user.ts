// Prints what an inspection of the SQLite file of its argument finds for a user who is not root.
import { inspectDatabaseFiles } from '@museum/database/maintenance'
import { openDatabase } from '../../src/database/museum-database.ts'

const nobody = 65_534
if (process.getuid!() === 0) process.setuid!(nobody)
console.log(JSON.stringify(await inspectDatabaseFiles(openDatabase(`sqlite:${process.argv[2]!}`))))
