/**
 * The CPU time of a ticket's image, beside that of drawing it in the straightforward way: a canvas of the same size, the
 * same texts, `qrcode.toCanvas`, `encode('png')`. Every ticket is another, and the contenders take turns.
 *
 *     node --conditions=@museum/source bench/ticket-image.ts [images of each kind]
 */
import { randomInt, randomUUID } from 'node:crypto'
import { canvasTicketRenderer } from '@museum/adapters-imaging'
import { drawBackground, drawTextBlock, quietZone, ticketLayout } from '@museum/adapters-imaging/drawing'
import { CalendarDate, ConfirmationCode, EventLocation, EventName, Ticket, TicketId } from '@museum/domain'
import { aGeneralTicket, anEventTicket } from '@museum/domain/examples'
import { createCanvas } from '@napi-rs/canvas'
import { toCanvas } from 'qrcode'

const museumName = 'City Museum of Art and History'
const museum = canvasTicketRenderer({ museumName })

/** It is even told the places of the texts by the museum, whose typesetting remembers. */
const drawStraightforwardly = async (ticket: Ticket): Promise<Uint8Array> => {
  const layout = ticketLayout(ticket, museumName)
  const canvas = createCanvas(layout.width, layout.height)
  const context = canvas.getContext('2d')
  drawBackground(context, layout)
  for (const block of layout.textBlocks) drawTextBlock(context, block)
  const { box, moduleSize } = layout.code
  const code = createCanvas(box.width, box.height)
  await toCanvas(code as unknown as Parameters<typeof toCanvas>[0], Ticket.admissionCode(ticket), {
    errorCorrectionLevel: 'M',
    margin: quietZone,
    scale: moduleSize,
  })
  context.drawImage(code, box.x, box.y)
  return canvas.encode('png')
}

const stamp = (ticketType: Ticket['ticketType']) => ({
  ticketId: TicketId(randomUUID()),
  confirmationCode: ConfirmationCode.draw(ticketType, (below) => randomInt(below)),
})
const eventTicket = (name: string, location: string) => {
  const event = { ...anEventTicket().event, name: EventName(name), location: EventLocation(location) }
  return anEventTicket({ ...stamp('event'), event })
}
const someDate = () => CalendarDate(`20${randomInt(30, 90)}-${randomInt(10, 13)}-${randomInt(10, 29)}`)
const some = (text: string) => `${text} ${randomInt(1000, 10_000)}`

const [name, location] = ['A Long Night of Light and Song', 'Main Hall']
const kinds: Record<string, () => Ticket> = {
  'an event': () => eventTicket(name, location),
  'another event and date each time': () => ({
    ...eventTicket(some(name), some(location)),
    ticketDate: someDate(),
  }),
  'general entry': () => aGeneralTicket(stamp('general')),
  'general entry, another date each time': () => ({ ...aGeneralTicket(stamp('general')), ticketDate: someDate() }),
  Japanese: () => eventTicket('美術館の夜 光と音', '大広間'),
  Arabic: () => eventTicket('ليلة في المتحف', 'القاعة الرئيسية'),
  emoji: () => eventTicket('🦕🌙 Night at the Museum 🎟️', 'Main Hall 🏛️'),
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

/** Milliseconds of CPU of the whole process, and bytes, an image. */
const contender = (draw: (ticket: Ticket) => Promise<Uint8Array>) => {
  const total = { cpu: 0, bytes: 0, images: 0 }
  return {
    async draw(tickets: readonly Ticket[]) {
      const before = process.cpuUsage()
      for (const ticket of tickets) total.bytes += (await draw(ticket)).byteLength
      total.cpu += milliseconds(process.cpuUsage(before))
      total.images += tickets.length
    },
    each: () => ({ cpu: total.cpu / total.images, bytes: total.bytes / total.images }),
  }
}

const round = 20
const compare = async (ticket: () => Ticket, images: number) => {
  const contenders = () => [drawStraightforwardly, museum.render, museum.render].map(contender)
  let [straightforward, first, again] = contenders()
  for (let drawn = -3 * round; drawn < images; drawn += round) {
    if (drawn === 0) [straightforward, first, again] = contenders()
    const tickets = Array.from({ length: round }, ticket)
    await straightforward!.draw(tickets)
    await first!.draw(tickets)
    await again!.draw(tickets)
  }
  return { straightforward: straightforward!.each(), first: first!.each(), again: again!.each() }
}

/** Milliseconds of CPU of the main thread an image: for at most this long in all, the event loop is held. */
const eventLoop = async (ticket: () => Ticket, images: number) => {
  const held: number[] = []
  for (let drawn = 0; drawn < images; drawn += 1) {
    const next = ticket()
    const before = process.threadCpuUsage()
    await museum.render(next)
    held.push(milliseconds(process.threadCpuUsage(before)))
  }
  held.sort((one, other) => one - other)
  return { median: held[held.length >> 1]!, longest: held.at(-1)! }
}

/** Milliseconds of CPU an image, the first time it is asked for. */
export const imageCost = async (images: number) => {
  const { straightforward, first } = await compare(kinds['an event']!, images)
  return { drawn: first.cpu, straightforward: straightforward.cpu, ratio: first.cpu / straightforward.cpu }
}

if (import.meta.main) {
  const images = Number(process.argv[2] ?? 400)
  const row = (kind: string, ...cells: string[]) =>
    console.log(kind.padEnd(38) + cells.map((cell, column) => cell.padStart([17, 8, 7, 8, 20, 16][column]!)).join(''))
  row('CPU ms an image', 'straightforward', 'first', 'ratio', 'again', 'event loop', 'bytes')
  for (const [kind, ticket] of Object.entries(kinds)) {
    const { straightforward, first, again } = await compare(ticket, images)
    const { median, longest } = await eventLoop(ticket, images / 4)
    row(
      kind,
      straightforward.cpu.toFixed(1),
      first.cpu.toFixed(1),
      (first.cpu / straightforward.cpu).toFixed(2),
      again.cpu.toFixed(3),
      `${median.toFixed(1)}, at most ${longest.toFixed(1)}`,
      `${Math.round(straightforward.bytes)} > ${Math.round(first.bytes)}`,
    )
  }
}
