import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { describe, it } from 'node:test'
import { systemPortsContract } from '@museum/testing/contracts'
import { timeOfUuid } from '../time-of-uuid.ts'

// Runs the contract as on a version of Node that has neither of the two.
Reflect.deleteProperty(globalThis, 'Temporal')
Object.assign(crypto, { randomUUIDv7: undefined })
const { systemPorts } = await import('../../src/index.ts')
// The clock was set back by days after an identifier was made.
const realNow = Date.now
Date.now = () => realNow() + 3 * 86_400_000
systemPorts('Europe/Paris').newId()
Date.now = realNow
void it('identifiers begin with the current time after the clock was set back', () => {
  const before = Date.now()
  const begun = timeOfUuid(systemPorts('Europe/Paris').newId())
  assert.ok(begun >= before && begun <= Date.now())
})
systemPortsContract({ describe, it }, 'the system', async () => systemPorts('Europe/Paris'))
