import { specialEventRepositoryContract } from '@museum/application/contracts'
import { engines, openAdaptersOn } from '../databases.test-support.ts'

for (const engine of engines) specialEventRepositoryContract(engine.name, openAdaptersOn(engine))
