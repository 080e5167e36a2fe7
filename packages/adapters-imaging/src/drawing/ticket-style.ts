import type { TicketType } from '@museum/domain'
import { monospace } from '../text/fonts.ts'
import type { TextStyle } from '../text/typeset.ts'

/** The colours of an image, except black and white of the QR code, and the colours of emoji. */
export const colours = {
  paper: '#fbf8f1',
  ink: '#1d1b19',
  muted: '#6f675c',
  general: '#1f4d43',
  event: '#7d2431',
} as const

/** The colour of the frame and of the headline, which shows the type of the ticket. */
export type Accent = (typeof colours)[TicketType]

type WidthlessStyle = Omit<TextStyle, 'maxWidth'>

const sizes = (...pairs: readonly (readonly [size: number, maxLines: number])[]): WidthlessStyle['sizes'] =>
  pairs.map(([size, maxLines]) => ({ size, maxLines }))

/** The style of each text of a ticket. Texts are as wide as the text column. */
export const textStyles = {
  rehearsal: { sizes: sizes([56, 1], [48, 1], [40, 2]), weight: 600 },
  museumName: { sizes: sizes([32, 1], [28, 1], [26, 2]), weight: 600 },
  generalEntry: { sizes: sizes([80, 1]), weight: 600 },
  specialEvent: { sizes: sizes([21, 1]), weight: 600, letterSpacing: 5 },
  eventName: { sizes: sizes([64, 1], [58, 2], [48, 3], [40, 3]), weight: 600 },
  location: { sizes: sizes([28, 1], [25, 2]), weight: 400 },
  date: { sizes: sizes([38, 1]), weight: 600 },
  entryTime: { sizes: sizes([84, 1]), weight: 600 },
  priceCategory: { sizes: sizes([32, 1], [28, 1], [25, 2], [22, 3]), weight: 600 },
  confirmationCode: { sizes: sizes([31, 1], [24, 1], [20, 2]), weight: 400, typeface: monospace },
  orderNumber: { sizes: sizes([24, 1]), weight: 400 },
  ticketId: { sizes: sizes([18, 1]), weight: 400, typeface: monospace },
} satisfies Record<string, WidthlessStyle>

export type TextStyleName = keyof typeof textStyles
