import { describe, expect, it } from '@jest/globals'
import { type MuseumDatabase, kyselyStoredSettingRepository } from '@museum/adapters-persistence'
import { anAuditEntry } from '@museum/testing'
import { engines } from '../../test/databases.ts'
import { printedBy } from '../../test/printed-by.ts'
import { shopSettings } from '../../test/shop-settings.ts'
import { useServers } from '../../test/use-servers.ts'
import { openForReading } from '../doctor/check-database.ts'
import { checkMuseumSettings } from '../doctor/check-museum-settings.ts'
import { openConfiguredDatabase } from '../settings/open-configured-database.ts'
import { readConfig } from '../settings/read-config.ts'

const { MUSEUM_TERMS_URL: _, MUSEUM_PRIVACY_URL: __, ...incomplete } = shopSettings
const missing = 'MUSEUM_SHOP=on needs MUSEUM_TERMS_URL and MUSEUM_PRIVACY_URL.'
const urls = { termsUrl: 'https://museum.example/terms', privacyUrl: 'https://museum.example/privacy' }
const offersFree = 'MUSEUM_PAYMENT is off: the shop does not offer what costs something.'

describe.each(engines)('the stored settings of a museum on %s', (_engine, newDatabase) => {
  const { start, folder, databaseUrl } = useServers(newDatabase)
  const configOf = (settings: Record<string, string>) =>
    readConfig({ MUSEUM_PORT: '0', MUSEUM_DATABASE_URL: databaseUrl(), ...settings }).config
  const store = async (values: Record<string, string | number>) => {
    const database = openConfiguredDatabase(configOf({}), {})
    try {
      await kyselyStoredSettingRepository(database).change<never>(() => ({ values, entry: anAuditEntry() }))
    } finally {
      await database.close()
    }
  }
  const doctor = async (settings: Record<string, string>) => {
    let database: MuseumDatabase | undefined
    try {
      database = openForReading(configOf(settings))
      return (await checkMuseumSettings(database, configOf(settings))).map(({ level, message }) => [level, message])
    } finally {
      await database?.close()
    }
  }

  it('count for a shop that is on: it does not start while what it needs is nowhere', async () => {
    expect(JSON.stringify(await printedBy('serve', folder(), databaseUrl(), incomplete))).toContain(missing)
    expect(await doctor(incomplete)).toContainEqual(['serious', missing])
    await store(urls)
    const server = await start(incomplete)
    await server.stop()
    expect(await doctor(incomplete)).toEqual([['ok', offersFree]])
    expect(await doctor({})).toEqual([])
  })

  it('have a price of general entry that the doctor compares with the currency and the payments of the shop', async () => {
    await (await start()).stop()
    await store({ generalPrice: 1_250 })
    expect(await doctor(shopSettings)).toEqual([['warning', offersFree]])
    expect(await doctor({ MUSEUM_CURRENCY: 'JPY' })).toEqual([
      ['warning', 'General entry costs 12.50, which is finer than JPY.'],
    ])
  })
})
