import { hash } from 'node:crypto'

/** The entity tags of an `If-Match` or `If-None-Match` header, each with its quotes, or `*`. */
export type EntityTags = '*' | readonly string[]

const tag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/** Parses an `If-Match` or `If-None-Match` header; `undefined` when it is malformed. Empty list elements are ignored. */
export const parseEntityTags = (header: string): EntityTags | undefined => {
  if (header.trim() === '*') return '*'
  const shape = header
    .replaceAll(tag, 'tag')
    .split(',')
    .map((element) => element.trim())
  return shape.every((element) => element === '' || element === 'tag') ? (header.match(tag) ?? undefined) : undefined
}

/** The strong entity tag of a body: 22 characters of the SHA-256 of its bytes, or of its JSON, in quotes. */
export const etagOf = (body: object | string): string => {
  if (!(body instanceof Uint8Array)) return hashOf(typeof body === 'string' ? body : JSON.stringify(body))
  // A cached image is the same object in many responses.
  const etag = etagsOfBytes.get(body) ?? hashOf(body)
  etagsOfBytes.set(body, etag)
  return etag
}
const etagsOfBytes = new WeakMap<Uint8Array, string>()
const hashOf = (content: string | Uint8Array) => `"${hash('sha256', content, 'base64url').slice(0, 22)}"`

/** Strong comparison for `If-Match` (RFC 9110, section 13.1.1): a weak tag never matches. */
export const isMatch = (tags: EntityTags, etag: string): boolean => tags === '*' || tags.includes(etag)

/** Weak comparison for `If-None-Match` (RFC 9110, section 13.1.2). True when the header is missing or malformed. */
export const isNoneMatch = (header: string | undefined, etag: string): boolean => {
  const tags = header === undefined ? [] : (parseEntityTags(header) ?? [])
  return tags !== '*' && !tags.some((candidate) => candidate.replace(/^W\//, '') === etag)
}
