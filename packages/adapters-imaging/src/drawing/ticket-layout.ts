import { OrderNumber, type Ticket } from '@museum/domain'
import { type Language, dictionaries, formatFullDate } from '@museum/languages'
import { LRUCache } from 'lru-cache'
import { create } from 'qrcode'
import { type HanLanguage, languageOf } from '../text/language-of.ts'
import { type Paragraph, typeset } from '../text/typeset.ts'
import { type Accent, type TextStyleName, colours, textStyles } from './ticket-style.ts'

/** A rectangle of the image, in pixels from its upper left corner. */
export type Box = Readonly<{ x: number; y: number; width: number; height: number }>

/** The parts of a ticket that are texts, in the terms of the specification. */
export type TextPart =
  | 'rehearsal'
  | 'museum name'
  | 'ticket type'
  | 'event name'
  | 'location'
  | 'date'
  | 'entry time'
  | 'price category'
  | 'confirmation code'
  | 'order number'
  | 'ticket id'

/** A typeset text of the ticket, with its place and its colour. */
export type TextBlock = Readonly<{ part: TextPart; box: Box; paragraph: Paragraph; colour: string }>

/** The place of everything on a ticket. The text blocks and the code do not overlap, and all of them are on the card. */
export type TicketLayout = Readonly<{
  width: number
  height: number
  accent: Accent
  /** The card. The frame surrounds it. */
  card: Box
  /** The `y` of the line at which the part with the code could be torn off. */
  perforationY: number
  emblem: Box
  ornament: Box
  textBlocks: readonly TextBlock[]
  /** The box is white, and has a quiet zone around the modules. */
  code: Readonly<{ box: Box; qrCode: QrCode; moduleSize: number }>
}>

const width = 720
const frameWidth = 20
const column = { x: 80, width: width - 2 * 80 }
const minHeadlineHeight = 290
const maxCodeWidth = 480
const minModuleSize = 8

/** The width of the quiet zone on each side of a QR code, in modules, as its standard requires. */
export const quietZone = 4

/**
 * Sets the texts of a ticket and places them below each other, with a QR code of `code`. Throws an `Error` when the QR
 * code is too large for the ticket. The words of the ticket are in the language, English if absent. In a rehearsal, it says above
 * everything else and above the code that it is not valid.
 */
export const ticketLayout = (
  ticket: Ticket,
  code: string,
  museumName: string,
  language: Language = 'en',
  isRehearsal = false,
): TicketLayout => {
  const { priceCategory, entryTime, orderId } = ticket
  const texts = [
    museumName,
    ...(ticket.event ? [ticket.event.name, ticket.event.location] : []),
    ...(priceCategory === undefined ? [] : [priceCategory.name]),
  ]
  const accent = colours[ticket.ticketType]
  const words = dictionaries[language].ticketImage
  // With the words of the ticket: those in Japanese have kana.
  const neighbours = [...texts, ...Object.values(words)].join(' ')
  const hanLanguage = (text: string) => languageOf(text, neighbours)
  const set = (text: string, style: TextStyleName) => typesetInStyle(style, text, hanLanguage(text))
  const setCached = (text: string, style: TextStyleName) => typesetCached(style, text, hanLanguage(text))

  const textBlocks: TextBlock[] = []
  /** Returns the `y` of the end of the block. */
  const place = (part: TextPart, y: number, paragraph: Paragraph, colour: string) => {
    const height = heightOf(paragraph)
    textBlocks.push({ part, box: { ...column, y, height }, paragraph, colour })
    return y + height
  }

  /** Says that the ticket is not valid, in a rehearsal. Returns the `y` of what follows. */
  const placeRehearsal = (y: number) =>
    isRehearsal
      ? place('rehearsal', y, setCached(dictionaries[language].rehearsal.notValid, 'rehearsal'), colours.ink) + 16
      : y

  const emblem = { x: width / 2 - 26, y: placeRehearsal(66), width: 52, height: 40 }
  const nameEnd = place('museum name', emblem.y + emblem.height + 14, setCached(museumName, 'museumName'), colours.ink)
  const ornament = { x: column.x, y: nameEnd + 16, width: column.width, height: 10 }

  const headline: readonly (readonly [part: TextPart, paragraph: Paragraph, colour: string, gapBelow: number])[] =
    ticket.event === undefined
      ? [['ticket type', setCached(words.generalEntry, 'generalEntry'), accent, 0]]
      : [
          ['ticket type', setCached(words.specialEvent, 'specialEvent'), accent, 12],
          ['event name', setCached(ticket.event.name, 'eventName'), colours.ink, 10],
          ['location', setCached(ticket.event.location, 'location'), colours.muted, 0],
        ]
  const headlineHeight = headline.reduce((sum, [, paragraph, , gapBelow]) => sum + heightOf(paragraph) + gapBelow, 0)
  const headlineSpace = {
    y: ornament.y + ornament.height + 24,
    height: Math.max(headlineHeight, minHeadlineHeight),
  }
  let y = Math.round(headlineSpace.y + (headlineSpace.height - headlineHeight) / 2)
  for (const [part, paragraph, colour, gapBelow] of headline) y = place(part, y, paragraph, colour) + gapBelow

  const dateY = headlineSpace.y + headlineSpace.height + 24
  const dateEnd = place('date', dateY, setCached(formatFullDate(language, ticket.ticketDate), 'date'), colours.ink)
  const visitEnd =
    entryTime === undefined ? dateEnd : place('entry time', dateEnd, setCached(entryTime, 'entryTime'), colours.ink)

  const categoryEnd =
    priceCategory === undefined
      ? visitEnd
      : place('price category', visitEnd + 8, setCached(priceCategory.name, 'priceCategory'), accent)

  const perforationY = categoryEnd + 32
  const placedCode = placeCode(code, placeRehearsal(perforationY + 32))
  const codeEnd = placedCode.box.y + placedCode.box.height
  const confirmationCode = set(ticket.confirmationCode, 'confirmationCode')
  const confirmationEnd = place('confirmation code', codeEnd + 20, confirmationCode, colours.ink)
  const orderEnd =
    orderId === undefined
      ? confirmationEnd
      : place(
          'order number',
          confirmationEnd + 6,
          set(`${words.order} ${OrderNumber.of(orderId)}`, 'orderNumber'),
          colours.ink,
        )
  const end = place('ticket id', orderEnd + 6, set(ticket.ticketId, 'ticketId'), colours.muted)

  const height = end + 40 + frameWidth
  const card = { x: frameWidth, y: frameWidth, width: width - 2 * frameWidth, height: height - 2 * frameWidth }
  return { width, height, accent, card, perforationY, emblem, ornament, textBlocks, code: placedCode }
}

const typesetInStyle = (style: TextStyleName, text: string, language: HanLanguage) =>
  typeset(text, language, { maxWidth: column.width, ...textStyles[style] })

/** A cache of typeset texts: many tickets have the same ones. It holds the last hundred. */
const paragraphs = new LRUCache<string, Paragraph>({ max: 100 })

const typesetCached = (style: TextStyleName, text: string, language: HanLanguage) => {
  const key = [style, language, text].join()
  const paragraph = paragraphs.get(key) ?? typesetInStyle(style, text, language)
  paragraphs.set(key, paragraph)
  return paragraph
}

const heightOf = ({ lines, lineHeight }: Paragraph) => lines.length * lineHeight

/** Makes the code as large as its place allows, with a whole number of pixels for each module. */
const placeCode = (payload: string, y: number): TicketLayout['code'] => {
  const code = qrCode(payload)
  const modules = code.size + 2 * quietZone
  const moduleSize = Math.max(minModuleSize, Math.floor(maxCodeWidth / modules))
  const side = modules * moduleSize
  if (side > width - 2 * frameWidth) throw new Error(`A code of ${code.size} modules a side does not fit on a ticket.`)
  return { box: { x: Math.round((width - side) / 2), y, width: side, height: side }, qrCode: code, moduleSize }
}

/** The modules of a QR code: `size` is their number in a row and in a column. */
type QrCode = Readonly<{ size: number; isDark: (column: number, row: number) => boolean }>

const alphanumeric = /^[0-9A-Z $%*+\-./:]+$/

/**
 * The smallest QR code that holds the text and can be read when 15 % of it is damaged (error correction level M); in
 * alphanumeric mode where the text has no other characters.
 */
export const qrCode = (text: string): QrCode => {
  const content = alphanumeric.test(text) ? [{ data: text, mode: 'alphanumeric' as const }] : text
  const { modules } = create(content, { errorCorrectionLevel: 'M' })
  return { size: modules.size, isDark: (column, row) => modules.get(row, column) === 1 }
}
