import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { recordBlock } from './record-block.ts'

const folder = mkdtempSync(join(tmpdir(), 'museum-record-block-'))
afterAll(() => rmSync(folder, { recursive: true }))

const aDocument = (text: string) => {
  const file = join(folder, 'document.md')
  writeFileSync(file, text)
  return { file, text: () => readFileSync(file, 'utf8') }
}

describe('recordBlock', () => {
  it('replaces one block of a document, also a second time', () => {
    const document = aDocument('Before.\n<!-- a -->\n<!-- end -->\nBetween.\n<!-- b -->\nold\n<!-- end -->\nAfter.\n')
    recordBlock(document.file, 'b', 'one')
    recordBlock(document.file, 'b', 'two')
    expect(document.text()).toBe(
      'Before.\n<!-- a -->\n<!-- end -->\nBetween.\n<!-- b -->\n\ntwo\n\n<!-- end -->\nAfter.\n',
    )
  })

  it.each(['no block', '<!-- a -->\nnever ends\n'])(
    'changes nothing when the document has no such block: %s',
    (text) => {
      const document = aDocument(text)
      expect(() => recordBlock(document.file, 'a', 'new')).toThrow('has no block "a"')
      expect(document.text()).toBe(text)
    },
  )
})
