import { chmodSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { shopSettings } from '../../test/shop-settings.ts'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { readConfig } from '../settings/read-config.ts'
import { checkConfiguration } from './check-configuration.ts'

let folder: string
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ folder, remove } = await aTemporaryFolder())
})
afterAll(() => remove())

const check = (environment: Record<string, string>) => checkConfiguration(readConfig(environment), environment)
const file = (name: string, mode: number) => {
  const path = join(folder, name)
  writeFileSync(path, 'a password for the test\n')
  chmodSync(path, mode)
  return path
}

describe('the check of the configuration', () => {
  it('finds nothing wrong with the defaults', async () => {
    expect(await check({})).toEqual([{ check: 'configuration', level: 'ok', message: 'The settings are valid.' }])
  })

  it('finds every fault, and names that are no settings', async () => {
    expect(await check({ MUSEUM_PORT: 'none', MUSEUM_TIME_ZONE: 'Mars', MUSEUM_ADMIN_PASWORD: 'secret' })).toEqual([
      expect.objectContaining({ level: 'serious', message: 'MUSEUM_PORT must be an integer.' }),
      expect.objectContaining({
        level: 'serious',
        message: 'MUSEUM_TIME_ZONE must be an IANA time zone, such as Europe/Paris.',
      }),
      expect.objectContaining({
        level: 'warning',
        message: 'MUSEUM_ADMIN_PASWORD is not a setting; the nearest is MUSEUM_ADMIN_PASSWORD.',
        advice: 'Correct the name, or remove it.',
      }),
    ])
  })

  it.each([
    [
      { MUSEUM_ADMIN_PASSWORD_FILE: join(tmpdir(), 'missing'), MUSEUM_ADMIN_USERNAME: 'Mira' },
      /^MUSEUM_ADMIN_PASSWORD_FILE names a file that cannot be read/,
    ],
    [{ MUSEUM_SMTP_URL: 'smtp:mail', MUSEUM_MAIL_FROM: 'a@b.example' }, /^MUSEUM_SMTP_URL must /],
    [{ MUSEUM_SMTP_URL: 'smtp://mail.example', MUSEUM_MAIL_FROM: 'nobody' }, /^MUSEUM_MAIL_FROM must /],
    [{ MUSEUM_METRICS_PORT: 'x', MUSEUM_METRICS_HOST: '::1' }, /^MUSEUM_METRICS_PORT must /],
  ])('does not say that a faulty setting is not set: %j', async (environment, message) => {
    expect(await check(environment)).toEqual([
      expect.objectContaining({ level: 'serious', message: expect.stringMatching(message) }),
    ])
  })

  it.each([
    [{ MUSEUM_TODAY: '2030-01-01' }, 'MUSEUM_TODAY IS SET', 'Remove MUSEUM_TODAY'],
    [{ MUSEUM_SMTP_URL: 'file:out', MUSEUM_MAIL_FROM: 'a@b.example' }, 'Only for rehearsals', 'a mail server'],
    [{ MUSEUM_ADMIN_PASSWORD: 'short' }, 'fewer than 10 characters', 'Set a password'],
    [{ MUSEUM_DATABASE_URL: 'mysql://a:b@db.example/c' }, 'not encrypted', 'Set MUSEUM_DATABASE_CA_FILE'],
    [{ MUSEUM_TRUSTED_PROXIES: '0.0.0.0/0' }, 'contains every address', 'your proxies only'],
    [{ MUSEUM_HOST: '0.0.0.0' }, 'listens at 0.0.0.0 without TLS', 'Name the proxy'],
    [{ MUSEUM_METRICS_HOST: '::1' }, 'no metrics are served', 'Set MUSEUM_METRICS_PORT'],
    [{ MUSEUM_PUBLIC_URL: 'http://museum.example' }, 'passwords are sent unencrypted', 'use https'],
    [{ MUSEUM_CORS_ORIGINS: 'https://a.example,http://b.example' }, 'unencrypted: http://b.example.', 'Use https'],
  ])('warns of %j', async (environment, message, advice) => {
    expect(await check(environment)).toEqual([
      {
        check: 'configuration',
        level: 'warning',
        message: expect.stringContaining(message),
        advice: expect.stringContaining(advice),
      },
    ])
  })

  it('warns of a shop without trusted proxies', async () => {
    expect(await check({ ...shopSettings, MUSEUM_PAYMENT: 'rehearsal' })).toContainEqual({
      check: 'configuration',
      level: 'warning',
      message: expect.stringContaining('visitors behind a proxy are not limited by MUSEUM_SHOP_LIMIT'),
      advice: 'Name the proxy that adds TLS in MUSEUM_TRUSTED_PROXIES.',
    })
  })

  it.each([
    { MUSEUM_HOST: '0.0.0.0', MUSEUM_TRUSTED_PROXIES: '10.0.0.0/8' },
    { MUSEUM_HOST: '::1' },
    { MUSEUM_PUBLIC_URL: 'https://example.org/museum' },
    { MUSEUM_PUBLIC_URL: 'http://[::1]:8080' },
    { MUSEUM_CORS_ORIGINS: 'http://localhost:3000,http://[::1]:3000,https://a.example' },
    { MUSEUM_DATABASE_URL: 'mysql://a:b@localhost/c' },
  ])('does not warn of %j', async (environment) => {
    expect(await check(environment)).toMatchObject([{ level: 'ok' }])
  })

  it('warns of a file with a secret that other users can read, and not of one that a group can read', async () => {
    const path = file('an open file', 0o644)
    expect(await check({ MUSEUM_ADMIN_PASSWORD_FILE: path })).toEqual([
      {
        check: 'configuration',
        level: 'warning',
        message: 'Other users of this machine can read the file that MUSEUM_ADMIN_PASSWORD_FILE names.',
        advice: `Run: chmod o= '${path}'`,
      },
    ])
    expect(await check({ MUSEUM_ADMIN_PASSWORD_FILE: file('closed', 0o640) })).toMatchObject([{ level: 'ok' }])
  })
})
