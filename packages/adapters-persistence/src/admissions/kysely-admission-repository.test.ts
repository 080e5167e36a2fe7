import { describe, it } from '@jest/globals'
import { admissionRepositoryContract } from '@museum/testing/contracts'
import { engines } from '../../test/engines.ts'
import { openAdaptersOn } from '../../test/open-adapters-on.ts'

for (const engine of engines) admissionRepositoryContract({ describe, it }, engine.name, openAdaptersOn(engine))
