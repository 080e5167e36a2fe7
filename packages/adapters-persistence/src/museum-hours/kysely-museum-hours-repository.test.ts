import { museumHoursRepositoryContract } from '@museum/application/contracts'
import { engines, homeOn } from '../databases.test-support.ts'

for (const engine of engines) museumHoursRepositoryContract(engine.name, homeOn(engine))
