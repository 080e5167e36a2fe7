import { FileFault } from './file-fault.ts'

const lineFeed = 10

/** The text of a file, without the byte order mark of a spreadsheet. Throws a `FileFault` where it is not UTF-8. */
export async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  const decode = (some?: Uint8Array) => {
    try {
      return decoder.decode(some, { stream: some !== undefined })
    } catch {
      throw new FileFault(line, 'is not in UTF-8. In a spreadsheet, save the file as "CSV UTF-8"')
    }
  }
  for await (const chunk of bytes) {
    let text = ''
    // Line by line, so that the fault has the number of its line.
    for (let start = 0; start < chunk.length;) {
      const end = chunk.indexOf(lineFeed, start) + 1 || chunk.length
      text += decode(chunk.subarray(start, end))
      if (chunk[end - 1] === lineFeed) line += 1
      start = end
    }
    yield text
  }
  yield decode()
}
