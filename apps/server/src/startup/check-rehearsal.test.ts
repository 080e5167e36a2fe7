import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { password, printedBy, startError } from '../../test/printed-by.ts'
import { shopSettings } from '../../test/shop-settings.ts'
import { buyTicket } from '../../test/ticket-images.ts'
import { useServers } from '../../test/use-servers.ts'
import { openForReading } from '../doctor/check-database.ts'
import { checkRehearsalMark } from '../doctor/check-rehearsal-mark.ts'
import { readConfig } from '../settings/read-config.ts'

const rehearsal = { MUSEUM_SHOP: 'rehearsal', MUSEUM_PUBLIC_URL: 'http://127.0.0.1:8080' }
const ofRehearsal = 'This is the database of a rehearsal: the tickets in it are not valid.'
const hasSold =
  'MUSEUM_SHOP is rehearsal, and this database has sold tickets that are valid. ' +
  'Remove MUSEUM_DATABASE_URL, or set it to another database.'

describe('the database of a rehearsal', () => {
  const { start: startWith, run, folder, databaseUrl } = useServers(newDatabase)
  const start = (settings = {}) => startWith({ MUSEUM_ADMIN_PASSWORD: password, ...settings })
  const startOutput = async (settings: Record<string, string>) => {
    const server = await start(settings)
    await server.stop()
    return server.output.text
  }
  /** What a server prints that does not start. */
  const failure = (settings: Record<string, string>) => printedBy('serve', folder(), databaseUrl(), settings)
  const warnings = (output: string) =>
    output
      .split('\n')
      .filter((line) => line.includes('"level":40'))
      .map((line) => (JSON.parse(line) as { msg: string }).msg)
  /** What the doctor finds about it. */
  const doctor = async (settings: Record<string, string>) => {
    const { config } = readConfig({ MUSEUM_PORT: '0', MUSEUM_DATABASE_URL: databaseUrl(), ...settings })
    const database = openForReading(config)
    try {
      return await checkRehearsalMark(database, config)
    } finally {
      await database.close()
    }
  }

  it('sells nothing that is valid: a server with MUSEUM_SHOP=on or MUSEUM_PAYMENT=stripe does not start with it', async () => {
    const keyFile = join(folder(), 'stripe-key')
    await writeFile(keyFile, 'rk_live_1', { mode: 0o600 })
    const stripe = {
      MUSEUM_PAYMENT: 'stripe',
      MUSEUM_STRIPE_KEY_FILE: keyFile,
      MUSEUM_PUBLIC_URL: 'https://museum.example',
    }
    expect(await startOutput(shopSettings)).not.toContain(ofRehearsal)
    expect(await doctor(rehearsal)).toBeUndefined()
    await startOutput(rehearsal)
    const advice = 'Set MUSEUM_DATABASE_URL to another database; or, to rehearse again, set MUSEUM_SHOP=rehearsal.'
    for (const [name, settings] of [
      ['MUSEUM_SHOP=on', shopSettings],
      ['MUSEUM_PAYMENT=stripe', stripe],
      ['MUSEUM_PAYMENT=stripe', { ...shopSettings, ...stripe }],
    ] as const) {
      const message = `${ofRehearsal} A server with ${name} does not start with it.`
      const { code, text } = await failure(settings)
      expect({ code, text: text.split('\n').slice(-2).join('\n') }).toEqual(startError(`${message} ${advice}`))
      expect(await doctor(settings)).toEqual({ check: 'database', level: 'serious', message, advice })
    }
  })

  it('can be used by rehearsals, which warn at each start in one line, and by a server without a shop', async () => {
    const line = expect.stringMatching(
      /^MUSEUM_SHOP IS rehearsal: visitors buy at http:\/\/127\.0\.0\.1:8080\/buy, and the tickets are not valid; e-mails are files in /,
    )
    for (let starts = 0; starts < 2; starts += 1)
      expect(warnings(await startOutput(rehearsal)).filter((text) => /rehears/i.test(text))).toEqual([line])
    expect(await doctor(rehearsal)).toMatchObject({ check: 'database', level: 'ok', message: ofRehearsal })
    const message = `${ofRehearsal} Their images say so only with MUSEUM_SHOP=rehearsal.`
    expect(warnings(await startOutput({}))).toContainEqual(expect.stringContaining(message))
    expect(await doctor({})).toMatchObject({ check: 'database', level: 'warning', message })
  })

  it('is none that has sold valid tickets', async () => {
    const server = await start()
    await buyTicket(server)
    await server.stop()
    const { code, text } = await failure(rehearsal)
    expect([code, text]).toEqual([1, expect.stringMatching(new RegExp(`${hasSold}\n$`))])
    expect(await doctor(rehearsal)).toMatchObject({ check: 'database', level: 'serious' })
    expect(await startOutput(shopSettings)).not.toContain(ofRehearsal)
  })

  it('may have what the demo has sold, and what is sold during a rehearsal', async () => {
    expect((await run('demo', {}, '--events', '8', '--tickets', '6')).code).toBe(0)
    const server = await start(rehearsal)
    await buyTicket(server)
    await server.stop()
    expect(await startOutput(rehearsal)).toContain('the server is listening')
  })
})
