import { type MuseumDatabase, kyselyStoredSettingRepository } from '@museum/adapters-persistence'
import { Price } from '@museum/domain'
import type { Config } from '../settings/settings.ts'
import { findMissingShopSettings, shopAdvice } from '../startup/check-shop-settings.ts'
import { type Finding, findingsIn, findingsOf } from './finding.ts'

const { ok, warning, serious } = findingsOf('configuration')

/** Checks the settings of the museum of which some are stored, and others are the environment's. */
export const checkMuseumSettings = async (database: MuseumDatabase, config: Config): Promise<readonly Finding[]> => {
  const storedSettings = kyselyStoredSettingRepository(database)
  const missing = await findMissingShopSettings(storedSettings, config)
  const stored = (await storedSettings.list()).get('generalPrice') as Price | undefined
  const { currency } = config
  return findingsIn([
    missing !== undefined && serious(missing, shopAdvice),
    stored !== undefined &&
      Price.faultIn(stored, currency) !== undefined &&
      warning(
        `General entry costs ${Price.toAmount(stored).toFixed(2)}, which is finer than ${currency}.`,
        'Store another price on the page Museum of the office, or correct MUSEUM_CURRENCY. Tickets that are sold keep their price.',
      ),
    checkShop(config, stored ?? config.generalPrice),
  ])
}

/** Without payments the shop has only what is free, which is right for a museum that costs nothing. */
const checkShop = ({ shop, payment }: Config, generalPrice: Price) => {
  if (shop !== 'on' || payment !== 'off') return undefined
  const message = 'MUSEUM_PAYMENT is off: the shop does not offer what costs something.'
  return generalPrice === 0
    ? ok(message)
    : warning(message, 'Set MUSEUM_PAYMENT to stripe, so that visitors pay online; or sell these tickets at the desk.')
}
