import { describe, it } from '@jest/globals'
import { freeOrderRepositoryContract } from '@museum/testing/contracts'
import { engines } from '../../test/engines.ts'
import { openAdaptersOn } from '../../test/open-adapters-on.ts'

for (const engine of engines) freeOrderRepositoryContract({ describe, it }, engine.name, openAdaptersOn(engine))
