import { randomInt, randomUUID } from 'node:crypto'
import { canvasTicketRenderer } from '@museum/adapters-imaging'
import { drawBackground, drawTextBlock, quietZone, ticketLayout } from '@museum/adapters-imaging/drawing'
import { ConfirmationCode, type Ticket, TicketId } from '@museum/domain'
import { anAdmissionCode, anEventTicket } from '@museum/testing/examples'
import { createCanvas } from '@napi-rs/canvas'
import { toCanvas } from 'qrcode'
import type { Bench, Row } from '../bench.ts'

const museumName = 'City Museum of Art and History'

type Draw = (ticket: Ticket) => Promise<Uint8Array>

/** As the museum's server draws: in a worker thread, with the last images kept. */
const renderer = canvasTicketRenderer()
const drawAsMuseum: Draw = (ticket) => renderer.render(ticket, anAdmissionCode(ticket), { museumName, language: 'en' })

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

const newEventTicket = () =>
  anEventTicket({
    ticketId: TicketId(randomUUID()),
    confirmationCode: ConfirmationCode.draw('event', (below) => randomInt(below)),
  })

const imagesPerTurn = 20

/** Draws images; returns their processor time of all threads, in milliseconds. */
const drawTimed = async (draw: Draw, tickets: readonly Ticket[]) => {
  const before = process.cpuUsage()
  for (const ticket of tickets) await draw(ticket)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/**
 * The processor time of a new image of an event ticket in milliseconds. Both ways take turns; the first three turns do not
 * count.
 */
const newImageCost = async (images: number): Promise<Readonly<{ museum: number; plain: number }>> => {
  const total = { museum: 0, plain: 0 }
  const turns = Math.ceil(images / imagesPerTurn)
  for (let turn = -3; turn < turns; turn += 1) {
    const tickets = Array.from({ length: imagesPerTurn }, newEventTicket)
    const [plain, museum] = [await drawTimed(drawPlainly, tickets), await drawTimed(drawAsMuseum, tickets)]
    if (turn < 0) continue
    total.plain += plain
    total.museum += museum
  }
  const drawn = turns * imagesPerTurn
  return { museum: total.museum / drawn, plain: total.plain / drawn }
}

/** An image that was not drawn before, compared with a plain way of drawing it. */
export const newImages = ({ table, settings }: Bench): readonly Row[] => {
  const name = 'new image, processor time, compared with plain drawing'
  const measure = async () => {
    const { museum, plain } = await newImageCost(Math.max(20, settings.rounds * 20))
    table.add({
      name,
      measured: `${museum.toFixed(1)} ms`,
      comparedWith: `${plain.toFixed(1)} ms`,
      value: museum / plain,
      bound: { max: 0.25 },
    })
  }
  return [{ name, measure }]
}
