import { describe, it } from '@jest/globals'
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

admissionRepositoryContract({ describe, it }, 'memory', open)
auditRepositoryContract({ describe, it }, 'memory', open)
capacityRepositoryContract({ describe, it }, 'memory', open)
idempotencyRecordRepositoryContract({ describe, it }, 'memory', open)
museumHoursRepositoryContract({ describe, it }, 'memory', open)
specialEventRepositoryContract({ describe, it }, 'memory', open)
ticketRepositoryContract({ describe, it }, 'memory', open)
ticketListContract({ describe, it }, 'memory', open)
ticketCancellationContract({ describe, it }, 'memory', open)
ticketRevocationRepositoryContract({ describe, it }, 'memory', open)
userRepositoryContract({ describe, it }, 'memory', open)
ticketKeyRepositoryContract({ describe, it }, 'memory', open)
signatureAlgorithmContract({ describe, it }, 'memory', async () => inMemorySignatureAlgorithm())
ticketRendererContract({ describe, it }, 'memory', async () => ({
  ticketRenderer: inMemoryTicketRenderer(),
  read: readInMemoryTicket,
}))
credentialVerifierContract({ describe, it }, 'memory', async (users) => {
  const enabled = users.filter(({ isEnabled }) => isEnabled)
  return inMemoryCredentialVerifier(
    Object.fromEntries(enabled.map(({ username, password }) => [username, password])),
    Object.fromEntries(enabled.map(({ username, role }) => [username, role])),
  )
})
passwordHasherContract({ describe, it }, 'memory', async () => inMemoryPasswordHasher())
systemPortsContract({ describe, it }, 'memory', async () => inMemoryPorts())
