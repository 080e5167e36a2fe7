import type { ScanCounts } from '@museum/application'
import type { CalendarDate, Gate, ScanRefusalReason } from '@museum/domain'
import type { Kysely } from 'kysely'
import type { MuseumTables } from '../database/museum-tables.ts'
import { gateOf } from './scan-row.ts'

/** Counts the scans of a date: see `AdmissionRepository.count`. It reads one range of an index, and no row. */
export const countScansOf = async (tables: Kysely<MuseumTables>, date: CalendarDate): Promise<ScanCounts> => {
  const rows = await tables
    .selectFrom('scan')
    .select(['gate', 'reason'])
    .select(({ fn }) => fn.countAll<number>().as('scans'))
    .where('scan_date', '=', date)
    .groupBy(['gate', 'reason'])
    .execute()
  let admitted = 0
  const refused: Partial<Record<ScanRefusalReason, number>> = {}
  const gates = new Map<Gate | null, { admitted: number; refused: number }>()
  for (const row of rows) {
    if (row.reason === 'reverted') continue
    const gate = row.gate === null ? null : gateOf(row.gate)
    const ofGate = gates.get(gate) ?? { admitted: 0, refused: 0 }
    gates.set(gate, ofGate)
    if (row.reason === null) {
      admitted += row.scans
      ofGate.admitted += row.scans
    } else {
      const reason = row.reason as ScanRefusalReason
      refused[reason] = (refused[reason] ?? 0) + row.scans
      ofGate.refused += row.scans
    }
  }
  const byName = [...gates].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1))
  return {
    admitted,
    refused,
    gates: byName.map(([gate, counts]) => ({ gate, admitted: counts.admitted, refused: counts.refused })),
  }
}
