import { describe, expect, it } from '@jest/globals'
import { engines } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

describe.each(engines)('/readyz on %s', (_name, newDatabase) => {
  const { start } = useServers(newDatabase)
  const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }

  it.each(['1', '4'])('affects no purchase during 1,500 concurrent probes, on %s connections', async (connections) => {
    const server = await start({
      MUSEUM_DATABASE_CONNECTIONS: connections,
      MUSEUM_ADMIN_PASSWORD: 'a password for the test',
    })
    const probes = Array.from({ length: 1_500 }, async () => {
      const response = await fetch(`${server.origin}/readyz`)
      return JSON.stringify([response.status, await response.json()])
    })
    const purchases = Array.from({ length: 40 }, async (_, n) => {
      const key = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
      const headers = n % 2 === 0 ? { 'Idempotency-Key': key } : undefined
      return (await server.request('POST', '/tickets', order, headers)).status
    })
    expect(new Set(await Promise.all(purchases))).toEqual(new Set([201]))
    expect(new Set(await Promise.all(probes))).toEqual(new Set(['[200,{"status":"ready","writes":true}]']))
  })
})
