import { describe, it } from '@jest/globals'
import { userRepositoryContract } from '@museum/testing/contracts'
import { engines } from '../../test/engines.ts'
import { openAdaptersOn } from '../../test/open-adapters-on.ts'

for (const engine of engines) userRepositoryContract({ describe, it }, engine.name, openAdaptersOn(engine))
