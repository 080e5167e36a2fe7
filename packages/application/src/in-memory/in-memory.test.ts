import { Instant } from '@museum/domain'
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
  let milliseconds = 0
  const repositories = inMemoryRepositories(() => Instant(milliseconds))
  const age = async (seconds: number) => (milliseconds += seconds * 1_000)
  return { one: repositories, other: repositories, age }
}

idempotencyRecordRepositoryContract('memory', open)
museumHoursRepositoryContract('memory', open)
specialEventRepositoryContract('memory', open)
ticketRepositoryContract('memory', open)
userRepositoryContract('memory', open)
ticketRendererContract('memory', async () => ({ ticketRenderer: inMemoryTicketRenderer(), read: readInMemoryTicket }))
credentialVerifierContract('memory', async (passwords) => inMemoryCredentialVerifier(passwords))
systemPortsContract('memory', inMemoryPorts())
