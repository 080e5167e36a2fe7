import { describe, it } from '@jest/globals'
import {
  deliveryRepositoryContract,
  mailDeliveryContract,
  messageRecordingContract,
  webhookRepositoryContract,
} from '@museum/testing/contracts'
import { engines } from '../../test/engines.ts'
import { openAdaptersOn } from '../../test/open-adapters-on.ts'

for (const engine of engines)
  for (const contract of [
    deliveryRepositoryContract,
    mailDeliveryContract,
    messageRecordingContract,
    webhookRepositoryContract,
  ])
    contract({ describe, it }, engine.name, openAdaptersOn(engine))
