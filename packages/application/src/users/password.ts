import { type Brand, codePoints, typedCodeAlphabet, valueObject } from '@museum/domain'
import { controlCharacter } from './username.ts'

const [minLength, maxLength] = [10, 1_000]

const faultIn = (text: string): string | undefined => {
  if (controlCharacter.test(text)) return 'must not hold control characters, such as a line end'
  if (!text.isWellFormed()) return 'must not hold half of a surrogate pair'
  if (codePoints(text) < minLength) return `must have at least ${minLength} characters`
  if (codePoints(text) > maxLength) return `must have at most ${maxLength} characters`
  return undefined
}

/** A new password: 10 to 1,000 characters (code points) without control characters. */
export type Password = Brand<string, 'Password'>
/** Makes a `Password` from 10 to 1,000 characters. Throws a `TypeError` for any other text. */
export const Password = Object.assign(
  valueObject<string, Password>((text) => {
    const detail = faultIn(text)
    return detail === undefined ? undefined : { code: 'not-a-password', detail, values: { minLength, maxLength } }
  }),
  {
    minLength,
    maxLength,
    /**
     * Makes a random password: five groups of four characters that do not look alike, 99 bits. `randomInt(n)` returns an integer from
     * 0 to n - 1, from a cryptographic source.
     */
    make: (randomInt: (below: number) => number): Password =>
      Array.from({ length: 5 }, () =>
        Array.from({ length: 4 }, () => typedCodeAlphabet[randomInt(typedCodeAlphabet.length)]!).join(''),
      ).join('-') as Password,
    /** A password that may be shorter than 10 characters: the one that an operator sets through the environment. */
    ofAnyLength: (text: string): Password => text as Password,
  },
)

/** Makes and checks the salted hashes of passwords. */
export interface PasswordHasher {
  /** A hash of at most 255 ASCII characters, with a new salt each time. */
  hash(password: string): Promise<string>
  /** Whether `hash` is a hash of `password`. Throws an `Error` when `hash` is not in the format that `hash` returns. */
  verify(hash: string, password: string): Promise<boolean>
}
