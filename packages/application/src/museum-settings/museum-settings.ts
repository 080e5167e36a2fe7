import type { PaymentMethod, Price, VatRate } from '@museum/domain'
import type { StoredSettings } from '../stored-settings/stored-setting-repository.ts'

/** What the museum says of itself, and what general entry costs. */
export type MuseumSettings = Readonly<{
  museumName: string
  /** The postal address, of one line or several. */
  address?: string | undefined
  /** The BCP 47 tag of the language in which the museum writes to visitors. */
  language: string
  /** The price of general entry. */
  generalPrice: Price
  /** The URLs of the terms of sale, the privacy notice and the legal notice. */
  termsUrl?: string | undefined
  privacyUrl?: string | undefined
  legalNoticeUrl?: string | undefined
  /** Where the museum answers visitors. */
  email?: string | undefined
  phone?: string | undefined
  /** How visitors find the museum, of one line or several. */
  directions?: string | undefined
  /** The number under which the museum pays value added tax, for receipts. */
  vatId?: string | undefined
  /** The rates of value added tax that the prices of general entry and of events contain; absent: no tax is named. */
  vatRate?: VatRate | undefined
  eventVatRate?: VatRate | undefined
  /** The payment methods that the desk offers, in this order. Others are recorded too. */
  paymentMethods: readonly PaymentMethod[]
}>

/** The name of a setting of the museum. */
export type MuseumSettingName = keyof MuseumSettings

/** All settings of the museum; the stored setting of each has its name. */
export const museumSettingNames = [
  'museumName',
  'address',
  'language',
  'generalPrice',
  'termsUrl',
  'privacyUrl',
  'legalNoticeUrl',
  'email',
  'phone',
  'directions',
  'vatId',
  'vatRate',
  'eventVatRate',
  'paymentMethods',
] as const satisfies readonly MuseumSettingName[]

/** The settings that a shop cannot do without, unless it is a rehearsal. */
export const neededByShop = ['termsUrl', 'privacyUrl', 'legalNoticeUrl'] as const satisfies readonly MuseumSettingName[]

/** The settings in force, and the names of those that are stored; the others are the environment's. */
export type KnownMuseumSettings = Readonly<{ settings: MuseumSettings; stored: ReadonlySet<MuseumSettingName> }>

/** New values of settings. `null`: the environment's again; absent: as before. */
export type MuseumSettingsChange = {
  readonly [Name in MuseumSettingName]?: NonNullable<MuseumSettings[Name]> | null | undefined
}

/** The settings in force: those that are stored before those of the environment. */
export const settingsInForce = (environment: MuseumSettings, all: StoredSettings): KnownMuseumSettings => {
  const stored = new Set(museumSettingNames.filter((name) => all.has(name)))
  const values = Object.fromEntries([...stored].map((name) => [name, all.get(name)]))
  return { settings: { ...environment, ...values }, stored }
}
