import { Admission, type Gate, type Ticket, type TicketId } from '@museum/domain'
import { type AdmissionRepository, type LoggedScan, Page, type ScanCounts, ScanOutcome } from '@museum/application'
import { type InMemoryStore, currentTicket } from './in-memory-store.ts'

export const inMemoryAdmissionRepository = (store: InMemoryStore): AdmissionRepository => {
  const { tickets, scans, answers, audit } = store
  const withEntryTime = (scan: LoggedScan): LoggedScan => {
    const { entryTime } = (scan.ticketId && tickets.get(scan.ticketId)) ?? {}
    return { ...scan, ...(entryTime !== undefined && { entryTime }) }
  }
  const hasTwoEntries = (ticketId: TicketId | undefined) =>
    [...scans.values()].filter((scan) => scan.isEntry && scan.ticketId === ticketId).length >= 2
  return {
    async add(scan, decide) {
      const { at, gate, scannedBy, isOffline, ticketId, otherTicketIds = [], scanId, request = '' } = scan
      const givenGate = gate !== undefined && { gate }
      const earlier = scanId && answers.get(scanId)
      if (earlier !== undefined) return earlier
      const find = (id: TicketId) => {
        const stored = tickets.get(id)
        return stored && currentTicket(store, stored)
      }
      const outcome = decide(
        ticketId && find(ticketId),
        otherTicketIds.flatMap((id) => find(id) ?? []),
      )
      for (const row of ScanOutcome.logRows(scan, outcome)) {
        const { admissionId, reason } = row
        if (reason === undefined) {
          const ticket = tickets.get(row.ticketId!)!
          const replaced = ticket.admission && scans.get(ticket.admission.admissionId)
          if (replaced) scans.set(replaced.admissionId, { ...replaced, reason: 'already-admitted' })
          tickets.set(ticket.ticketId, { ...ticket, admission: { admissionId, at, ...givenGate } })
        }
        const isEntry = reason === undefined || Admission.isFurtherEntry(reason, isOffline)
        scans.set(admissionId, { ...row, at, scannedBy, isOffline, ...givenGate, isEntry })
      }
      if (scanId !== undefined) answers.set(scanId, { scanId, request, outcome })
      return outcome
    },
    async findResponse(scanId) {
      return answers.get(scanId)
    },
    async list({ date, fromDate, gate, isAdmitted, ticketId, isConflict }, { page, limit }) {
      const matching = [...scans.values()].filter(
        (scan) =>
          (date === undefined || date === scan.date) &&
          (fromDate === undefined || fromDate <= scan.date) &&
          (gate === undefined || gate === scan.gate) &&
          (ticketId === undefined || ticketId === scan.ticketId) &&
          (isAdmitted === undefined || isAdmitted === (scan.reason === undefined)) &&
          (isConflict === undefined || hasTwoEntries(scan.ticketId)),
      )
      const sorted = matching.toSorted((a, b) => b.at - a.at || (a.admissionId < b.admissionId ? 1 : -1))
      return Page.of(sorted.slice((page - 1) * limit, page * limit).map(withEntryTime), matching.length)
    },
    async count(date) {
      return countScans([...scans.values()].filter((scan) => scan.date === date))
    },
    async revert(admissionId, entryOf) {
      const scan = scans.get(admissionId)
      if (scan === undefined || scan.reason !== undefined) return Admission.notFound(admissionId)
      const { admission: _, ...ticket } = tickets.get(scan.ticketId!)!
      audit.add(entryOf(scan))
      tickets.set(ticket.ticketId, ticket as Ticket)
      scans.set(admissionId, { ...scan, reason: 'reverted', isEntry: false })
      return withEntryTime(scan)
    },
  }
}

const countScans = (scans: readonly LoggedScan[]): ScanCounts => {
  const counted = scans.filter(({ reason }) => reason !== 'reverted')
  const refused: Partial<Record<NonNullable<LoggedScan['reason']>, number>> = {}
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
