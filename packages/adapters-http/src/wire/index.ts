// What the API sends and reads, and the paths where it can be, without the API: loads no Hono.
export { type AuditEntryBody, toAuditEntryBody } from '../audit/audit-entry.wire.ts'
export { basePathFault, mountPathFault } from '../paths.ts'
export { toSalesRowBody } from '../sales/sales.wire.ts'
export { textCell, textOfCell } from '../special-event-imports/csv-cell.ts'
export {
  type ExportedEvent,
  type MemberName,
  memberNames,
  toExportedEvent,
} from '../special-event-imports/event-record.ts'
export { type EventFile, type EventFileFormat, readEventFile } from '../special-event-imports/read-event-file.ts'
export { type SpecialEventBody, toSpecialEventBody } from '../special-events/special-event.wire.ts'
export { renderMessage } from '../webhooks/message.wire.ts'
