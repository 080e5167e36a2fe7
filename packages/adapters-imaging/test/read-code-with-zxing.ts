import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Pixels } from './pixels.ts'

// Given here, since ZXing would otherwise load the module from a server.
const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } })

/** Reads the QR code of an image with ZXing, which is inside scanners and phones. */
export const readCodeWithZxing = async ({ data, width, height }: Pixels): Promise<string | undefined> => {
  const image = { data, width, height, colorSpace: 'srgb' }
  const [code] = await readBarcodes(image as Parameters<typeof readBarcodes>[0], {
    formats: ['QRCode'],
    maxNumberOfSymbols: 1,
  })
  return code?.text
}
