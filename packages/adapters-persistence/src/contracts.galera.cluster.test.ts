import { describe, it } from '@jest/globals'
import * as contracts from '@museum/application/contracts'
import { useGaleraEngine } from '../test/galera-engine.ts'
import { openAdaptersOn } from '../test/open-adapters-on.ts'

const engine = useGaleraEngine()

// The contracts call the repositories of two servers, which are on two nodes here.
for (const contract of [
  contracts.admissionRepositoryContract,
  contracts.auditRepositoryContract,
  contracts.capacityRepositoryContract,
  contracts.idempotencyRecordRepositoryContract,
  contracts.museumHoursRepositoryContract,
  contracts.purchaserDataRepositoryContract,
  contracts.specialEventRepositoryContract,
  contracts.ticketCancellationContract,
  contracts.ticketKeyRepositoryContract,
  contracts.ticketListContract,
  contracts.ticketRepositoryContract,
  contracts.ticketRevocationRepositoryContract,
  contracts.userRepositoryContract,
])
  contract({ describe, it }, engine.name, openAdaptersOn(engine))
