import { userRepositoryContract } from '@museum/application/contracts'
import { engines, openAdaptersOn } from '../databases.test-support.ts'

for (const engine of engines) userRepositoryContract(engine.name, openAdaptersOn(engine))
