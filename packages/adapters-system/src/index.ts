export { type SystemPorts, systemPorts } from './system-ports.ts'
