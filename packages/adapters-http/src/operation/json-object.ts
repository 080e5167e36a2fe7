import type { WireFaultCode } from '../problems/fault-codes.ts'

type Parsed = Readonly<{ object: object } | { fault: Readonly<{ code: WireFaultCode; detail: string }> }>

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a body that must be a JSON object in UTF-8. */
export const parseJsonObject = (bytes: ArrayBuffer): Parsed => {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return { fault: { code: 'not-utf-8', detail: 'must be encoded in UTF-8' } }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: { code: 'not-json', detail: text.trim() === '' ? 'must not be empty' : 'must be JSON' } }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { object: value }
    : { fault: { code: 'not-an-object', detail: 'must be a JSON object' } }
}
