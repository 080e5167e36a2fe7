import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { drawableText } from './drawable-text.ts'
import { emoji, typefacesFor } from './fonts.ts'
import { registerFace } from './typeface.ts'

describe('Face.font', () => {
  it('names the weight 400 for a face without the wanted weight', () => {
    const fonts = [...typefacesFor('en')[0]!.faces(0x61), ...emoji.faces(0x1f600)].map((face) => face.font(600, 20))
    expect(fonts).toEqual([expect.stringMatching(/^600 20px "/), expect.stringMatching(/^400 20px "/)])
  })
})

describe('registerFace with several files', () => {
  // One file has Latin, the other Greek; only the space is in both.
  const [latin, greek] = ['latin', 'greek'].map((script) =>
    createRequire(import.meta.url).resolve(
      `@fontsource-variable/noto-serif/files/noto-serif-${script}-wght-normal.woff2`,
    ),
  ) as [string, string]

  it.each([
    ['the last file lacks', [greek, latin]],
    ['the first file lacks', [latin, greek]],
  ])('makes a face that does not cover a character that %s', (_, files) => {
    const face = registerFace(`test ${files.join()}`, files, { weights: [400, 600] })
    expect(['a', 'α', ' ', 'aα'].map((text) => face.covers(text))).toEqual([false, false, true, false])
  })

  it('makes a face that is not used for a character that one of its files lacks', () => {
    const partial = registerFace('test partial', [latin, greek], { weights: [400, 600] })
    const { clusters } = drawableText('a α', 'en', { faces: () => [partial] })
    expect(clusters.map(({ text, face }) => [text, face === partial])).toEqual([
      ['a', false],
      [' ', true],
      ['α', false],
    ])
  })
})

describe('registerFace', () => {
  const folder = mkdtempSync(join(tmpdir(), 'museum-fonts-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('throws an error that names a missing font file', () => {
    const file = join(folder, 'missing.ttf')
    expect(() => registerFace('missing', [file])).toThrow(`The font file ${file} cannot be read.`)
  })

  it('throws an error that names a file that is not a font', () => {
    const file = join(folder, 'broken.ttf')
    writeFileSync(file, 'not a font')
    expect(() => registerFace('broken', [file])).toThrow(`The font file ${file} cannot be read.`)
  })
})
