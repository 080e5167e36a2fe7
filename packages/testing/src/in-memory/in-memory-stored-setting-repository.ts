import { type Refusal, isRefusal } from '@museum/domain'
import type { StoredSettingRepository, StoredSettings, StoredSettingsChange } from '@museum/application'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryStoredSettingRepository = ({
  storedSettings,
  museum,
  audit,
}: InMemoryStore): StoredSettingRepository => {
  const list = (): StoredSettings => new Map(storedSettings)
  return {
    async list() {
      return list()
    },
    async change<R extends Refusal>(decide: (current: StoredSettings) => StoredSettingsChange | R | undefined) {
      const decided: StoredSettingsChange | Refusal | undefined = decide(list())
      if (decided === undefined) return list()
      if (isRefusal(decided)) return decided as R
      for (const [name, value] of Object.entries(decided.values))
        if (value === null) storedSettings.delete(name)
        else storedSettings.set(name, value)
      if (decided.isOfGeneralEntry) museum.hoursRevision += 1
      audit.add(decided.entry)
      return list()
    },
  }
}
