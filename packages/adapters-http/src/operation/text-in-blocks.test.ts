import { describe, expect, it } from '@jest/globals'
import { textInBlocks } from './text-in-blocks.ts'

const joinedText = (text: ReturnType<typeof textInBlocks>) => Buffer.concat([...text.pieces()]).toString()
const blockBytes = 2 ** 20

describe('a text in blocks', () => {
  it.each<[string, string[]]>([
    ['no part', []],
    ['parts of several bytes a character', ['Führung ', '', '博物館 ', '🎟']],
    ['parts that fill a block', ['a'.repeat(blockBytes - 1), 'b', 'c']],
    ['a part that is longer than a block', ['a', 'ü'.repeat(blockBytes), 'b']],
  ])('has the bytes of %s', (_, parts) => {
    const text = textInBlocks()
    expect(parts.map((part) => Buffer.from(text.append(part)).toString())).toEqual(parts)
    expect(joinedText(text)).toBe(parts.join(''))
    text.release()
  })

  it('is sent in pieces of at most 32 KiB, into which short parts are joined', () => {
    const text = textInBlocks()
    for (const part of ['{', 'a'.repeat(2 ** 15), '}']) text.append(part)
    expect([...text.pieces()].map(({ length }) => length)).toEqual([2 ** 15, 2])
    text.release()
  })

  it('uses the memory of a text that was released, and of no other', () => {
    const [one, other] = [textInBlocks(), textInBlocks()]
    const first = one.append('first')
    expect(other.append('other').buffer).not.toBe(first.buffer)
    const sent = [...one.pieces()]
    one.release()
    const next = textInBlocks()
    expect(next.append('next').buffer).toBe(first.buffer)
    expect(Buffer.concat(sent).toString()).toBe('first')
    expect([joinedText(one), joinedText(other), joinedText(next)]).toEqual(['', 'other', 'next'])
    one.release()
    expect(textInBlocks().append('last').buffer).not.toBe(first.buffer)
  })
})
