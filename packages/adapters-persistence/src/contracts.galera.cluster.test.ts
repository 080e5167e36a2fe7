import { describe, it } from '@jest/globals'
import * as contracts from '@museum/testing/contracts'
import { useGaleraEngine } from '../test/galera-engine.ts'
import { openAdaptersOn } from '../test/open-adapters-on.ts'

const engine = useGaleraEngine()

// The contracts use the repositories of two servers. Here each server uses another node.
for (const contract of [
  contracts.admissionRepositoryContract,
  contracts.auditRepositoryContract,
  contracts.capacityRepositoryContract,
  contracts.deliveryRepositoryContract,
  contracts.freeOrderRepositoryContract,
  contracts.idempotencyRecordRepositoryContract,
  contracts.linkKeyRepositoryContract,
  contracts.storedSettingRepositoryContract,
  contracts.mailDeliveryContract,
  contracts.messageRecordingContract,
  contracts.museumHoursRepositoryContract,
  contracts.orderRepositoryContract,
  contracts.purchaserDataRepositoryContract,
  contracts.refundRepositoryContract,
  contracts.reservationRepositoryContract,
  contracts.specialEventRepositoryContract,
  contracts.ticketCancellationContract,
  contracts.ticketKeyRepositoryContract,
  contracts.ticketListContract,
  contracts.ticketRepositoryContract,
  contracts.ticketRevocationRepositoryContract,
  contracts.userRepositoryContract,
  contracts.webhookRepositoryContract,
])
  contract({ describe, it }, engine.name, openAdaptersOn(engine))
