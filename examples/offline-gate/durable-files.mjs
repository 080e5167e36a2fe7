import { mkdir, open, rename } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/**
 * Makes the names in a folder durable. Otherwise a new file may lose its name after a power cut, although its content
 * is durable.
 */
const syncFolder = async (/** @type {string} */ folder) => {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/** Makes a folder, and those above it that are missing. Resolves when they are durable. */
export const makeFolder = async (/** @type {string} */ path) => {
  const folder = resolve(path)
  const first = (await mkdir(folder, { recursive: true })) ?? folder
  // A folder's name is stored in the folder above it. The name of an existing folder may not be durable either, since
  // the program that made it may have been killed.
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made))
    if (made === dirname(made)) break
  }
}

/** Replaces a file. After a power cut it has the old content or the new one, never a part. */
export const replaceFile = async (/** @type {string} */ path, /** @type {string} */ text) => {
  const file = await open(`${path}.new`, 'w')
  await file.writeFile(text)
  await file.sync()
  await file.close()
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
}

/**
 * Opens a file of JSON lines to which lines are appended. A power cut while a line is appended may leave a part of it; that
 * line was never used, so it is ignored and removed.
 */
export const openJsonLines = async (/** @type {string} */ path) => {
  const file = await open(path, 'a+')
  await syncFolder(dirname(path))
  const lines = (await file.readFile('utf8')).split('\n')
  // The text after the last line break is empty, or a part of a line.
  const complete = lines.slice(0, -1)
  const records = []
  let length = 0
  for (const [index, line] of complete.entries()) {
    try {
      records.push(JSON.parse(line))
    } catch {
      if (index < complete.length - 1)
        throw new Error(`Line ${index + 1} of ${path} is damaged. Keep the file, and start with another --data folder.`)
      break
    }
    length += Buffer.byteLength(line) + 1
  }
  await file.truncate(length)
  await file.sync()

  /** @type {Promise<void>} */
  let last = Promise.resolve()
  const appendAfter = async (/** @type {Promise<void>} */ before, /** @type {object} */ record) => {
    await before
    await file.appendFile(`${JSON.stringify(record)}\n`)
    await file.datasync()
  }
  return {
    records,
    /** Appends a record. Resolves when it is durable. After a failure every further call fails too. */
    append: (/** @type {object} */ record) => (last = appendAfter(last, record)),
    close: () => file.close(),
  }
}
