import { museumHoursRepositoryContract } from '@museum/application/contracts'
import { engines, openAdaptersOn } from '../../test/databases.ts'

for (const engine of engines) museumHoursRepositoryContract(engine.name, openAdaptersOn(engine))
