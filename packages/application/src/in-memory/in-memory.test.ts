import {
  credentialVerifierContract,
  idempotencyRecordRepositoryContract,
  museumHoursRepositoryContract,
  specialEventRepositoryContract,
  systemPortsContract,
  ticketRendererContract,
  ticketRepositoryContract,
  userRepositoryContract,
} from '../contracts/index.ts'
import {
  inMemoryCredentialVerifier,
  inMemoryPorts,
  inMemoryRepositories,
  inMemoryTicketRenderer,
  readInMemoryTicket,
} from './index.ts'

const open = async () => {
  const repositories = inMemoryRepositories()
  return { one: repositories, other: repositories }
}

idempotencyRecordRepositoryContract('memory', open)
museumHoursRepositoryContract('memory', open)
specialEventRepositoryContract('memory', open)
ticketRepositoryContract('memory', open)
userRepositoryContract('memory', open)
ticketRendererContract('memory', async () => ({ ticketRenderer: inMemoryTicketRenderer(), read: readInMemoryTicket }))
credentialVerifierContract('memory', async (passwords) => inMemoryCredentialVerifier(passwords))
systemPortsContract('memory', inMemoryPorts())
