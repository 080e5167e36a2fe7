export { aMuseum, inMemoryPorts } from './a-museum.ts'
export { inMemoryCredentialVerifier } from './in-memory-credential-verifier.ts'
export { inMemoryRepositories } from './in-memory-repositories.ts'
export { inMemoryTicketRenderer, readInMemoryTicket } from './in-memory-ticket-renderer.ts'
