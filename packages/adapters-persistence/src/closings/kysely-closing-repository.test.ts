import { describe, it } from '@jest/globals'
import { closingRepositoryContract } from '@museum/testing/contracts'
import { engines } from '../../test/engines.ts'
import { openAdaptersOn } from '../../test/open-adapters-on.ts'

for (const engine of engines) closingRepositoryContract({ describe, it }, engine.name, openAdaptersOn(engine))
