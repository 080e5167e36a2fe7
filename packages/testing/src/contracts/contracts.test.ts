import { describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { Instant } from '@museum/domain'
import { inMemoryRepositories } from '../index.ts'
import type { Repositories } from '@museum/application'
import * as contracts from './index.ts'
import type { Contract, OpenAdapters, TestRunner } from './index.ts'

type Port = keyof Repositories
/** The contracts of each repository port. */
const contractsByPort: Record<Port, readonly Contract<OpenAdapters>[]> = {
  admissions: [contracts.admissionRepositoryContract],
  audit: [contracts.auditRepositoryContract],
  capacities: [contracts.capacityRepositoryContract],
  closings: [contracts.closingRepositoryContract],
  deliveries: [
    contracts.deliveryRepositoryContract,
    contracts.messageRecordingContract,
    contracts.mailDeliveryContract,
  ],
  freeOrders: [contracts.freeOrderRepositoryContract],
  idempotencyRecords: [contracts.idempotencyRecordRepositoryContract],
  linkKeys: [contracts.linkKeyRepositoryContract],
  museumHours: [contracts.museumHoursRepositoryContract],
  onlineRefunds: [contracts.reservationRepositoryContract],
  orders: [contracts.orderRepositoryContract],
  priceCategories: [contracts.priceCategoryRepositoryContract],
  purchaserData: [contracts.purchaserDataRepositoryContract],
  refunds: [contracts.refundRepositoryContract],
  reservations: [contracts.reservationRepositoryContract],
  sales: [contracts.salesRepositoryContract],
  specialEvents: [contracts.specialEventRepositoryContract, contracts.idempotencyRecordRepositoryContract],
  storedSettings: [contracts.storedSettingRepositoryContract],
  ticketKeys: [contracts.ticketKeyRepositoryContract],
  ticketRevocations: [contracts.ticketRevocationRepositoryContract],
  tickets: [
    contracts.ticketRepositoryContract,
    contracts.ticketListContract,
    contracts.ticketCancellationContract,
    contracts.idempotencyRecordRepositoryContract,
  ],
  users: [contracts.userRepositoryContract],
  webhooks: [contracts.webhookRepositoryContract],
}
const ports = Object.keys(contractsByPort) as Port[]

/** Opens adapters in memory, each wrapped by `wrap`. */
const openWith =
  (wrap: (port: Port, repository: object) => object): OpenAdapters =>
  async () => {
    let milliseconds = Date.now()
    const repositories = inMemoryRepositories(() => Instant(milliseconds))
    const wrapped = Object.fromEntries(
      (Object.keys(repositories) as Port[]).map((port) => [port, wrap(port, repositories[port])]),
    ) as unknown as Repositories
    return { one: wrapped, other: wrapped, age: async (seconds) => (milliseconds += seconds * 1_000) }
  }

/** The tests that a contract would add to a runner. */
const contractTests = (contract: Contract<OpenAdapters>, open: OpenAdapters) => {
  const tests: (() => Promise<void>)[] = []
  const runner: TestRunner = { describe: (_, define) => define(), it: (_, test) => tests.push(test) }
  contract(runner, 'memory', open)
  return tests
}

const namesIn = (cell = '') => Array.from(cell.matchAll(/`(\w+)`/g), ([, name]) => name)
const contractName = (contract: unknown) => Object.entries(contracts).find(([, exported]) => exported === contract)?.[0]

describe('the contract of', () => {
  /** For each port, the repositories that its contracts call. */
  const called = Object.fromEntries(ports.map((port) => [port, new Set<string>()]))

  it.each(ports)('%s passes, and calls the repositories that the README names', async (port) => {
    const open = openWith(
      (other, repository) =>
        new Proxy(repository, {
          get(target, name) {
            called[port]!.add(other)
            return Reflect.get(target, name) as unknown
          },
        }),
    )
    for (const contract of contractsByPort[port]) for (const test of contractTests(contract, open)) await test()
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const [, named, others] = new RegExp(`^\\| \`${port}\` +\\|([^|]*)\\|([^|]*)\\|$`, 'm').exec(readme) ?? []
    expect(namesIn(named)).toEqual(contractsByPort[port].map(contractName))
    expect(namesIn(others)).toEqual([...called[port]!].filter((other) => other !== port).toSorted())
  })

  const operations = ports.flatMap((port) =>
    Object.keys(inMemoryRepositories()[port]).map((operation) => [port, operation] as const),
  )
  it.each(operations)('%s fails for an adapter whose %s does nothing', async (port, operation) => {
    const open = openWith((other, repository) =>
      other === port ? { ...repository, [operation]: async () => undefined } : repository,
    )
    const failures: unknown[] = []
    for (const contract of contractsByPort[port])
      for (const test of contractTests(contract, open)) {
        if (failures.length === 0) await test().catch((error: unknown) => failures.push(error))
      }
    expect(failures).toHaveLength(1)
  })
})

describe('a contract', () => {
  it.each(['one', 'other', 'age'])('says that the opened adapters lack %s', async (missing) => {
    const open = async () => {
      const adapters = await openWith((_, repository) => repository)()
      return { ...adapters, [missing]: undefined } as unknown as typeof adapters
    }
    const [test] = contractTests(contracts.userRepositoryContract, open)
    await expect(test!()).rejects.toThrow(`must return { one, other, age }, and ${missing} is missing`)
  })

  it('of ticket keys says that a change has no audit entry', async () => {
    const open = openWith((port, repository) =>
      port === 'audit' ? { ...repository, list: async () => ({ items: [] }) } : repository,
    )
    const [test] = contractTests(contracts.ticketKeyRepositoryContract, open)
    await expect(test!()).rejects.toThrow('expected { keysInAudit: [] } to equal')
  })

  it('of a ticket renderer says that an image is no PNG', async () => {
    const tests: (() => Promise<void>)[] = []
    const runner: TestRunner = { describe: (_, define) => define(), it: (_, test) => tests.push(test) }
    const ticketRenderer = { render: async () => new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>') }
    contracts.ticketRendererContract(runner, 'SVG', async () => ({ ticketRenderer, read: async () => '' }))
    await expect(tests[0]!()).rejects.toMatchObject({
      expected: 'a PNG',
      actual: 'bytes that begin with 3c 73 76 67 20 78 6d 6c',
    })
  })
})
