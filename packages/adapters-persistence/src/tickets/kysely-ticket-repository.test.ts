import { ticketRepositoryContract } from '@museum/application/contracts'
import { engines, homeOn } from '../databases.test-support.ts'

for (const engine of engines) ticketRepositoryContract(engine.name, homeOn(engine))
