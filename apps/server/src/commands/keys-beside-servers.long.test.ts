import { userInfo } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { engines } from '../../test/databases.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { buyTicket, hashOfImage } from '../../test/ticket-images.ts'
import { listKeys } from '../../test/ticket-keys.ts'
import { useServers } from '../../test/use-servers.ts'

const settings = { MUSEUM_ADMIN_PASSWORD: 'one and the same' }

const kidsOf = async (server: StartedServer) => {
  const answer = await server.request('GET', '/ticket-keys')
  return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
}
/** Retries until a server has applied a change, with extra time for a slow machine. */
const withinFiveSeconds = async (isApplied: () => Promise<boolean>) => {
  const deadline = performance.now() + 5_000
  while (performance.now() < deadline)
    if (await isApplied()) return
    else await delay(100)
  expect(await isApplied()).toBe(true)
}

describe.each(engines)('the keys commands beside two servers, on %s,', (_, newDatabase) => {
  const { run, start } = useServers(newDatabase)
  it('list the one key that two servers create when they start at once, and both servers send the same images', async () => {
    expect(await run('keys list')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'There is no key yet: the server makes one when it starts.\n',
    })
    const [one, other] = await Promise.all([start(settings), start(settings)])
    expect(await listKeys(run)).toEqual([
      {
        kid: '1',
        state: 'current',
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
        revokedAt: null,
        publicKey: expect.stringMatching(/^[\w-]{43}$/),
      },
    ])
    const tickets = [await buyTicket(one), await buyTicket(other)]
    for (const ticketId of tickets) expect(await hashOfImage(one, ticketId)).toBe(await hashOfImage(other, ticketId))
    expect(await kidsOf(one)).toEqual(['1'])
  })

  it('rotate and revoke keys of running servers, which apply it within five seconds', async () => {
    const [one, other] = [await start(settings), await start(settings)]
    const earlier = await buyTicket(one)
    const before = await hashOfImage(other, earlier)
    expect(await run('keys rotate')).toMatchObject({
      code: 0,
      stdout: 'Tickets are sold under key 2 from now on.\n',
    })
    await delay(5_000)
    const later = await buyTicket(other)
    expect(await hashOfImage(other, earlier)).toBe(before)

    expect(await run('keys revoke 1')).toMatchObject({
      code: 0,
      stdout: 'Key 1 is revoked: its codes are invalid.\n',
    })
    const image = await hashOfImage(one, later)
    for (const server of [one, other])
      await withinFiveSeconds(async () => (await hashOfImage(server, earlier)) !== before)
    expect(await hashOfImage(one, earlier)).toBe(await hashOfImage(other, earlier))
    // That ticket was sold under key 2.
    expect(await hashOfImage(one, later)).toBe(image)
    for (const server of [one, other]) expect(await kidsOf(server)).toEqual(['2'])

    expect((await listKeys(run)).map(({ kid, state, revokedAt }) => [kid, state, revokedAt === null])).toEqual([
      ['1', 'revoked', false],
      ['2', 'current', true],
    ])
    const table = (await run('keys list')).stdout.split('\n')
    expect(table[0]).toMatch(/^KID {2}STATE +CREATED +REVOKED +PUBLIC KEY$/)
    expect(table[2]).toMatch(/^2 {4}current {2}\S+ +- +\S{43}$/)
    const entries = JSON.parse((await run('audit', {}, '--about', 'ticket-key', '--json')).stdout) as object[]
    const actor = `cli:${userInfo().username}`
    expect(entries).toMatchObject([
      { actor, operation: 'revokeTicketKey', subject: { kind: 'ticket-key', id: '1' }, after: { revoked: true } },
      { actor, operation: 'rotateTicketKey', subject: { kind: 'ticket-key', id: '2' } },
      { actor: 'server', operation: 'ensureTicketKey', subject: { kind: 'ticket-key', id: '1' } },
    ])
  })
})
