import { CalendarDate, Ticket, type TicketType } from '@museum/domain'
import { LRUCache } from 'lru-cache'
import { type Language, typewriter } from '../text/fonts.ts'
import { languageOf } from '../text/language-of.ts'
import { type QrCode, qrCode } from './qr-code.ts'
import { type Paragraph, type Style, typeset } from '../text/typeset.ts'

/** A rectangle of the image, in pixels from its upper left corner. */
export type Box = Readonly<{ x: number; y: number; width: number; height: number }>

/** What is written on a ticket, by the words of the specification. */
export type Part =
  | 'museum name'
  | 'ticket type'
  | 'event name'
  | 'location'
  | 'date'
  | 'confirmation code'
  | 'ticket id'

export type Block = Readonly<{ part: Part; box: Box; paragraph: Paragraph; colour: string }>

/** Where everything is on a ticket. The blocks and the code do not overlap, and all are inside of the paper. */
export type TicketLayout = Readonly<{
  width: number
  height: number
  /** The colour of the frame: one for general entry, another for events. */
  accent: Accent
  paper: Box
  /** The height at which the stub with the code would be torn off. */
  tear: number
  emblem: Box
  ornament: Box
  blocks: readonly Block[]
  /** White, with the modules inside a quiet zone of four modules. */
  code: Readonly<{ box: Box; qrCode: QrCode; moduleSize: number }>
}>

const width = 720
const mat = 20
const column = { x: 80, width: width - 2 * 80 }
const codeSide = 456
export const quietModules = 4

export const colours = {
  paper: '#fbf8f1',
  ink: '#1d1b19',
  muted: '#6f675c',
  general: '#1f4d43',
  event: '#7d2431',
} as const
export type Accent = (typeof colours)[TicketType]

/** Sets the texts of a ticket and finds each its place. */
export const ticketLayout = (ticket: Ticket, museumName: string): TicketLayout => {
  const texts = ticket.ticketType === 'event' ? [museumName, ticket.event.name, ticket.event.location] : [museumName]
  const accent = colours[ticket.ticketType]
  const language = (text: string) => languageOf(text, texts.join(' '))
  const set = (text: string, style: StyleName) => typesetAs(style, text, language(text))
  const shared = (text: string, style: StyleName) => typesetOnce(style, text, language(text))

  const blocks: Block[] = []
  const place = (part: Part, y: number, paragraph: Paragraph, colour: string) => {
    const height = heightOf(paragraph)
    blocks.push({ part, box: { ...column, y, height }, paragraph, colour })
    return y + height
  }

  const emblem = { x: width / 2 - 26, y: 66, width: 52, height: 40 }
  const nameEnd = place('museum name', emblem.y + emblem.height + 14, shared(museumName, 'museumName'), colours.ink)
  const ornament = { x: column.x, y: nameEnd + 16, width: column.width, height: 10 }

  const headline: [Part, Paragraph, string, number][] =
    ticket.ticketType === 'general'
      ? [['ticket type', shared('General entry', 'generalEntry'), accent, 0]]
      : [
          ['ticket type', shared('SPECIAL EVENT', 'specialEvent'), accent, 12],
          ['event name', shared(ticket.event.name, 'eventName'), colours.ink, 10],
          ['location', shared(ticket.event.location, 'location'), colours.muted, 0],
        ]

  const headlineHeight = headline.reduce((sum, [, paragraph, , gap]) => sum + heightOf(paragraph) + gap, 0)
  const room = { top: ornament.y + ornament.height + 24, height: Math.max(headlineHeight, 290) }
  let y = Math.round(room.top + (room.height - headlineHeight) / 2)
  for (const [part, paragraph, colour, gap] of headline) y = place(part, y, paragraph, colour) + gap
  const dateEnd = place('date', room.top + room.height + 24, shared(inWords(ticket.ticketDate), 'date'), colours.ink)

  const tear = dateEnd + 32
  const code = codeAt(Ticket.admissionCode(ticket), tear + 32)
  const codeEnd = code.box.y + code.box.height
  const confirmationCode = set(ticket.confirmationCode, 'confirmationCode')
  const confirmationEnd = place('confirmation code', codeEnd + 20, confirmationCode, colours.ink)
  const end = place('ticket id', confirmationEnd + 6, set(ticket.ticketId, 'ticketId'), colours.muted)

  const height = end + 40 + mat
  const paper = { x: mat, y: mat, width: width - 2 * mat, height: height - 2 * mat }
  return { width, height, accent, paper, tear, emblem, ornament, blocks, code }
}

const typesetAs = (style: StyleName, text: string, language: Language) =>
  typeset(text, language, { maxWidth: column.width, ...styles[style] })

/** The texts that many tickets share are set once: the last hundred of them are kept. */
const sharedTexts = new LRUCache<string, Paragraph>({ max: 100 })

const typesetOnce = (style: StyleName, text: string, language: Language) => {
  const key = [style, language, text].join()
  const paragraph = sharedTexts.get(key) ?? typesetAs(style, text, language)
  sharedTexts.set(key, paragraph)
  return paragraph
}

type TextStyle = Omit<Style, 'maxWidth'>
const inSizes = (...sizes: readonly (readonly [size: number, lines: number])[]) =>
  sizes.map(([size, lines]) => ({ size, lines }))

const styles = {
  museumName: { sizes: inSizes([32, 1], [28, 1], [26, 2]), weight: 600 },
  generalEntry: { sizes: inSizes([80, 1]), weight: 600 },
  specialEvent: { sizes: inSizes([21, 1]), weight: 600, letterSpacing: 5 },
  eventName: { sizes: inSizes([64, 1], [58, 2], [48, 3], [40, 3]), weight: 600 },
  location: { sizes: inSizes([28, 1], [25, 2]), weight: 400 },
  date: { sizes: inSizes([38, 1]), weight: 600 },
  confirmationCode: { sizes: inSizes([31, 1], [24, 1], [20, 2]), weight: 400, typeface: typewriter },
  ticketId: { sizes: inSizes([18, 1]), weight: 400, typeface: typewriter },
} satisfies Record<string, TextStyle>
type StyleName = keyof typeof styles

const heightOf = ({ lines, lineHeight }: Paragraph) => lines.length * lineHeight

/** The code as large as its place allows in whole pixels a module, at least 8. */
const codeAt = (payload: string, y: number) => {
  const code = qrCode(payload)
  const modules = code.size + 2 * quietModules
  const moduleSize = Math.max(8, Math.floor(codeSide / modules))
  const side = modules * moduleSize
  if (side > width - 2 * mat) throw new Error(`A code of ${code.size} modules a side does not fit on a ticket.`)
  return { box: { x: Math.round((width - side) / 2), y, width: side, height: side }, qrCode: code, moduleSize }
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** `Friday, 17 May 2030` */
const inWords = (date: CalendarDate) => {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const weekday = CalendarDate.weekday(date)
  return `${weekday[0]!.toUpperCase()}${weekday.slice(1)}, ${day} ${months[month - 1]} ${year}`
}
