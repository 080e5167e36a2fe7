/** The cost of drawing a ticket's image, compared with a plain way of drawing the same image. */
import { randomInt, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { canvasTicketRenderer } from '@museum/adapters-imaging'
import { drawBackground, drawTextBlock, quietZone, ticketLayout } from '@museum/adapters-imaging/drawing'
import { CalendarDate, ConfirmationCode, EventLocation, EventName, type Ticket, TicketId } from '@museum/domain'
import { aGeneralTicket, anAdmissionCode, anEventTicket } from '@museum/testing/examples'
import { createCanvas } from '@napi-rs/canvas'
import { toCanvas } from 'qrcode'
import { median } from './statistics.ts'

const museumName = 'City Museum of Art and History'

type Draw = (ticket: Ticket) => Promise<Uint8Array>

/** As the museum's server draws: in a worker thread, with the last images kept. */
const renderer = canvasTicketRenderer({ museumName })
const drawAsMuseum: Draw = (ticket) => renderer.render(ticket, anAdmissionCode(ticket))

/**
 * The plain way: a canvas of the same size, the same texts, `qrcode.toCanvas`, `encode('png')`. The places of the texts
 * come from the museum's layout, which remembers them, so that only the drawing is compared.
 */
const drawPlainly: Draw = async (ticket) => {
  const layout = ticketLayout(ticket, anAdmissionCode(ticket), museumName)
  const canvas = createCanvas(layout.width, layout.height)
  const context = canvas.getContext('2d')
  drawBackground(context, layout)
  for (const block of layout.textBlocks) drawTextBlock(context, block)
  const { box, moduleSize } = layout.code
  const code = createCanvas(box.width, box.height)
  await toCanvas(code as unknown as Parameters<typeof toCanvas>[0], anAdmissionCode(ticket), {
    errorCorrectionLevel: 'M',
    margin: quietZone,
    scale: moduleSize,
  })
  context.drawImage(code, box.x, box.y)
  return canvas.encode('png')
}

const newIdentity = (ticketType: Ticket['ticketType']) => ({
  ticketId: TicketId(randomUUID()),
  confirmationCode: ConfirmationCode.draw(ticketType, (below) => randomInt(below)),
})
const newEventTicket = (name: string, location: string) => {
  const event = { ...anEventTicket().event, name: EventName(name), location: EventLocation(location) }
  return anEventTicket({ ...newIdentity('event'), event })
}
const newGeneralTicket = () => aGeneralTicket(newIdentity('general'))
const randomDate = () => CalendarDate(`20${randomInt(30, 90)}-${randomInt(10, 13)}-${randomInt(10, 29)}`)
const withNumber = (text: string) => `${text} ${randomInt(1000, 10_000)}`

const [name, location] = ['A Long Night of Light and Song', 'Main Hall']
const eventTicket = () => newEventTicket(name, location)

/** Functions that make a new ticket each time, by what is on it. */
export const ticketKinds: Readonly<Record<string, () => Ticket>> = {
  'an event': eventTicket,
  'another event and date each time': () => ({
    ...newEventTicket(withNumber(name), withNumber(location)),
    ticketDate: randomDate(),
  }),
  'general entry': newGeneralTicket,
  'general entry, another date each time': () => ({ ...newGeneralTicket(), ticketDate: randomDate() }),
  Japanese: () => newEventTicket('美術館の夜 光と音', '大広間'),
  Arabic: () => newEventTicket('ليلة في المتحف', 'القاعة الرئيسية'),
  emoji: () => newEventTicket('🦕🌙 Night at the Museum 🎟️', 'Main Hall 🏛️'),
}

const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

/** Draws images, and sums up their processor time, of all threads, and their bytes. */
const measuredDrawing = (draw: Draw) => {
  const total = { processor: 0, bytes: 0, images: 0 }
  return {
    async draw(tickets: readonly Ticket[]) {
      const before = process.cpuUsage()
      for (const ticket of tickets) total.bytes += (await draw(ticket)).byteLength
      total.processor += milliseconds(process.cpuUsage(before))
      total.images += tickets.length
    },
    perImage: () => ({ processor: total.processor / total.images, bytes: total.bytes / total.images }),
  }
}

const imagesPerTurn = 20

/**
 * Processor time in milliseconds, and bytes, of an image drawn plainly, by the museum, and by the museum once more. They
 * take turns; the first three turns do not count.
 */
export const compareDrawing = async (newTicket: () => Ticket, images: number) => {
  const drawings = () => [drawPlainly, drawAsMuseum, drawAsMuseum].map(measuredDrawing)
  let [plain, first, again] = drawings()
  for (let drawn = -3 * imagesPerTurn; drawn < images; drawn += imagesPerTurn) {
    if (drawn === 0) [plain, first, again] = drawings()
    const tickets = Array.from({ length: imagesPerTurn }, newTicket)
    await plain!.draw(tickets)
    await first!.draw(tickets)
    await again!.draw(tickets)
  }
  return { plain: plain!.perImage(), first: first!.perImage(), again: again!.perImage() }
}

/**
 * How long a new image blocks the event loop, drawn plainly, which happens in the main thread, and by the museum, which
 * has a worker thread for it. It is the processor time of the main thread in milliseconds, from the call to the end of
 * the turn of the event loop in which the image is ready; the loop serves nothing else in that time.
 */
export const compareBlocking = async (newTicket: () => Ticket, images: number) => ({
  plain: await blockingOf(drawPlainly, newTicket, images),
  museum: await blockingOf(drawAsMuseum, newTicket, images),
})

const blockingOf = async (draw: Draw, newTicket: () => Ticket, images: number) => {
  const blocked: number[] = []
  for (let drawn = -imagesPerTurn; drawn < images; drawn += 1) {
    const ticket = newTicket()
    // Pending work of the image before is done in a separate turn.
    await setImmediate()
    const before = process.threadCpuUsage()
    await draw(ticket)
    await setImmediate()
    if (drawn >= 0) blocked.push(milliseconds(process.threadCpuUsage(before)))
  }
  return { median: median(blocked), longest: Math.max(...blocked) }
}

/** The processor time of a new image of an event ticket in milliseconds. */
export const newImageCost = async (images: number): Promise<Readonly<{ museum: number; plain: number }>> => {
  const { plain, first } = await compareDrawing(eventTicket, images)
  return { museum: first.processor, plain: plain.processor }
}
