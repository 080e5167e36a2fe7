import crypto from 'node:crypto'
import { describe, it } from 'node:test'
import { systemPortsContract } from '@museum/testing/contracts'

// Runs the contract as on a version of Node that has neither of the two.
Reflect.deleteProperty(globalThis, 'Temporal')
Object.assign(crypto, { randomUUIDv7: undefined })
const { systemPorts } = await import('../../src/index.ts')
// The clock was set back by days after an identifier was made.
const realNow = Date.now
Date.now = () => realNow() + 3 * 86_400_000
systemPorts('Europe/Paris').newId()
Date.now = realNow
systemPortsContract({ describe, it }, 'the system', async () => systemPorts('Europe/Paris'))
