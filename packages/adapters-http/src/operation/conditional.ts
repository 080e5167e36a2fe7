import { hash } from 'node:crypto'

/** The entity tags of an `If-Match`, or `*`. */
export type EntityTags = '*' | readonly string[]

const tag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** Reads an `If-Match` or `If-None-Match`; nothing when it is malformed. Empty elements of the list are passed over. */
export const entityTags = (header: string): EntityTags | undefined => {
  if (header.trim() === '*') return '*'
  const shape = header
    .replaceAll(tag, 'tag')
    .split(',')
    .map((element) => element.trim())
  return shape.every((element) => element === '' || element === 'tag') ? (header.match(tag) ?? undefined) : undefined
}

/** The strong entity tag of a body: 22 letters of the SHA-256 of its bytes or its JSON, in quotes. */
export const etagOf = (body: object | string): string => {
  if (!(body instanceof Uint8Array)) return tagOf(typeof body === 'string' ? body : JSON.stringify(body))
  // An image that is kept is answered many times.
  const etag = etagsOfBytes.get(body) ?? tagOf(body)
  etagsOfBytes.set(body, etag)
  return etag
}
const etagsOfBytes = new WeakMap<Uint8Array, string>()
const tagOf = (content: string | Uint8Array) => `"${hash('sha256', content, 'base64url').slice(0, 22)}"`

/** Strong comparison (RFC 9110, section 13.1.1): a weak tag never matches. */
export const isMatch = (tags: EntityTags, etag: string): boolean => tags === '*' || tags.includes(etag)

/** Weak comparison (RFC 9110, section 13.1.2): whether none of the tags names the present state. */
export const isNoneMatch = (header: string | undefined, etag: string): boolean => {
  const tags = header === undefined ? [] : (entityTags(header) ?? [])
  return tags !== '*' && !tags.some((candidate) => candidate.replace(/^W\//, '') === etag)
}
