import { ticketRepositoryContract } from '@museum/application/contracts'
import { engines, openAdaptersOn } from '../../test/databases.ts'

for (const engine of engines) ticketRepositoryContract(engine.name, openAdaptersOn(engine))
