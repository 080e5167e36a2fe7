// Writes a text into the file of its first argument, at the offset of its second one. Another process does it, since SQLite's
// locks on a file are released when their own process closes it.
import { openSync, writeSync } from 'node:fs'

const [path, offset] = process.argv.slice(2) as [string, string]
writeSync(openSync(path, 'r+'), 'content', Number(offset))
