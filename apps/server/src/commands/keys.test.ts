import { generateKeyPairSync } from 'node:crypto'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { simpleParser } from 'mailparser'
import { newDatabase } from '../../test/databases.ts'
import { shopSettings } from '../../test/shop-settings.ts'
import type { StartedServer } from '../../test/start-server.ts'
import { buyTicket, hashOfImage } from '../../test/ticket-images.ts'
import { listKeys } from '../../test/ticket-keys.ts'
import { until } from '../../test/until.ts'
import { useServers } from '../../test/use-servers.ts'

const settings = { MUSEUM_ADMIN_PASSWORD: 'one and the same' }

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
    const ticketId = await buyTicket(server)
    const image = await hashOfImage(server, ticketId)
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
    expect(await hashOfImage(behind, ticketId)).toBe(image)
    const ahead = await start(withSecond)
    expect(await hashOfImage(ahead, ticketId)).not.toBe(image)
    // With both keys in the file, a ticket keeps its key.
    const both = join(folder(), 'both.pem')
    await writeFile(both, (await readFile(second.path, 'utf8')) + (await readFile(first.path, 'utf8')))
    const withBoth = await start({ ...settings, MUSEUM_TICKET_KEY_FILE: both })
    expect(await hashOfImage(withBoth, ticketId)).toBe(image)
    await behind.stop()
    await run('keys revoke 1')
    expect(await runProcess('serve', { ...withFirst, MUSEUM_PORT: '0' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('key, 1, is revoked. It is the one in MUSEUM_TICKET_KEY_FILE'),
    })
  })
})

describe('the key of links', () => {
  const { run, start, folder } = useServers(newDatabase)
  /** Buys a ticket, and returns the link in the e-mail about it. */
  const mailedLink = async (server: StartedServer) => {
    const outbox = join(folder(), 'outbox')
    await rm(outbox, { recursive: true, force: true })
    await buyTicket(server)
    const files = () =>
      readdir(outbox).then(
        (names) => names.filter((name) => name.endsWith('.eml')),
        () => [],
      )
    await until(async () => (await files()).length === 1)
    const { text } = await simpleParser(await readFile(join(outbox, (await files())[0]!)))
    return /https:\/\/museum\.example\/tickets\/my-tickets\/[\w-]{44}$/m.exec(text!)![0]
  }
  const audited = async () => JSON.parse((await run('audit --about link-key --json')).stdout) as object[]

  it('is made by the first start of a museum with a shop', async () => {
    await (await start(settings)).stop()
    expect(await audited()).toEqual([])
    for (const _ of [1, 2]) await (await start({ ...settings, ...shopSettings })).stop()
    expect(await audited()).toMatchObject([{ actor: 'server', operation: 'ensureLinkKey', before: null, after: null }])
  })

  it('is replaced beside a running server, and by no museum without a shop', async () => {
    const withShop = { ...settings, ...shopSettings }
    const server = await start(withShop)
    const statusOf = async (url: string) => (await fetch(server.origin + new URL(url).pathname)).status
    const link = await mailedLink(server)
    expect(await statusOf(link)).toBe(200)
    expect(await run('keys rotate-links', withShop)).toMatchObject({
      code: 0,
      stdout:
        'All earlier links are invalid from now on; running servers apply this within 5 seconds. The next e-mails have new links.\n',
    })
    const [rotated, first, ...others] = await audited()
    expect(rotated).toMatchObject({
      actor: `cli:${userInfo().username}`,
      operation: 'rotateLinkKey',
      before: null,
      after: null,
      subject: { kind: 'link-key', id: 'all' },
    })
    expect([first, others]).toMatchObject([{ actor: 'server', operation: 'ensureLinkKey' }, []])
    expect(await run('keys rotate-links', settings)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'This museum has no links of visitors. Set MUSEUM_SHOP to on.\n',
    })
    expect(await audited()).toHaveLength(2)
    await until(async () => (await statusOf(link)) === 404)
    const next = await mailedLink(server)
    expect([next === link, await statusOf(next)]).toEqual([false, 200])
  })
})
