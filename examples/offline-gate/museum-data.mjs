import { readFile, rename } from 'node:fs/promises'
import { gateMuseumData, museumDataOf } from '@museum/client/gate'
import { replaceFile } from './durable-files.mjs'

/**
 * Opens the keys, the revocations and the time of the server. They are kept in a file, so that the gate also starts without a network. Those of another
 * server than `url` are not used; without a `url` those of every server are. A damaged file is kept under another name, and
 * loaded again from the server.
 */
export const openMuseumData = async (
  /** @type {string} */ path,
  /** @type {(moment: string) => string} */ dateOf,
  /** @type {string | undefined} */ url,
  /** @type {(line: string) => void} */ report,
) => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  const parse = async () => museumDataOf(JSON.parse(text ?? 'null'))
  const stored = await parse().catch(() => undefined)
  if (text !== undefined && stored === undefined) {
    await rename(path, `${path}.damaged`)
    report(`${path} is damaged: it is kept as ${path}.damaged, and loaded again from the server`)
  }
  const isOfServer = url === undefined || stored?.server === url
  return gateMuseumData(isOfServer ? stored : undefined, (data) => replaceFile(path, JSON.stringify(data)), dateOf)
}
