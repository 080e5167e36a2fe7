export { ed25519 } from './ed25519.ts'
export { ticketKeyPair } from './ticket-key-pair.ts'
