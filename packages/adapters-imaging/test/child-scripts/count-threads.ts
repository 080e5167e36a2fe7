// A program: renders tickets with two renderers and prints how many worker threads had been started before the first
// and after the last.
import { anEventTicket } from '@museum/testing/examples'
import { canvasTicketRenderer } from '../../src/index.ts'
import { aTicketTo } from '../a-ticket-to.ts'

let started = 0
process.on('worker', () => (started += 1))

const one = canvasTicketRenderer({ museumName: 'One Museum' })
const other = canvasTicketRenderer({ museumName: 'Another Museum' })
const before = started
await one.render(anEventTicket(), 'M1:')
await Promise.all([one.render(aTicketTo('Night'), 'M1:'), other.render(aTicketTo('Day'), 'M1:')])
process.stdout.write(JSON.stringify({ before, after: started }))
