import { type StoredSettingRepository, neededByShop } from '@museum/application'
import { formatList } from '@museum/languages'
import { type Config, settings } from '../settings/settings.ts'
import { CannotStart } from './cannot-start.ts'

type StoredSettings = Pick<StoredSettingRepository, 'list'>

export const shopAdvice = 'Set them; or set MUSEUM_SHOP to off, and store them on the page Museum of the office.'

/** What is missing while the shop is on: a setting that it needs is neither in the environment nor stored. */
export const findMissingShopSettings = async (
  storedSettings: StoredSettings,
  config: Pick<Config, 'shop' | (typeof neededByShop)[number]>,
): Promise<string | undefined> => {
  if (config.shop !== 'on') return undefined
  const stored = await storedSettings.list()
  const missing = neededByShop.filter((name) => config[name] === undefined && !stored.has(name))
  return missing.length === 0
    ? undefined
    : `MUSEUM_SHOP=on needs ${formatList(
        'en',
        missing.map((name) => settings[name].name),
      )}.`
}

/** Throws `CannotStart` while something is missing. */
export const checkShopSettings = async (storedSettings: StoredSettings, config: Config): Promise<void> => {
  const missing = await findMissingShopSettings(storedSettings, config)
  if (missing !== undefined) throw new CannotStart(missing, shopAdvice)
}
