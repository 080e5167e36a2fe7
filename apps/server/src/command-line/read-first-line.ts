import type { Readable } from 'node:stream'

/** A line is not read beyond this, in bytes: longer than every value of a command. */
const maxLineBytes = 16_384

/** The bytes before the first line end. Does not wait for the end of the stream. */
export const readFirstLine = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    const end = chunk.indexOf('\n')
    chunks.push(end < 0 ? chunk : chunk.subarray(0, end))
    size += chunk.length
    if (end >= 0 || size > maxLineBytes) break
  }
  const line = Buffer.concat(chunks)
  return line.at(-1) === '\r'.charCodeAt(0) ? line.subarray(0, -1) : line
}
