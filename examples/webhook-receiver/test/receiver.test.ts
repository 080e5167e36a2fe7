import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { webhookSender } from '../../../packages/adapters-messaging/src/index.ts'
import { aTemporaryFolder } from '../../../apps/server/test/a-temporary-folder.ts'
import { startProgram } from '../../../apps/server/test/start-server.ts'

const sender = webhookSender({ privateAddresses: 'allow' })
const secret = sender.newSecret()
const keys = sender.textsOf(secret)

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
  const send = async (body: object, secrets = [secret], messageId = 'message-1') => {
    const { outcome, status } = await sender.send({ url, messageId, body: JSON.stringify(body), secrets })
    return [outcome, status]
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
    const taken = ['delivered', 204]
    expect(await send(messageOf('created', 1))).toEqual(taken)
    expect(await calendar()).toEqual([night])
    expect(await send(messageOf('updated', 2, { ...night, price: 25 }))).toEqual(taken)
    expect(await calendar()).toEqual([{ ...night, price: 25 }])
    expect(await send(messageOf('deleted', 3))).toEqual(taken)
    expect(await calendar()).toEqual([])
    expect(await send(messageOf('restored', 4))).toEqual(taken)
    expect(await send({ type: 'webhook.test', timestamp: '2030-05-01T10:00:05.000Z' })).toEqual(taken)
    expect(await calendar()).toEqual([night])
  })

  it('takes a message that arrives twice, or after a later one, and keeps the calendar as it is', async () => {
    await start(keys.publicKey)
    await send(messageOf('created', 1))
    await send(messageOf('deleted', 3))
    for (const late of [messageOf('updated', 2), messageOf('created', 1), messageOf('deleted', 3)]) {
      expect(await send(late)).toEqual(['delivered', 204])
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
    expect(await send(messageOf('created', 1), [sender.newSecret()])).toEqual(['failed', 401])
    expect(await send(messageOf('created', 1, { ...night, eventDescription: 'x'.repeat(131_072) }))).toEqual([
      'failed',
      413,
    ])
    expect((await fetch(url, { method: 'PUT' })).status).toBe(405)
    expect(await calendar()).toEqual([])
  })

  it('does not take a message that it cannot store', async () => {
    await start(keys.publicKey)
    await mkdir(join(folder.folder, 'calendar.json.new'))
    expect(await send(messageOf('created', 1))).toEqual(['failed', 500])
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
