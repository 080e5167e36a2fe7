import { gateScans, isKept } from '@museum/client/gate'
import { openJsonLines, replaceFile } from './durable-files.mjs'

/** Opens the scans of this gate: an append-only file, each line durable before the gate acts on it. `now` is in milliseconds. */
export const openScans = async (/** @type {string} */ path, /** @type {number} */ now) => {
  let file = await openJsonLines(path)
  const scans = gateScans(file.records, (facts) => file.append(facts))
  const kept = scans.all().filter((scan) => isKept(scan, now))
  if (kept.length < scans.all().length) {
    await file.close()
    await replaceFile(path, kept.map((scan) => `${JSON.stringify(scan)}\n`).join(''))
    file = await openJsonLines(path)
  }
  return gateScans(file.records, (facts) => file.append(facts))
}
