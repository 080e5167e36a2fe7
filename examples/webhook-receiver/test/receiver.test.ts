import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aTemporaryFolder } from '../../../apps/server/test/a-temporary-folder.ts'
import { startProgram } from '../../../apps/server/test/start-server.ts'

const secret = randomBytes(32)
const pair = generateKeyPairSync('ed25519')
const publicKey = Buffer.from(pair.publicKey.export({ format: 'jwk' }).x!, 'base64url')
const keys = { secret: `whsec_${secret.toString('base64')}`, publicKey: `whpk_${publicKey.toString('base64')}` }

const night = {
  eventId: '01940000-0000-7000-8000-000000000001',
  name: 'Nuit au musée',
  location: 'Main Hall',
  eventDescription: 'Torches.',
  dates: ['2030-05-17'],
  price: 12.5,
}
const messageOf = (type: string, second: number, event: object = night) => ({
  type: `special-event.${type}`,
  timestamp: `2030-05-01T10:00:0${second}.000Z`,
  ...event,
})

describe('the receiver', () => {
  let folder: Awaited<ReturnType<typeof aTemporaryFolder>>
  let receiver: ReturnType<typeof startProgram>
  let url = ''
  const start = async (key: string) => {
    receiver = startProgram([process.execPath, '--conditions=@museum/source', 'receiver.mjs'], folder.folder, {
      environment: { WEBHOOK_KEY: key, PORT: '0' },
    })
    url = (await receiver.waitForOutput(/http:\S+/))[0]
  }
  /** Sends a message as the museum does, and returns the status of the response. */
  const send = async (message: object, { privateKey } = pair) => {
    const body = JSON.stringify(message)
    const [id, timestamp] = ['message-1', String(Math.floor(Date.now() / 1000))]
    const content = Buffer.from(`${id}.${timestamp}.${body}`)
    const hmac = createHmac('sha256', privateKey === pair.privateKey ? secret : 'other').update(content)
    const signature = `v1,${hmac.digest('base64')} v1a,${sign(null, content, privateKey).toString('base64')}`
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
    return (await fetch(url, { method: 'POST', body, headers })).status
  }
  const calendar = async () => (await fetch(url)).json()

  beforeEach(async () => {
    folder = await aTemporaryFolder()
    await cp(fileURLToPath(new URL('..', import.meta.url)), folder.folder, { recursive: true })
    await mkdir(join(folder.folder, 'node_modules/@museum'), { recursive: true })
    const client = fileURLToPath(new URL('../../../packages/client', import.meta.url))
    await symlink(client, join(folder.folder, 'node_modules/@museum/client'))
  })
  afterEach(async () => {
    receiver.child.kill()
    await folder.remove()
  })

  it.each([
    ['public key', keys.publicKey],
    ['secret', keys.secret],
  ])('keeps the calendar of the messages that the %s verifies', async (_, key) => {
    await start(key)
    expect(await send(messageOf('created', 1))).toBe(204)
    expect(await calendar()).toEqual([night])
    expect(await send(messageOf('updated', 2, { ...night, price: 25 }))).toBe(204)
    expect(await calendar()).toEqual([{ ...night, price: 25 }])
    expect(await send(messageOf('deleted', 3))).toBe(204)
    expect(await calendar()).toEqual([])
    expect(await send(messageOf('restored', 4))).toBe(204)
    expect(await send({ type: 'webhook.test', timestamp: '2030-05-01T10:00:05.000Z' })).toBe(204)
    expect(await calendar()).toEqual([night])
    // Each message is printed, so that a test of the webhook is seen.
    await receiver.waitForOutput(/special-event\.restored Nuit au musée\nwebhook\.test/)
  })

  it('takes a message that arrives twice, or after a later one, and keeps the calendar as it is', async () => {
    await start(keys.publicKey)
    await send(messageOf('created', 1))
    await send(messageOf('deleted', 3))
    for (const late of [messageOf('updated', 2), messageOf('created', 1), messageOf('deleted', 3)]) {
      expect(await send(late)).toBe(204)
      expect(await calendar()).toEqual([])
    }
  })

  it('has its calendar again after a restart', async () => {
    await start(keys.publicKey)
    await send(messageOf('created', 1))
    receiver.child.kill()
    await start(keys.publicKey)
    expect(await calendar()).toEqual([night])
  })

  it('refuses what is not signed with its key, is too large, or is no POST', async () => {
    await start(keys.publicKey)
    expect(await send(messageOf('created', 1), generateKeyPairSync('ed25519'))).toBe(401)
    expect(await send(messageOf('created', 1, { ...night, eventDescription: 'x'.repeat(131_072) }))).toBe(413)
    expect((await fetch(url, { method: 'PUT' })).status).toBe(405)
    expect(await calendar()).toEqual([])
  })

  it('does not take a message that it cannot store', async () => {
    await start(keys.publicKey)
    await mkdir(join(folder.folder, 'calendar.json.new'))
    expect(await send(messageOf('created', 1))).toBe(500)
    await expect(readFile(join(folder.folder, 'calendar.json'))).rejects.toThrow('ENOENT')
  })

  it('does not start without a key, or with a calendar that it cannot read', async () => {
    receiver = startProgram([process.execPath, '--conditions=@museum/source', 'receiver.mjs'], folder.folder, {})
    expect((await receiver.exited).code).toBe(1)
    await writeFile(join(folder.folder, 'calendar.json'), 'x')
    receiver = startProgram([process.execPath, '--conditions=@museum/source', 'receiver.mjs'], folder.folder, {
      environment: { WEBHOOK_KEY: keys.publicKey, PORT: '0' },
    })
    expect((await receiver.exited).code).toBe(1)
  })
})
