import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from '@jest/globals'

const folder = mkdtempSync(join(tmpdir(), 'museum-installed-fonts-'))
afterAll(() => rmSync(folder, { recursive: true }))

const program = join(import.meta.dirname, '../test/child-scripts/draw-tickets.ts')
const draw = async (locale: { TZ: string; LANG: string }, ...folders: string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@museum/source', program, ...folders], {
    env: { ...process.env, LC_ALL: locale.LANG, LANGUAGE: locale.LANG, ...locale },
  })
  return JSON.parse(stdout) as { fallback: string; images: string[] }
}

describe('a ticket image', () => {
  it('does not depend on the time zone, the language or the installed fonts of the machine', async () => {
    const garamond = createRequire(import.meta.url).resolve(
      '@expo-google-fonts/eb-garamond/400Regular/EBGaramond_400Regular.ttf',
    )
    writeFileSync(join(folder, 'every-character.ttf'), withEveryCharacter(readFileSync(garamond)))
    const [here, elsewhere] = await Promise.all([
      draw({ TZ: 'Pacific/Kiritimati', LANG: 'en_US.UTF-8' }),
      draw({ TZ: 'Pacific/Pago_Pago', LANG: 'tr_TR.UTF-8' }, folder),
    ])
    // The trap works: for a character that our font lacks, the canvas uses the installed font. No ticket has such a
    // character.
    expect(elsewhere.fallback).not.toBe(here.fallback)
    expect(elsewhere.images.length).toBeGreaterThan(30)
    expect(elsewhere.images).toEqual(here.images)
  })
})

/** The font under another name, with a glyph for every character. Its table `cmap` is replaced by one of format 12. */
const withEveryCharacter = (font: Buffer): Buffer => {
  const [characters, charactersInGroup] = [0x11_0000, 1024]
  const cmap = Buffer.alloc(28 + (12 * characters) / charactersInGroup)
  cmap.writeUInt16BE(1, 2) // one table, for platform 3 (Windows), encoding 10 (all of Unicode), at offset 12
  cmap.writeUInt16BE(3, 4)
  cmap.writeUInt16BE(10, 6)
  cmap.writeUInt32BE(12, 8)
  cmap.writeUInt16BE(12, 12)
  cmap.writeUInt32BE(cmap.length - 12, 16)
  cmap.writeUInt32BE(characters / charactersInGroup, 24)
  for (let group = 0; group < characters / charactersInGroup; group += 1) {
    const [first, firstGlyph] = [group * charactersInGroup, 40]
    cmap.writeUInt32BE(first, 28 + 12 * group)
    cmap.writeUInt32BE(first + charactersInGroup - 1, 32 + 12 * group)
    cmap.writeUInt32BE(firstGlyph, 36 + 12 * group)
  }

  const padded = Buffer.alloc(Math.ceil(font.length / 4) * 4)
  font.copy(padded)
  const renamed = Buffer.concat([padded, cmap])
  for (let entry = 12; entry < 12 + 16 * font.readUInt16BE(4); entry += 16) {
    const tag = font.toString('latin1', entry, entry + 4)
    const [offset, length] = [font.readUInt32BE(entry + 8), font.readUInt32BE(entry + 12)]
    if (tag === 'name') rename(renamed.subarray(offset, offset + length))
    if (tag === 'cmap') {
      renamed.writeUInt32BE(padded.length, entry + 8)
      renamed.writeUInt32BE(cmap.length, entry + 12)
    }
  }
  return renamed
}

// The canvas tries the installed families in the order of their names.
const rename = (names: Buffer) => {
  const [from, to] = ['EB Garamond', 'AA Anything'].map((name) => Buffer.from(name, 'utf16le').swap16())
  for (let at = names.indexOf(from!); at >= 0; at = names.indexOf(from!, at)) to!.copy(names, at)
}
