import type { Gate, Ticket } from '@museum/domain'
import {
  type AdmissionRepository,
  type LoggedScan,
  type ScanCounts,
  admissionNotFound,
  scanIdTaken,
  ticketChanged,
} from '../admissions/admission-repository.ts'
import { pageOf } from '../paging.ts'
import type { InMemoryStore } from './in-memory-store.ts'

export const inMemoryAdmissionRepository = ({ tickets, scans, answers, audit }: InMemoryStore): AdmissionRepository => {
  const withReason = (scan: LoggedScan, reason: Required<LoggedScan>['reason']): LoggedScan => ({ ...scan, reason })
  return {
    async add(scan) {
      const { answer, ...logged } = scan
      if (scans.has(scan.admissionId)) return scan
      if (answer !== undefined && answers.has(answer.scanId)) return scanIdTaken(answer.scanId)
      if (scan.reason === undefined) {
        const ticket = tickets.get(scan.ticketId)
        if (ticket?.state !== 'valid' || ticket.admission?.admissionId !== scan.replaces)
          return ticketChanged(scan.ticketId)
        const { admissionId, at, gate } = scan
        tickets.set(ticket.ticketId, { ...ticket, admission: { admissionId, at, ...(gate !== undefined && { gate }) } })
        const replaced = scan.replaces && scans.get(scan.replaces)
        if (replaced) scans.set(replaced.admissionId, withReason(replaced, 'already-admitted'))
      }
      const { admissionId, at, date, gate, scannedBy, isOffline, ticketId, reason } = logged
      scans.set(admissionId, {
        admissionId,
        at,
        date,
        scannedBy,
        isOffline,
        ...(gate !== undefined && { gate }),
        ...(ticketId !== undefined && { ticketId }),
        ...(reason !== undefined && { reason }),
      })
      if (answer !== undefined) answers.set(answer.scanId, answer)
      return scan
    },
    async findAnswer(scanId) {
      return answers.get(scanId)
    },
    async list({ date, gate, isAdmitted, ticketId }, { page, limit }) {
      const matching = [...scans.values()].filter(
        (scan) =>
          (date === undefined || date === scan.date) &&
          (gate === undefined || gate === scan.gate) &&
          (ticketId === undefined || ticketId === scan.ticketId) &&
          (isAdmitted === undefined || isAdmitted === (scan.reason === undefined)),
      )
      const sorted = matching.toSorted((a, b) => b.at - a.at || (a.admissionId < b.admissionId ? 1 : -1))
      return pageOf(sorted.slice((page - 1) * limit, page * limit), matching.length)
    },
    async count(date) {
      return countScans([...scans.values()].filter((scan) => scan.date === date))
    },
    async revert(admissionId, entryOf) {
      const scan = scans.get(admissionId)
      if (scan === undefined || scan.reason !== undefined) return admissionNotFound(admissionId)
      const { admission: _, ...ticket } = tickets.get(scan.ticketId!)!
      audit.add(entryOf(scan))
      tickets.set(ticket.ticketId, ticket as Ticket)
      scans.set(admissionId, withReason(scan, 'reverted'))
      return scan
    },
  }
}

const countScans = (scans: readonly LoggedScan[]): ScanCounts => {
  const counted = scans.filter(({ reason }) => reason !== 'reverted')
  const refused: Partial<Record<string, number>> = {}
  const gates = new Map<Gate | null, { admitted: number; refused: number }>()
  for (const { gate = null, reason } of counted) {
    const ofGate = gates.get(gate) ?? { admitted: 0, refused: 0 }
    ofGate[reason === undefined ? 'admitted' : 'refused'] += 1
    gates.set(gate, ofGate)
    if (reason !== undefined) refused[reason] = (refused[reason] ?? 0) + 1
  }
  return {
    admitted: counted.filter(({ reason }) => reason === undefined).length,
    refused,
    gates: Array.from(gates, ([gate, { admitted, refused: ofGate }]) => ({ gate, admitted, refused: ofGate })).toSorted(
      (a, b) => ((a.gate ?? '') < (b.gate ?? '') ? -1 : 1),
    ),
  }
}
