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
  /**
   * Whether an inner page, which only refers to other pages, has copies of rows. With `secure_delete`, SQLite leaves none
   * there.
   */
  isInInnerPage: boolean
}>

/** The number of bytes that are read at once. */
const readSize = 1 << 20
/** The bytes by which a row grows besides its text: SQLite stores lengths with it. */
const growthOfLengths = 4
/** The longest row that fits into one page is this many bytes shorter than the page. */
const besideLongestRow = 35

// The format of the file: https://www.sqlite.org/fileformat2.html
const [innerPage, rowPage] = [0x05, 0x0d]
/** The lengths of the page headers. */
const [innerHeader, rowHeader] = [12, 8]

/**
 * Finds the pages whose unused bytes are not all zero, of the table with this root page in a database file. Other processes may
 * write to the file meanwhile, so the result may miss such pages and contain others.
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
 * The numbers of the free pages that have content: a version without `secure_delete` freed them, or they came into use after
 * they were found to be free. Only the pages that a list page names are read. The list pages themselves are left out, since
 * SQLite does not overwrite them when a number is removed.
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
    // The page is being written.
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
  // Numbers that are added to the set during this loop are visited too, each once.
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

/** The texts of a row are adjacent, and contain no byte lower than this one. */
const [lowestByteOfText, shortestTexts] = [0x20, 16]
/** In larger pages, the offsets that SQLite leaves behind look like text. */
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
    // The row does not reach the first unused bytes. They are too few to contain data: in a copy of a row, the data follow the
    // lengths.
    parts.push(page.subarray(Math.min(start + unused - growth, end), end))
    return growth > 0 && parts.some((part) => part.some((byte) => byte !== 0)) ? { rowid, growth } : undefined
  })

const rowAt = (page: Buffer, start: number) => {
  const [length, rowidAt] = readVarint(page, start)
  const [rowid] = readVarint(page, rowidAt)
  return { rowid, length }
}

/** The result of reading a page; `undefined` when the page is being written, so that it has an offset outside of itself. */
const unlessBeingWritten = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Reads a number of one to nine bytes, and returns it with the position after it. */
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
 * Opens a file for reading, once, and never closes it: closing a file that SQLite has open in this process would release
 * SQLite's locks on it.
 */
const openOnce = (path: string): number => {
  const known = openFiles.get(path)
  if (known !== undefined && fstatSync(known).ino === statSync(path).ino) return known
  const file = openSync(path, 'r')
  openFiles.set(path, file)
  return file
}
