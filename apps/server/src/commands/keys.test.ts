import { createHash, generateKeyPairSync } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { engines, newDatabase } from '../../test/databases.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

type Key = Readonly<{ kid: string; state: string; createdAt: string; revokedAt: string | null; publicKey: string }>
const settings = { MUSEUM_ADMIN_PASSWORD: 'one and the same' }

const buy = async (server: StartedServer) => {
  const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }
  const answer = await server.request('POST', '/tickets', order)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { ticketId: string }).ticketId
}
/** A hash of the image of a ticket. */
const imageOf = async (server: StartedServer, ticketId: string) => {
  const answer = await server.request('GET', `/tickets/${ticketId}/qr`)
  expect(answer.status).toBe(200)
  return createHash('sha256')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('hex')
}
/** The keys that `keys list` prints. */
const listKeys = async (run: ReturnType<typeof useServers>['run']) =>
  JSON.parse((await run('keys list --json')).stdout) as Key[]
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

describe.each(engines)('the keys commands on %s', (_, newDatabaseOf) => {
  const { run, start } = useServers(newDatabaseOf)
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
    const tickets = [await buy(one), await buy(other)]
    for (const ticketId of tickets) expect(await imageOf(one, ticketId)).toBe(await imageOf(other, ticketId))
    expect(await kidsOf(one)).toEqual(['1'])
  })

  it('rotate and revoke keys of running servers, which apply it within five seconds', async () => {
    const [one, other] = [await start(settings), await start(settings)]
    const earlier = await buy(one)
    const before = await imageOf(other, earlier)
    expect(await run('keys rotate')).toMatchObject({
      code: 0,
      stdout: 'Tickets are sold under key 2 from now on.\n',
    })
    await delay(5_000)
    const later = await buy(other)
    expect(await imageOf(other, earlier)).toBe(before)

    expect(await run('keys revoke 1')).toMatchObject({
      code: 0,
      stdout: 'Key 1 is revoked: its codes are invalid.\n',
    })
    const image = await imageOf(one, later)
    for (const server of [one, other]) await withinFiveSeconds(async () => (await imageOf(server, earlier)) !== before)
    expect(await imageOf(one, earlier)).toBe(await imageOf(other, earlier))
    // That ticket was sold under key 2.
    expect(await imageOf(one, later)).toBe(image)
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

describe('the keys commands', () => {
  const { run, runProcess, start, folder } = useServers(newDatabase)
  const keyFile = async (name: string) => {
    const path = join(folder(), name)
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    await writeFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return { path, publicKey: publicKey.export({ format: 'jwk' }).x! }
  }

  it('say why a key cannot be revoked, and that it was revoked before', async () => {
    await (await start(settings)).stop()
    expect(await run('keys revoke 1')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Make another key first'),
    })
    expect(await run('keys revoke 7')).toMatchObject({ code: 1, stderr: 'There is no ticket key 7.\n' })
    expect(await run('keys revoke 0')).toMatchObject({ code: 2, stderr: expect.stringContaining('kid: "0"') })
    await run('keys rotate')
    await run('keys revoke 1')
    expect(JSON.parse((await run('keys revoke 1', {}, '--json')).stdout)).toMatchObject({
      kid: '1',
      state: 'revoked',
      isChanged: false,
    })
  })

  it('support the key of MUSEUM_TICKET_KEY_FILE, whose private part no server has without the file', async () => {
    const [first, second] = [await keyFile('first.pem'), await keyFile('second.pem')]
    const withFirst = { ...settings, MUSEUM_TICKET_KEY_FILE: first.path }
    const server = await start(withFirst)
    const ticketId = await buy(server)
    const image = await imageOf(server, ticketId)
    await server.stop()
    expect(await listKeys(run)).toMatchObject([{ kid: '1', state: 'current', publicKey: first.publicKey }])

    expect(await runProcess('serve', { ...settings, MUSEUM_PORT: '0' })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/Set MUSEUM_TICKET_KEY_FILE to the file .* keys rotate`, which makes a key/),
    })
    expect(await run('keys rotate', withFirst)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is key 1 already\. .*Put another private key before it/),
    })

    const withSecond = { ...settings, MUSEUM_TICKET_KEY_FILE: second.path }
    expect(await run('keys rotate', withSecond)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Restart every server'),
    })
    // A server that still has the first file signs with its key, and logs a warning.
    const behind = await start(withFirst)
    await behind.waitForOutput(/signs with an older one/)
    expect(await imageOf(behind, ticketId)).toBe(image)
    const ahead = await start(withSecond)
    expect(await imageOf(ahead, ticketId)).not.toBe(image)
    // With both keys in the file, a ticket keeps its key.
    const both = join(folder(), 'both.pem')
    await writeFile(both, (await readFile(second.path, 'utf8')) + (await readFile(first.path, 'utf8')))
    const withBoth = await start({ ...settings, MUSEUM_TICKET_KEY_FILE: both })
    expect(await imageOf(withBoth, ticketId)).toBe(image)
    await behind.stop()
    await run('keys revoke 1')
    expect(await runProcess('serve', { ...withFirst, MUSEUM_PORT: '0' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('key, 1, is revoked. It is the one in MUSEUM_TICKET_KEY_FILE'),
    })
  })
})
