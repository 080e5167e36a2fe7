export type { AdmissionTimes } from './admission-time.ts'
export { type GateParts, decideWith } from './decide.ts'
export { type GateDecision, type OfflineFacts, decideOffline } from './decide-offline.ts'
export { type ClockReading, type MuseumClock, museumClock } from './museum-clock.ts'
export { type GateMuseumData, type MuseumData, gateMuseumData, museumDataOf } from './museum-data.ts'
export { type MuseumTime, gateDayOf, museumTimeIn } from './museum-time.ts'
export { type GatePress, type GatePresses, gatePresses } from './presses.ts'
export {
  type GateScan,
  type GateScans,
  type ScanFacts,
  type TicketUse,
  type Verdict,
  gateScans,
  isKept,
} from './scans.ts'
export {
  type GateServer,
  type PressOutcome,
  type ServerResponse,
  type TicketScanOutcome,
  gateServer,
} from './server.ts'
export { type GateEvent, type GateLink, type Obstacle, type SynchroniseParts, synchronise } from './synchronise.ts'
