import { specialEventRepositoryContract } from '@museum/application/contracts'
import { engines, homeOn } from '../databases.test-support.ts'

for (const engine of engines) specialEventRepositoryContract(engine.name, homeOn(engine))
