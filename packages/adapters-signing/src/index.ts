export { ed25519 } from './ed25519.ts'
export { hmacLinks } from './hmac-links.ts'
export { ticketKeyPairs } from './ticket-key-pairs.ts'
