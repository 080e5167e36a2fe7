import { describe, it } from '@jest/globals'
import { reservationRepositoryContract } from '@museum/testing/contracts'
import { engines } from '../../test/engines.ts'
import { openAdaptersOn } from '../../test/open-adapters-on.ts'

for (const engine of engines) reservationRepositoryContract({ describe, it }, engine.name, openAdaptersOn(engine))
