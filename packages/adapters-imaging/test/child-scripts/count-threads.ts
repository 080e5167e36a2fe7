// A program: renders tickets with two renderers and prints how many worker threads had been started before the first
// and after the last.
import { anEventTicket } from '@museum/testing/examples'
import { canvasTicketRenderer } from '../../src/index.ts'
import { aTicketTo } from '../a-ticket-to.ts'

let started = 0
process.on('worker', () => (started += 1))

const style = { museumName: 'One Museum', language: 'en' }
const one = canvasTicketRenderer()
const other = canvasTicketRenderer()
const before = started
await one.render(anEventTicket(), 'M1:', style)
await Promise.all([one.render(aTicketTo('Night'), 'M1:', style), other.render(aTicketTo('Day'), 'M1:', style)])
process.stdout.write(JSON.stringify({ before, after: started }))
