/**
 * Prints what a ticket's image costs, for tickets of several kinds; all times are processor time in milliseconds:
 *
 *     node --conditions=@museum/source quality/bench/ticket-image.ts [images of each kind]
 */
import { compareBlocking, compareDrawing, ticketKinds } from './image-cost.ts'

const images = Number(process.argv[2] ?? 400)
const widths = [39, 7, 7, 7, 8, 22, 22, 16]
const print = (...cells: string[]) =>
  console.log(
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(''),
  )

print('', '', '', '', '', 'blocks the event loop', 'the same, plain', '')
print('ms per image', 'plain', 'first', 'ratio', 'again', 'median, longest', 'median, longest', 'bytes')
for (const [kind, newTicket] of Object.entries(ticketKinds)) {
  const { plain, first, again } = await compareDrawing(newTicket, images)
  const blocked = await compareBlocking(newTicket, images / 4)
  const blocking = ({ median, longest }: typeof blocked.museum) => `${median.toFixed(2)}, ${longest.toFixed(1)}`
  print(
    kind,
    plain.processor.toFixed(1),
    first.processor.toFixed(1),
    (first.processor / plain.processor).toFixed(2),
    again.processor.toFixed(3),
    blocking(blocked.museum),
    blocking(blocked.plain),
    `${Math.round(plain.bytes)} > ${Math.round(first.bytes)}`,
  )
}
