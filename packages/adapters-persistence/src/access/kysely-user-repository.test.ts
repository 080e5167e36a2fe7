import { userRepositoryContract } from '@museum/application/contracts'
import { engines, openAdaptersOn } from '../../test/databases.ts'

for (const engine of engines) userRepositoryContract(engine.name, openAdaptersOn(engine))
