import { once } from 'node:events'
import type { Writable } from 'node:stream'

/**
 * Writes texts to standard output, and takes the next one when the output has room for it. Stops without an error when
 * the output cannot be written: the reader has ended, as in `museum … | head`, or `handleOutputErrors` reports it.
 */
export const writeOutput = async (texts: AsyncIterable<string>, output: Writable = process.stdout): Promise<void> => {
  const failed = new AbortController()
  output.once('error', () => failed.abort())
  for await (const text of texts) {
    if (!output.write(text)) await once(output, 'drain', { signal: failed.signal }).catch(() => undefined)
    if (failed.signal.aborted) return
  }
}
