import crypto from 'node:crypto'
import { describe, it } from 'node:test'
import { systemPortsContract } from '@museum/testing/contracts'

// Runs the contract as on a version of Node that has neither of the two.
Reflect.deleteProperty(globalThis, 'Temporal')
Object.assign(crypto, { randomUUIDv7: undefined })
const { systemPorts } = await import('../../src/index.ts')
systemPortsContract({ describe, it }, 'the system', async () => systemPorts('Europe/Paris'))
