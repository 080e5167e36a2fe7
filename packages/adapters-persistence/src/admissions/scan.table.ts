/**
 * The scans, one row each. `scanned_at` is in milliseconds since 1970; `gate` and `scanned_by` are stored as UTF-8 bytes, so
 * that every engine compares them exactly; `is_offline` is 0 or 1. `ticket_id` is null when the code is that of no ticket.
 * `reason` is null for the admission of a ticket.
 *
 * `scan_id`, `request` and `outcome` are the kept answer, and null for a scan without a scanId; `outcome` is JSON text.
 */
type ScanTable = {
  admission_id: Uint8Array
  scanned_at: number
  scan_date: string
  gate: Uint8Array | null
  scanned_by: Uint8Array
  is_offline: number
  ticket_id: Uint8Array | null
  reason: string | null
  scan_id: Uint8Array | null
  request: string | null
  outcome: string | null
}

export type ScanTables = { scan: ScanTable }
