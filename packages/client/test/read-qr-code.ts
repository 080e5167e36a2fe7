export { readQrCode } from '../../../apps/server/test/read-qr-code.ts'
