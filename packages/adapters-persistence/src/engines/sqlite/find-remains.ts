import { fstatSync, openSync, read as readFile, statSync } from 'node:fs'
import { promisify } from 'node:util'

/** A page of rows whose unused bytes are not all zero. */
export type PageWithRemains = Readonly<{
  number: number
  /** A row in the page. */
  rowid: number
  /** How many bytes longer this row can become without a second page. */
  unused: number
}>

/** Bytes that are read at once. */
const readSize = 1 << 20
/** Unused bytes of a page that are not looked at, since no row can become that much longer. */
const minUnused = 6

// The format of the file: https://www.sqlite.org/fileformat2.html
const [innerPage, rowPage] = [0x05, 0x0d]
/** The lengths of their headers. */
const [innerHeader, rowHeader] = [12, 8]

/**
 * Finds the pages of the table with this root page in a database file whose unused bytes are not all zero. Other processes may
 * write to the file meanwhile, so that the result may be wrong in both directions.
 */
export const findRemains = async (path: string, rootPage: number): Promise<readonly PageWithRemains[]> => {
  const file = openOnce(path)
  const pageSize = pageSizeIn(await readAt(file, 0, 100))
  const numbers = new Set<number>()
  await collectRowPages(file, pageSize, rootPage, numbers)
  const found: PageWithRemains[] = []
  const pagesAtOnce = Math.max(1, Math.floor(readSize / pageSize))
  const { size } = fstatSync(file)
  for (let first = 1; (first - 1) * pageSize < size; first += pagesAtOnce) {
    const pages = await readAt(file, (first - 1) * pageSize, pagesAtOnce * pageSize)
    for (let n = 0; (n + 1) * pageSize <= pages.length; n += 1) {
      if (!numbers.has(first + n)) continue
      const page = remainsIn(pages.subarray(n * pageSize, (n + 1) * pageSize), pageSize)
      if (page !== undefined) found.push({ number: first + n, ...page })
    }
  }
  return found
}

/**
 * Whether a page that is free has content: a version without `secure_delete` freed it. Only the pages that a page of their
 * numbers names are looked at, since those pages are not overwritten when numbers are taken from them.
 */
export const hasFreePageWithContent = async (path: string): Promise<boolean> => {
  const file = openOnce(path)
  const header = await readAt(file, 0, 100)
  const pageSize = pageSizeIn(header)
  for (let list = header.readUInt32BE(32); list !== 0;) {
    const page = await readAt(file, (list - 1) * pageSize, pageSize)
    // It is being written.
    if (page.length < pageSize) return false
    const count = Math.min(page.readUInt32BE(4), pageSize / 4 - 2)
    for (let n = 0; n < count; n += 1) {
      const free = await readAt(file, (page.readUInt32BE(8 + 4 * n) - 1) * pageSize, pageSize)
      if (free.some((byte) => byte !== 0)) return true
    }
    list = page.readUInt32BE(0)
  }
  return false
}

const pageSizeIn = (header: Buffer) => (header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16))

/** Collects the numbers of the pages that have the rows of a table. */
const collectRowPages = async (file: number, pageSize: number, number: number, numbers: Set<number>) => {
  const page = await readAt(file, (number - 1) * pageSize, pageSize)
  if (page[0] === rowPage) numbers.add(number)
  if (page[0] !== innerPage) return
  const children = Array.from({ length: page.readUInt16BE(3) }, (_, n) =>
    page.readUInt32BE(page.readUInt16BE(innerHeader + 2 * n)),
  )
  for (const child of [...children, page.readUInt32BE(8)])
    if (!numbers.has(child)) await collectRowPages(file, pageSize, child, numbers)
}

const remainsIn = (page: Buffer, pageSize: number): Omit<PageWithRemains, 'number'> | undefined => {
  try {
    const cells = page.readUInt16BE(3)
    const start = rowHeader + 2 * cells
    const end = page.readUInt16BE(5) || pageSize
    const gap = page.subarray(start, end)
    let unused = gap.length + page[7]!
    let isZero = gap.every((byte) => byte === 0)
    for (let block = page.readUInt16BE(1); block !== 0; block = page.readUInt16BE(block)) {
      const length = page.readUInt16BE(block + 2)
      unused += length
      isZero &&= page.subarray(block + 4, block + length).every((byte) => byte === 0)
    }
    if (cells === 0 || isZero || unused < minUnused) return undefined
    const [, rowidAt] = readVarint(page, page.readUInt16BE(rowHeader))
    const [rowid] = readVarint(page, rowidAt)
    return { rowid, unused: Math.min(unused - 4, pageSize - 700) }
  } catch (error) {
    // It is being written.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** A number of one to nine bytes, and where the next one begins. */
const readVarint = (page: Buffer, start: number): readonly [value: number, next: number] => {
  let value = 0
  for (let at = start; at < start + 8; at += 1) {
    const byte = page.readUInt8(at)
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, at + 1]
  }
  return [value * 256 + page.readUInt8(start + 8), start + 9]
}

const read = promisify(readFile)
const readAt = async (file: number, position: number, length: number): Promise<Buffer> => {
  const { bytesRead, buffer } = await read(file, Buffer.allocUnsafe(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const openFiles = new Map<string, number>()

/**
 * Opens a file for reading; once, and it is never closed: to close a file that SQLite has open in this process would release
 * SQLite's locks on it.
 */
const openOnce = (path: string): number => {
  const known = openFiles.get(path)
  if (known !== undefined && fstatSync(known).ino === statSync(path).ino) return known
  const file = openSync(path, 'r')
  openFiles.set(path, file)
  return file
}
