import type { TicketType } from '@museum/domain'

/** The colours of an image, but for black and white, which the QR code has, and for those of emoji. */
export const colours = {
  paper: '#fbf8f1',
  ink: '#1d1b19',
  muted: '#6f675c',
  general: '#1f4d43',
  event: '#7d2431',
} as const

/** The colour of the frame and of the headline, by which the types of tickets differ. */
export type Accent = (typeof colours)[TicketType]
