import { fstatSync, openSync, read as readFile, statSync } from 'node:fs'
import { promisify } from 'node:util'

/** A page of rows whose unused bytes are not all zero. */
export type PageWithRemains = Readonly<{
  number: number
  /** The shortest row in the page. */
  rowid: number
  /** How many bytes longer this row can become without a second page. */
  growth: number
}>

/** What was found in the pages of a table. */
type Remains = Readonly<{
  pages: readonly PageWithRemains[]
  /** Whether a page that only names other pages has copies of rows. With `secure_delete`, SQLite leaves none there. */
  isInInnerPage: boolean
}>

/** Bytes that are read at once. */
const readSize = 1 << 20
/** What becomes longer with a row besides its text: the lengths that SQLite stores with it. */
const growthOfLengths = 4
/** The longest row in one page has so many bytes less than the page. */
const besideLongestRow = 35

// The format of the file: https://www.sqlite.org/fileformat2.html
const [innerPage, rowPage] = [0x05, 0x0d]
/** The lengths of their headers. */
const [innerHeader, rowHeader] = [12, 8]

/**
 * Finds the pages of the table with this root page in a database file whose unused bytes are not all zero. Other processes may
 * write to the file meanwhile, so that the result may be wrong in both directions.
 */
export const findRemains = async (path: string, rootPage: number): Promise<Remains> => {
  const file = openOnce(path)
  const pageSize = pageSizeIn(await readAt(file, 0, 100))
  const { rowPages, isInInnerPage } = await pagesOf(file, pageSize, rootPage)
  const found: PageWithRemains[] = []
  const pagesAtOnce = Math.max(1, Math.floor(readSize / pageSize))
  const { size } = fstatSync(file)
  for (let first = 1; (first - 1) * pageSize < size; first += pagesAtOnce) {
    const pages = await readAt(file, (first - 1) * pageSize, pagesAtOnce * pageSize)
    for (let n = 0; (n + 1) * pageSize <= pages.length; n += 1) {
      if (!rowPages.has(first + n)) continue
      const page = remainsIn(pages.subarray(n * pageSize, (n + 1) * pageSize), pageSize)
      if (page !== undefined) found.push({ number: first + n, ...page })
    }
  }
  return { pages: found, isInInnerPage }
}

/**
 * The numbers of the free pages that have content: a version without `secure_delete` freed them, or they are in use since they
 * were found to be free. Only the pages that a page of their numbers names are looked at, since those pages are not overwritten
 * when numbers are taken from them.
 */
export const freePagesWithContent = async (path: string): Promise<ReadonlySet<number>> => {
  const file = openOnce(path)
  const header = await readAt(file, 0, 100)
  const pageSize = pageSizeIn(header)
  const found = new Set<number>()
  const lists = new Set<number>()
  for (let list = header.readUInt32BE(32); list !== 0 && !lists.has(list);) {
    lists.add(list)
    const page = await readAt(file, (list - 1) * pageSize, pageSize)
    // It is being written.
    if (page.length < pageSize) break
    const count = Math.min(page.readUInt32BE(4), pageSize / 4 - 2)
    for (let n = 0; n < count; n += 1) {
      const number = page.readUInt32BE(8 + 4 * n)
      const free = await readAt(file, (number - 1) * pageSize, pageSize)
      if (free.some((byte) => byte !== 0)) found.add(number)
    }
    list = page.readUInt32BE(0)
  }
  return found
}

const pageSizeIn = (header: Buffer) => (header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16))

const pagesOf = async (file: number, pageSize: number, rootPage: number) => {
  const rowPages = new Set<number>()
  let isInInnerPage = false
  // A number that is added while the set is read is read too, and each only once.
  const pages = new Set([rootPage])
  for (const number of pages) {
    const page = await readAt(file, (number - 1) * pageSize, pageSize)
    if (page[0] === rowPage) rowPages.add(number)
    if (page[0] !== innerPage) continue
    isInInnerPage ||= hasCopyOfRow(page)
    for (const child of childrenOf(page) ?? []) pages.add(child)
  }
  return { rowPages, isInInnerPage }
}

/** Texts stand beside each other in a row, without bytes that are lower than this one. */
const [lowestByteOfText, shortestTexts] = [0x20, 16]
/** With larger pages, what SQLite leaves of offsets in a page looks like text. */
const maxPageSize = 0x2000
const hasCopyOfRow = (page: Buffer) => {
  if (page.length > maxPageSize) return false
  const unused = page.subarray(innerHeader + 2 * page.readUInt16BE(3), page.readUInt16BE(5))
  let length = 0
  return unused.some((byte) => (length = byte < lowestByteOfText ? 0 : length + 1) === shortestTexts)
}

const childrenOf = (page: Buffer) =>
  unlessBeingWritten(() => {
    const cells = Array.from({ length: page.readUInt16BE(3) }, (_, n) => page.readUInt16BE(innerHeader + 2 * n))
    return [...cells.map((cell) => page.readUInt32BE(cell)), page.readUInt32BE(8)]
  })

const remainsIn = (page: Buffer, pageSize: number): Omit<PageWithRemains, 'number'> | undefined =>
  unlessBeingWritten(() => {
    const cells = page.readUInt16BE(3)
    if (cells === 0) return undefined
    const start = rowHeader + 2 * cells
    const end = page.readUInt16BE(5) || pageSize
    let unused = end - start + page[7]!
    const parts: Buffer[] = []
    for (let block = page.readUInt16BE(1), last = 0; block > last; last = block, block = page.readUInt16BE(block)) {
      const length = page.readUInt16BE(block + 2)
      unused += length
      parts.push(page.subarray(block + 4, block + length))
    }
    const rows = Array.from({ length: cells }, (_, n) => rowAt(page, page.readUInt16BE(rowHeader + 2 * n)))
    const { rowid, length } = rows.reduce((one, other) => (other.length < one.length ? other : one))
    const growth = Math.min(unused, pageSize - besideLongestRow - length) - growthOfLengths
    // The row does not reach the first bytes. They are too few for data, which stand behind the lengths in a copy of a row.
    parts.push(page.subarray(Math.min(start + unused - growth, end), end))
    return growth > 0 && parts.some((part) => part.some((byte) => byte !== 0)) ? { rowid, growth } : undefined
  })

const rowAt = (page: Buffer, start: number) => {
  const [length, rowidAt] = readVarint(page, start)
  const [rowid] = readVarint(page, rowidAt)
  return { rowid, length }
}

/** The result of reading a page; `undefined` when it is being written, so that an offset in it is outside of it. */
const unlessBeingWritten = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
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

const readBytes = promisify(readFile)
const readAt = async (file: number, position: number, length: number): Promise<Buffer> => {
  const { bytesRead, buffer } = await readBytes(file, Buffer.allocUnsafe(length), 0, length, position)
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
