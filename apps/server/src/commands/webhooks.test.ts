import { kyselyRepositories, openDatabase } from '@museum/adapters-persistence'
import { Instant, WebhookId } from '@museum/domain'
import { describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

const unknown = '0197f9c2-5b0e-7c1a-9b0e-6a1f0d2c3b4a'

describe('the webhooks command', () => {
  const { run, databaseUrl } = useServers(newDatabase)
  const webhooks = (name: string, ...args: string[]) => run(`webhooks ${name}`, {}, ...args)
  const parsed = async (name: string, ...args: string[]) =>
    JSON.parse((await webhooks(name, ...args, '--json')).stdout) as Record<string, unknown>
  const url = 'https://calendar.example/museum'
  const add = (...args: string[]) => parsed('add', url, '--types', 'ticket.sold,special-event.created', ...args)

  it('adds a webhook, shows its secret this once, and lists and shows it without', async () => {
    expect(await webhooks('list')).toMatchObject({ code: 0, stdout: '', stderr: 'There are no webhooks.\n' })
    const { secret, ...webhook } = await add('--description', 'Calendar of the city', '--purchaser', 'yes')
    const webhookId = String(webhook['webhookId'])
    expect(secret).toMatch(/^whsec_/)
    expect(webhook).toMatchObject({
      url,
      types: ['special-event.created', 'ticket.sold'],
      description: 'Calendar of the city',
      purchaser: true,
      enabled: true,
    })
    expect(await parsed('list')).toEqual([webhook])
    expect(await parsed('show', webhookId)).toEqual(webhook)
    expect((await webhooks('list')).stdout).toMatch(
      new RegExp(`\n${webhookId}  enabled  ${url}  special-event.created, ticket.sold\n$`),
    )
    const shown = (await webhooks('show', webhookId)).stdout
    expect(shown).toContain(`Public key   ${String(webhook['publicKey'])}\n`)
    expect(shown).not.toContain('whsec_')
    expect((await run('audit')).stdout).toMatch(/createWebhook webhook/)
    const text = await webhooks('add', url, '--types', 'order.created')
    expect([text.code, text.stdout]).toEqual([0, expect.stringMatching(/^Secret {6}whsec_.+\nPublic key {2}whpk_.+$/m)])
  })

  it.each([
    [['http://calendar.example', '--types', 'ticket.sold'], 1, /^Url .*https/],
    [['https://127.0.0.1/', '--types', 'ticket.sold'], 1, /^Url .*public address/],
    [
      ['https://calendar.example', '--types', 'ticket.sol'],
      2,
      /"ticket.sol" is not a type of message; the nearest is ticket.sold/,
    ],
    [['https://calendar.example'], 2, /--types/],
    [['https://calendar.example', '--types', 'ticket.sold', '--description', ''], 2, /must not be blank/],
    [['https://calendar.example', '--types', 'ticket.sold', '--purchaser', 'maybe'], 2, /is not yes or no/],
  ])('adds nothing for %j', async (args, exitCode, message) => {
    const { code, stderr } = await webhooks('add', ...args)
    expect([code, stderr]).toEqual([exitCode, expect.stringMatching(message)])
    expect(await parsed('list')).toEqual([])
  })

  it('takes an address of this machine with MUSEUM_WEBHOOK_PRIVATE_ADDRESSES=allow', async () => {
    const settings = { MUSEUM_WEBHOOK_PRIVATE_ADDRESSES: 'allow' }
    const added = await run('webhooks add', settings, 'http://127.0.0.1:9/museum', '--types', 'ticket.sold')
    expect(added).toMatchObject({ code: 0, stderr: '' })
  })

  it('changes what the options name, and nothing else', async () => {
    const { secret: _, ...webhook } = await add('--description', 'City')
    const webhookId = String(webhook['webhookId'])
    const changes: [string[], object][] = [
      [[], {}],
      [['--url', 'https://other.example/'], { url: 'https://other.example/' }],
      [['--types', 'order.created, museum-hours.changed'], { types: ['museum-hours.changed', 'order.created'] }],
      [['--description', 'Town'], { description: 'Town' }],
      [['--remove-description'], { description: undefined }],
      [['--purchaser', 'yes'], { purchaser: true }],
      [['--purchaser', 'no'], { purchaser: false }],
      [['--enabled', 'no'], { enabled: false, disabledAt: expect.any(String) }],
      [['--enabled', 'yes'], { enabled: true, disabledAt: undefined }],
    ]
    for (const [args, changed] of changes) {
      Object.assign(webhook, changed)
      const expected = Object.fromEntries(Object.entries(webhook).filter(([, value]) => value !== undefined))
      expect([args, await parsed('update', webhookId, ...args)]).toEqual([args, expected])
    }
    const both = await webhooks('update', webhookId, '--description', 'x', '--remove-description')
    expect(both).toMatchObject({ code: 2, stderr: expect.stringMatching(/use it without --description/) })
  })

  it('removes a webhook, and gives one a new secret', async () => {
    const { webhookId, secret, publicKey } = await add()
    const renewed = await parsed('renew-secret', String(webhookId))
    expect(renewed).toMatchObject({ webhookId, secret: expect.stringMatching(/^whsec_/) })
    expect(renewed['secret']).not.toBe(secret)
    expect(renewed['publicKey']).not.toBe(publicKey)
    const text = await webhooks('renew-secret', String(webhookId))
    expect(text.stdout).toMatch(/^Secret {6}whsec_.+\nPublic key {2}whpk_/)
    expect((await webhooks('remove', String(webhookId))).stdout).toBe(`The webhook ${String(webhookId)} is removed.\n`)
    expect(await parsed('list')).toEqual([])
  })

  it('tests a webhook, shows the deliveries, replays one and removes those that failed', async () => {
    const webhookId = String((await add())['webhookId'])
    const none = await webhooks('deliveries', webhookId)
    expect(none).toMatchObject({ code: 0, stdout: '', stderr: 'There are no such deliveries.\n' })
    for (let count = 0; count < 3; count += 1)
      expect(await webhooks('test', webhookId)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/A running server/),
      })
    expect(await webhooks('deliveries', webhookId, '--state', 'failed')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(
          `^No delivery has failed for good; 3 wait: \`.* webhooks deliveries ${webhookId} --state pending\`\n$`,
        ),
      ),
    })
    expect((await webhooks('deliveries', webhookId)).stdout).toMatch(/  pending +0 +20\d\d-\S+ \S+ +-\n/)
    // What a server does that cannot deliver them.
    const database = openDatabase(databaseUrl())
    const { deliveries } = kyselyRepositories(database)
    const claimed = await deliveries.claim(WebhookId(webhookId), 3)
    const at = Instant(Date.now())
    await deliveries.settle(
      claimed.map((delivery) => ({
        delivery,
        at,
        result: 'failed',
        because: 'The receiver responded with 500.',
        status: 500,
      })),
    )
    await database.close()
    expect(claimed).toHaveLength(3)
    const [latest] = claimed.toReversed()
    const failed = (await webhooks('deliveries', webhookId, '--state', 'failed', '--limit', '1')).stdout
    expect(failed.split('\n')).toEqual([
      expect.stringMatching(/^ID +TIME +TYPE +STATE +ATTEMPTS +NEXT ATTEMPT +LATEST ATTEMPT$/),
      expect.stringMatching(
        new RegExp(`^${latest!.deliveryId}  .+  webhook\\.test  failed  1 +- +The receiver responded with 500\\.$`),
      ),
      '',
    ])
    const replayed = await webhooks('replay', webhookId, String(latest!.deliveryId))
    expect(replayed).toMatchObject({ code: 0, stdout: expect.stringMatching(/again\. To see/) })
    expect(await parsed('deliveries', webhookId, '--state', 'pending')).toMatchObject([
      { deliveryId: latest!.deliveryId, messageId: latest!.messageId, attempts: 0 },
    ])
    expect((await webhooks('remove-failed', webhookId)).stdout).toBe('Removed 2 failed deliveries.\n')
    expect(await parsed('remove-failed', webhookId)).toEqual({ removed: 0 })
    expect(await parsed('deliveries', webhookId)).toHaveLength(1)
    await webhooks('update', webhookId, '--enabled', 'no')
    const refused = await webhooks('test', webhookId)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The webhook is disabled\./) })
    const other = await webhooks('replay', webhookId, '4711')
    expect(other).toMatchObject({ code: 1, stderr: 'There is no delivery 4711 of this webhook.\n' })
  })

  it.each([
    ['show'],
    ['update'],
    ['remove'],
    ['test'],
    ['renew-secret'],
    ['deliveries'],
    ['replay', '1'],
    ['remove-failed'],
  ])('says for an unknown ID how to find one: %s', async (name, ...args) => {
    const { code, stdout, stderr } = await webhooks(name, unknown, ...args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(new RegExp(`^There is no webhook ${unknown}\\. To find one:\n.* webhooks list\n$`))
  })
})
