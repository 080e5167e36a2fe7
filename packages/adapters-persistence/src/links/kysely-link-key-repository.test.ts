import { describe, it } from '@jest/globals'
import { linkKeyRepositoryContract } from '@museum/testing/contracts'
import { engines } from '../../test/engines.ts'
import { openAdaptersOn } from '../../test/open-adapters-on.ts'

for (const engine of engines) linkKeyRepositoryContract({ describe, it }, engine.name, openAdaptersOn(engine))
