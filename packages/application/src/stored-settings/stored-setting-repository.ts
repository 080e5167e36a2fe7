import type { Refusal } from '@museum/domain'
import type { AuditedValues, NewAuditEntry } from '../audit/audit-entry.ts'

/** The value of a stored setting. */
export type StoredValue = Exclude<AuditedValues[string], null>

/** Settings that were changed while the museum runs, by their names; without those that were never set. */
export type StoredSettings = ReadonlyMap<string, StoredValue>

/** The settings that get another value, and the audit entry about it; `null` removes a setting. */
export type StoredSettingsChange = Readonly<{
  values: Readonly<Record<string, StoredValue | null>>
  /** Whether a setting of the offer general entry changes: it gets another revision, which sales compare. */
  isOfGeneralEntry?: boolean
  entry: NewAuditEntry
}>

/** The settings of the museum that operations change. A name has at most 60 letters, digits and hyphens. */
export interface StoredSettingRepository {
  /** All settings that are stored. */
  list(): Promise<StoredSettings>
  /**
   * Stores the change that `decide` returns, with its audit entry: either both or neither. `decide` gets the present settings, which no
   * other server changes meanwhile. Changes nothing when it returns a refusal or `undefined`. Returns the settings afterwards.
   */
  change<R extends Refusal>(
    decide: (current: StoredSettings) => StoredSettingsChange | R | undefined,
  ): Promise<StoredSettings | R>
}
