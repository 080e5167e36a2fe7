import { museumHoursRepositoryContract } from '@museum/application/contracts'
import { engines, openAdaptersOn } from '../databases.test-support.ts'

for (const engine of engines) museumHoursRepositoryContract(engine.name, openAdaptersOn(engine))
