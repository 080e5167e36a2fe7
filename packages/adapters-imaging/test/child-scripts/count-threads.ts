// A program: renders tickets, and prints how many worker threads were started before the first and after the last.
import { anEventTicket } from '@museum/domain/examples'
import { aTicketTo } from '../image.ts'
import { canvasTicketRenderer } from '../../src/index.ts'

let started = 0
process.on('worker', () => (started += 1))

const [one, other] = ['One Museum', 'Another Museum'].map((museumName) => canvasTicketRenderer({ museumName }))
const before = started
await one!.render(anEventTicket())
await Promise.all([one!.render(aTicketTo('Night')), other!.render(aTicketTo('Day'))])
process.stdout.write(JSON.stringify({ before, after: started }))
