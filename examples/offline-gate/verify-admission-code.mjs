// The verifier of docs/admission-code.md, character by character; a test compares them.
// @ts-nocheck
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const uuid = (hex) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The content of a code, or `undefined` if it is not valid. `keys` is the member `keys` of GET /ticket-keys. */
export const verifyAdmissionCode = async (text, keys) => {
  const [, letters] = /^m1:([a-z2-7]{138}|[a-z2-7]{170})$/i.exec(text.trim()) ?? []
  if (letters === undefined) return undefined
  const values = Array.from(letters.toUpperCase(), (letter) => alphabet.indexOf(letter))
  const bits = values.map((value) => value.toString(2).padStart(5, '0')).join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g), (byte) => parseInt(byte, 2))
  const isEvent = bytes.length === 106
  const jwk = keys.find(({ kid }) => kid === String(bytes[1]))
  const hasForm = bytes[0] === 1 && bytes[21] === (isEvent ? 1 : 0) && !bits.slice(bytes.length * 8).includes('1')
  if (!hasForm || jwk === undefined) return undefined
  const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify'])
  const [signed, signature] = [bytes.slice(0, -64), bytes.slice(-64)]
  if (!(await crypto.subtle.verify('Ed25519', key, signature, signed))) return undefined
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return {
    ticketId: uuid(hex.slice(4, 36)),
    ticketDate: new Date(parseInt(hex.slice(36, 42), 16) * 86_400_000).toISOString().slice(0, 10),
    ticketType: isEvent ? 'event' : 'general',
    ...(isEvent && { eventId: uuid(hex.slice(44, 76)), occurrence: parseInt(hex.slice(76, 84), 16) }),
  }
}
