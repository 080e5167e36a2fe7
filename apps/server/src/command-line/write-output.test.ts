import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { writeCsv, writeOutput } from './output.ts'

describe('the output of a command', () => {
  const numbers = () => {
    const state = { taken: 0, isClosed: false }
    const texts = async function* () {
      try {
        for (let n = 1; n <= 100; n += 1) {
          state.taken = n
          yield `${n}\n`
        }
      } finally {
        state.isClosed = true
      }
    }
    return { state, texts: texts() }
  }

  it('is produced only as fast as it is read', async () => {
    const written: string[] = []
    let read = () => {}
    const output = new Writable({
      highWaterMark: 1,
      write: (chunk, _encoding, done) => {
        written.push(String(chunk))
        read = done
      },
    })
    const { state, texts } = numbers()
    const ended = writeOutput(texts, output)
    for (let n = 1; n <= 100; n += 1) {
      await setImmediate()
      expect([state.taken, written.length]).toEqual([n, n])
      read()
    }
    await ended
    expect(state.isClosed).toBe(true)
  })

  describe('in a terminal and in a file', () => {
    const text = 'Night\u009b2J\u001b[2K\u202e\r\n'
    const writtenTo = async (write: typeof writeOutput, isTTY: boolean) => {
      let written = ''
      const output = new Writable({
        write: (chunk, _encoding, done) => {
          written += String(chunk)
          done()
        },
      })
      const texts = async function* () {
        yield text
      }
      await write(texts(), Object.assign(output, { isTTY }))
      return written
    }
    const escaped = `${String.raw`Night\u009b2J\u001b[2K\u202e\u000d`}\n`

    it('has its control and bidirectional characters escaped in a terminal, and none in a file', async () => {
      expect(await writtenTo(writeOutput, false)).toBe(text)
      expect(await writtenTo(writeOutput, true)).toBe(escaped)
    })

    it('begins with a byte order mark as CSV in a file, and not in a terminal', async () => {
      expect(await writtenTo(writeCsv, false)).toBe(`\ufeff${text}`)
      expect(await writtenTo(writeCsv, true)).toBe(escaped)
    })
  })

  it('ends without an error when its reader ends, and nothing more is produced', async () => {
    const output = new Writable({
      highWaterMark: 1,
      write: (chunk, _encoding, done) => done(String(chunk) === '3\n' ? new Error('EPIPE') : null),
    })
    const { state, texts } = numbers()
    await writeOutput(texts, output)
    expect(state).toEqual({ taken: 3, isClosed: true })
  })
})
