import { type MemberFault, Price, type Refusal, VatRate, isRefusal, refuse, refuseFaults } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { type AuditedValues, recordChange } from '../audit/audit-entry.ts'
import { type MuseumPorts, usualMuseumName, usualPaymentMethods } from '../ports.ts'
import type { StoredSettings, StoredValue } from '../stored-settings/stored-setting-repository.ts'
import {
  type KnownMuseumSettings,
  type MuseumSettingName,
  type MuseumSettings,
  type MuseumSettingsChange,
  museumSettingNames,
  neededByShop,
  settingsInForce,
} from './museum-settings.ts'

type Ports = Pick<MuseumPorts, 'storedSettings' | 'shop' | 'currency' | 'now' | MuseumSettingName>

/** The settings of the museum, of which every other operation reads the latest. `cached` are the stored settings as this server knows them. */
export const museumSettingOperations = (
  ports: Ports,
  cached: Readonly<{ get: () => Promise<StoredSettings>; invalidate: () => void }>,
) => {
  const { storedSettings, shop, currency, now } = ports
  const given = Object.fromEntries(museumSettingNames.map((name) => [name, ports[name]])) as Pick<
    Ports,
    MuseumSettingName
  >
  const environment: MuseumSettings = {
    ...given,
    museumName: given.museumName ?? usualMuseumName,
    language: given.language ?? 'en',
    paymentMethods: given.paymentMethods ?? usualPaymentMethods,
  }
  let latest: Readonly<{ read?: StoredSettings; text: string; settings: MuseumSettings }> = {
    text: '',
    settings: environment,
  }

  /** Why a change cannot be made, although each value is valid by itself. */
  const faultsOf = (values: MuseumSettingsChange, after: MuseumSettings): readonly MemberFault[] => {
    const { generalPrice } = values
    const tooFine = generalPrice == null ? undefined : Price.faultIn(generalPrice, currency)
    const missing =
      shop === undefined || shop.isRehearsal
        ? []
        : neededByShop.filter((name) => values[name] !== undefined && after[name] === undefined)
    return [
      ...(tooFine === undefined ? [] : [{ member: 'generalPrice', ...tooFine }]),
      ...missing.map((member) => ({
        member,
        code: 'needed-by-shop' as const,
        detail: 'must stay while the museum has a shop: the environment has no value for it',
      })),
    ]
  }

  return {
    /**
     * Returns the settings in force, which are at most 5 seconds old: those that are stored, and those of the environment for all
     * others. The same object as before while they are unchanged.
     */
    museumSettings: async (): Promise<MuseumSettings> => {
      const read = await cached.get()
      if (read !== latest.read) {
        const { settings } = settingsInForce(environment, read)
        const text = JSON.stringify(settings)
        latest = { read, text, settings: text === latest.text ? latest.settings : settings }
      }
      return latest.settings
    },

    /** The settings that `museumSettings` returned last, for what must be said when they cannot be read; at first the environment's. */
    latestMuseumSettings: (): MuseumSettings => latest.settings,

    /** Returns the settings in force as they are stored now, and which of them are stored. */
    getMuseumSettings: async (): Promise<KnownMuseumSettings> =>
      settingsInForce(environment, await storedSettings.list()),

    /**
     * Stores settings, or returns to those of the environment, and returns all. The price of general entry is in force for every sale
     * that begins once it has returned, everything else on every server within 5 seconds. `precondition-failed` when `maySet` returns
     * false for the present settings; `validation-failed` for a price that is finer than the currency, and for a change that takes
     * away what the shop needs.
     */
    setMuseumSettings: async (
      change: MuseumSettingsChange,
      actor: Actor,
      maySet: (current: KnownMuseumSettings) => boolean = () => true,
    ): Promise<KnownMuseumSettings | Refusal<'precondition-failed' | 'validation-failed'>> => {
      const outcome = await storedSettings.change<Refusal<'precondition-failed' | 'validation-failed'>>((stored) => {
        const before = settingsInForce(environment, stored)
        if (!maySet(before)) return preconditionFailed
        const changed = museumSettingNames.filter(
          (name) => change[name] !== undefined && !isSame(change[name], stored.get(name) ?? null),
        )
        if (changed.length === 0) return undefined
        const values = Object.fromEntries(changed.map((name) => [name, change[name] as StoredValue | null]))
        const storedAfter = Object.entries({ ...Object.fromEntries(stored), ...values })
        const { settings: after } = settingsInForce(
          environment,
          new Map(storedAfter.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
        )
        const faults = faultsOf(values, after)
        if (faults.length > 0) return refuseFaults(...faults)
        return {
          values,
          isOfGeneralEntry: 'generalPrice' in values,
          entry: recordChange({ now }, actor, { kind: 'museum-settings', id: 'all' }, 'setMuseumSettings', {
            before: audited(before.settings, changed),
            after: audited(after, changed),
          }),
        }
      })
      cached.invalidate()
      return isRefusal(outcome) ? outcome : settingsInForce(environment, outcome)
    },
  }
}

/** See `museumSettingOperations`. */
export type MuseumSettingOperations = ReturnType<typeof museumSettingOperations>

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const percentOf = (rate: VatRate | undefined) => (rate === undefined ? undefined : VatRate.toPercent(rate))

/** The values in force of settings that changed, as in a request. */
const audited = (
  { generalPrice, vatRate, eventVatRate, ...texts }: MuseumSettings,
  names: readonly MuseumSettingName[],
): AuditedValues => {
  const all: { readonly [Name in MuseumSettingName]?: AuditedValues[string] | undefined } = {
    ...texts,
    generalPrice: Price.toAmount(generalPrice),
    vatRate: percentOf(vatRate),
    eventVatRate: percentOf(eventVatRate),
  }
  return Object.fromEntries(names.map((name) => [name === 'museumName' ? 'name' : name, all[name] ?? null]))
}

const preconditionFailed = refuse(
  'precondition-failed',
  'The settings of the museum have changed since you read them. Read them again, then decide again.',
)
