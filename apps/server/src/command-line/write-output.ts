import { once } from 'node:events'

/**
 * Writes texts to standard output, each when the output has taken those before. Stops without an error when the output
 * cannot be written: the reader has ended, as in `museum … | head`, or `handleOutputErrors` reports it.
 */
export const writeOutput = async (texts: AsyncIterable<string>): Promise<void> => {
  const output = process.stdout
  const hasEnded = new AbortController()
  output.once('error', () => hasEnded.abort())
  for await (const text of texts) {
    if (hasEnded.signal.aborted) return
    if (!output.write(text)) await once(output, 'drain', { signal: hasEnded.signal }).catch(() => undefined)
  }
}
