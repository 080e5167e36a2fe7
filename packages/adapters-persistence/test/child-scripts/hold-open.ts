// Keeps the file of its argument open until its input ends.
import { openSync } from 'node:fs'
import process from 'node:process'

openSync(process.argv[2]!, 'r')
console.log('open')
process.stdin.resume()
