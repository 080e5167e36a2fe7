import type { Brand } from '../brand.ts'
import { valueObject } from '../fault.ts'
import { faultOfText } from '../text.ts'

/** Why a ticket is cancelled: 1 to 500 characters, not blank, one line. It should name no person. */
export type CancellationReason = Brand<string, 'CancellationReason'>
/** Makes a `CancellationReason` from 1 to 500 characters. Throws a `TypeError` for any other text. */
export const CancellationReason = valueObject<string, CancellationReason>((text) =>
  faultOfText(text, { maxLength: 500 }),
)
