import { Instant, valueObject } from '@museum/domain'
import { text } from '../operation/domain-value.ts'

// A version, so that the content can change, and milliseconds since 1970 up to the year 9999.
const form = /^1:(0|[1-9]\d{0,14})$/

const decode = (cursor: string) => {
  const content = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, milliseconds] = form.exec(content) ?? []
  return milliseconds !== undefined && encode(content) === cursor ? Instant(Number(milliseconds)) : undefined
}
const encode = (content: string) => Buffer.from(content, 'latin1').toString('base64url')

/** The text of a cursor, whose content clients do not need to know. */
export const toRevocationCursor = (instant: Instant): string => encode(`1:${instant}`)

/** Reads what `toRevocationCursor` has made. */
const RevocationCursor = valueObject<string, Instant, 'not-a-cursor'>(
  (cursor) =>
    decode(cursor) === undefined
      ? { code: 'not-a-cursor', detail: 'must be the cursor of an earlier response' }
      : undefined,
  (cursor) => decode(cursor)!,
)

/** The cursor of a request. */
export const revocationCursor = text(RevocationCursor)
