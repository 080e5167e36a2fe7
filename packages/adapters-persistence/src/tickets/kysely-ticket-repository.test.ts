import { ticketRepositoryContract } from '@museum/application/contracts'
import { engines, openAdaptersOn } from '../databases.test-support.ts'

for (const engine of engines) ticketRepositoryContract(engine.name, openAdaptersOn(engine))
