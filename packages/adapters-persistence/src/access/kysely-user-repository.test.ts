import { userRepositoryContract } from '@museum/application/contracts'
import { engines, homeOn } from '../databases.test-support.ts'

for (const engine of engines) userRepositoryContract(engine.name, homeOn(engine))
