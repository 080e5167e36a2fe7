import type { Brand } from '../brand.ts'
import { nameValue } from '../text.ts'

/**
 * The name of a till: 1 to 100 characters, not blank, one line. It is in Unicode normalization form C, so that two names that look
 * alike are not two tills.
 */
export type Till = Brand<string, 'Till'>
/** Makes a `Till`, in Unicode normalization form C. Throws a `TypeError` for any other text. */
export const Till = nameValue<Till>()
