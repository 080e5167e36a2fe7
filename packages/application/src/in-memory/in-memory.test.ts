import { Instant } from '@museum/domain'
import {
  admissionRepositoryContract,
  auditRepositoryContract,
  capacityRepositoryContract,
  credentialVerifierContract,
  idempotencyRecordRepositoryContract,
  museumHoursRepositoryContract,
  passwordHasherContract,
  signatureAlgorithmContract,
  specialEventRepositoryContract,
  systemPortsContract,
  ticketCancellationContract,
  ticketKeyRepositoryContract,
  ticketListContract,
  ticketRendererContract,
  ticketRepositoryContract,
  ticketRevocationRepositoryContract,
  userRepositoryContract,
} from '../contracts/index.ts'
import {
  inMemoryCredentialVerifier,
  inMemoryPasswordHasher,
  inMemoryPorts,
  inMemoryRepositories,
  inMemorySignatureAlgorithm,
  inMemoryTicketRenderer,
  readInMemoryTicket,
} from './index.ts'

const open = async () => {
  let milliseconds = 0
  const repositories = inMemoryRepositories(() => Instant(milliseconds))
  const age = async (seconds: number) => (milliseconds += seconds * 1_000)
  return { one: repositories, other: repositories, age }
}

admissionRepositoryContract('memory', open)
auditRepositoryContract('memory', open)
capacityRepositoryContract('memory', open)
idempotencyRecordRepositoryContract('memory', open)
museumHoursRepositoryContract('memory', open)
specialEventRepositoryContract('memory', open)
ticketRepositoryContract('memory', open)
ticketListContract('memory', open)
ticketCancellationContract('memory', open)
ticketRevocationRepositoryContract('memory', open)
userRepositoryContract('memory', open)
ticketKeyRepositoryContract('memory', open)
signatureAlgorithmContract('memory', inMemorySignatureAlgorithm())
ticketRendererContract('memory', async () => ({ ticketRenderer: inMemoryTicketRenderer(), read: readInMemoryTicket }))
credentialVerifierContract('memory', async (users) => {
  const enabled = users.filter(({ isEnabled }) => isEnabled)
  return inMemoryCredentialVerifier(
    Object.fromEntries(enabled.map(({ username, password }) => [username, password])),
    Object.fromEntries(enabled.map(({ username, role }) => [username, role])),
  )
})
passwordHasherContract('memory', inMemoryPasswordHasher())
systemPortsContract('memory', inMemoryPorts())
