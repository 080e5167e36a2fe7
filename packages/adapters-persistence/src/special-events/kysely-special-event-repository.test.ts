import { specialEventRepositoryContract } from '@museum/application/contracts'
import { engines, openAdaptersOn } from '../../test/databases.ts'

for (const engine of engines) specialEventRepositoryContract(engine.name, openAdaptersOn(engine))
