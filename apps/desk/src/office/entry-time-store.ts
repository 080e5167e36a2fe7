import type { EntryTimes as Settings, EntryTimesFields } from '@museum/client'

/** The entry times as they were read. */
export type StoredEntryTimes = Readonly<{ settings: Settings; etag: string }>

/** How the parts of the page store a change: of the rule, or of the exceptions. */
export type EntryTimeStore = Readonly<{
  stored: StoredEntryTimes
  put: (change: Partial<EntryTimesFields>, signal: AbortSignal, confirm?: boolean) => Promise<Settings>
  /** Reads what another user has stored, and forgets what was typed. */
  take: (signal: AbortSignal) => Promise<void>
}>
