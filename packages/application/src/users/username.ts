import { type Brand, codePoints, valueObject } from '@museum/domain'
import { serverPrincipal } from '../access/principal.ts'

/** A control character, C0 or C1. HTTP Basic authentication transmits none (RFC 7617, section 2). */
export const controlCharacter = /\p{Cc}/u

const maxLength = 255

const faultIn = (text: string): string | undefined => {
  if (text === '' || codePoints(text) > maxLength) return `must have 1 to ${maxLength} characters`
  // In HTTP Basic authentication, a colon separates the user name from the password.
  if (text.includes(':') || controlCharacter.test(text))
    return 'must not hold a colon or a control character, such as a line end'
  if (!text.isWellFormed()) return 'must not hold half of a surrogate pair'
  if (/^\s|\s$/u.test(text)) return 'must not begin or end with a space'
  if (text === serverPrincipal.username) return 'must not be "server", the name of the server itself in the audit log'
  return undefined
}

/** What a path of the API, with the name in it, cannot have: some proxies decode `%2F`, and `.` is dropped from a path. */
const faultInPath = (text: string): string | undefined => {
  if (text.includes('/')) return 'must not hold a slash'
  return ['.', '..', 'me'].includes(text) ? `must not be "${text}", which means something else in a path` : undefined
}

const usernameWith = (findFault: (text: string) => string | undefined) =>
  valueObject<string, Username>(
    (text) => {
      const detail = findFault(text.normalize('NFC'))
      return detail === undefined ? undefined : { code: 'not-a-username', detail, values: { maxLength } }
    },
    (text) => text.normalize('NFC') as Username,
  )

/**
 * The name of a new user: 1 to 255 characters (code points) without colons, slashes, control characters and spaces at its
 * ends, and not `server`, `me`, `.` or `..`. It is in Unicode normalization form C, so that two names that look alike are not
 * two users.
 */
export type Username = Brand<string, 'Username'>
/** Makes a `Username`, in Unicode normalization form C. Throws a `TypeError` for any other text. */
export const Username = Object.assign(
  usernameWith((text) => faultIn(text) ?? faultInPath(text)),
  {
    /** A name that an operator sets through the environment: it may have slashes and be `me`, as in earlier versions. */
    ofEnvironment: usernameWith(faultIn),
    /** The form of a text under which a user is looked up. The text need not be a valid user name. */
    normalize: (text: string): string => text.normalize('NFC'),
  },
)
