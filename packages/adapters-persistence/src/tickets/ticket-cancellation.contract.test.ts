import { ticketCancellationContract } from '@museum/application/contracts'
import { engines } from '../../test/engines.ts'
import { openAdaptersOn } from '../../test/open-adapters-on.ts'

for (const engine of engines) ticketCancellationContract(engine.name, openAdaptersOn(engine))
