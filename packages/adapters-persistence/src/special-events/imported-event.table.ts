/**
 * The rows of files that were imported. `import_key` is the SHA-256 hash of the importKey of a row, `event_id` the event that
 * was made of it, which may be changed or removed since. No row is ever removed.
 */
type ImportedEventTable = { import_key: Uint8Array; event_id: Uint8Array }

export type ImportedEventTables = { imported_event: ImportedEventTable }
