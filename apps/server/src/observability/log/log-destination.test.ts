import { describe, expect, it } from '@jest/globals'
import { type WriteBytes, logDestination } from './log-destination.ts'

/** A destination whose writes end when the test calls `end`. */
const aDestination = () => {
  const started: { text: string; end: Parameters<WriteBytes>[1] }[] = []
  const lost: number[] = []
  const destination = logDestination(
    (bytes, end) => void started.push({ text: Buffer.from(bytes).toString(), end }),
    (lines) => {
      lost.push(lines)
      destination.write(`lost ${lines}\n`)
    },
  )
  let seen = 0
  /** The next write, once it has started. */
  const nextWrite = async () => {
    while (started.length <= seen) await new Promise((resolve) => setImmediate(resolve))
    return started[seen++]!
  }
  return { destination, lost, nextWrite, started }
}
const failed = (code: string) => Object.assign(new Error('cannot write'), { code })
const maxWaiting = 4 * 1024 * 1024

describe('the log destination', () => {
  it('writes the lines of some milliseconds together, in order, one write at a time', async () => {
    const { destination, nextWrite, started } = aDestination()
    destination.write('one\n')
    await new Promise((resolve) => setImmediate(resolve))
    destination.write('two\n')
    expect(started).toHaveLength(0)
    const first = await nextWrite()
    destination.write('three\n')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(started).toHaveLength(1)
    first.end(null, Buffer.byteLength(first.text))
    expect([first.text, (await nextWrite()).text]).toEqual(['one\ntwo\n', 'three\n'])
  })

  it('continues after a partial write, also in the middle of a character', async () => {
    const { destination, nextWrite } = aDestination()
    destination.write('Museum 🏛\n')
    const [first, sent] = [await nextWrite(), Buffer.from('Museum 🏛\n')]
    first.end(null, 9)
    const second = await nextWrite()
    expect(second.text).toBe(sent.subarray(9).toString())
  })

  it('repeats a failed write and loses no line while few characters wait', async () => {
    const { destination, lost, nextWrite } = aDestination()
    destination.write('one\n')
    for (let attempt = 0; attempt < 3; attempt += 1) (await nextWrite()).end(failed('ENOSPC'), 0)
    destination.write('two\n')
    const written = await nextWrite()
    expect(written.text).toBe('one\n')
    written.end(null, 4)
    expect((await nextWrite()).text).toBe('two\n')
    expect(lost).toEqual([])
  })

  it('keeps at most four million characters, and reports the number of lost lines once writing works', async () => {
    const { destination, lost, nextWrite, started } = aDestination()
    const line = `${'x'.repeat(1023)}\n`
    destination.write(line)
    const first = await nextWrite()
    for (let n = 0; n < 200_000; n += 1) destination.write(line)
    first.end(failed('ENOSPC'), 0)
    const again = await nextWrite()
    expect(lost).toEqual([])
    again.end(null, again.text.length)
    const rest = await nextWrite()
    expect(rest.text.length).toBeLessThanOrEqual(maxWaiting)
    rest.end(null, rest.text.length)
    const kept = (first.text.length + rest.text.length) / 1024
    expect(lost).toEqual([200_001 - kept])
    expect((await nextWrite()).text).toBe(`lost ${lost[0]}\n`)
    destination.write('after\n')
    started.at(-1)!.end(null, started.at(-1)!.text.length)
    expect((await nextWrite()).text).toBe('after\n')
    expect(lost).toHaveLength(1)
  })

  it('writes at once what a flush finds', async () => {
    const { destination, started } = aDestination()
    destination.write('one\n')
    destination.flush(() => undefined)
    expect(started.map(({ text }) => text)).toEqual(['one\n'])
    destination.write('two\n')
    started[0]!.end(null, 4)
    expect(started.map(({ text }) => text)).toEqual(['one\n', 'two\n'])
  })

  it('calls back from flush when all lines are written, or after a second', async () => {
    const { destination, nextWrite } = aDestination()
    const flushed = () => new Promise<void>((resolve) => destination.flush(resolve))
    await flushed()
    destination.write('one\n')
    let isFlushed = false
    const all = flushed().then(() => (isFlushed = true))
    const write = await nextWrite()
    expect(isFlushed).toBe(false)
    write.end(null, 4)
    await all
    destination.write('two\n')
    await nextWrite() // never ends
    await flushed()
  })
})
