import { type Brand, codePoints, valueObject } from '@museum/domain'
import { serverPrincipal } from '../access/principal.ts'

// HTTP Basic authentication transmits neither colons nor control characters in a user name (RFC 7617, section 2).
// oxlint-disable-next-line no-control-regex
const notTransmitted = /[:\u0000-\u001f\u007f]/

const maxLength = 255

/** The name of a new user: 1 to 255 characters (code points) without colons and control characters, and not `server`. */
export type Username = Brand<string, 'Username'>
export const Username = valueObject<string, Username, 'not-a-username'>((text) => {
  const detail = faultIn(text)
  return detail === undefined ? undefined : { code: 'not-a-username', detail }
})

const faultIn = (text: string): string | undefined => {
  if (text === '' || codePoints(text) > maxLength) return `must have 1 to ${maxLength} characters`
  if (notTransmitted.test(text)) return 'must not hold a colon or a control character, such as a line end'
  if (!text.isWellFormed()) return 'must not hold half of a surrogate pair'
  if (text === serverPrincipal.username) return 'must not be "server", the name of the server itself in the audit'
  return undefined
}
