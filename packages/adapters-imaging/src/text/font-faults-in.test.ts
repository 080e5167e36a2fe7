import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from '@jest/globals'
import { findFontFaults } from '../index.ts'
import { fontFaultsIn } from './font-faults-in.ts'

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'museum-fonts-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Copies this package, with links to its dependencies. Its font for Thai is missing, and that for Hebrew is no font. */
const copyWithoutFonts = () => {
  cpSync(join(packageFolder, 'src'), join(folder, 'src'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  for (const scope of readdirSync(join(packageFolder, 'node_modules')).filter((name) => !name.startsWith('.'))) {
    const names = scope.startsWith('@')
      ? readdirSync(join(packageFolder, 'node_modules', scope)).map((name) => join(scope, name))
      : [scope]
    for (const name of names.filter((each) => !/-(thai|hebrew)$/.test(each))) {
      mkdirSync(join(folder, 'node_modules', scope.startsWith('@') ? scope : ''), { recursive: true })
      symlinkSync(realpathSync(join(packageFolder, 'node_modules', name)), join(folder, 'node_modules', name))
    }
  }
  const hebrew = '@fontsource-variable/noto-serif-hebrew'
  cpSync(realpathSync(join(packageFolder, 'node_modules', hebrew)), join(folder, 'node_modules', hebrew), {
    recursive: true,
  })
  const files = join(folder, 'node_modules', hebrew, 'files')
  for (const file of readdirSync(files)) writeFileSync(join(files, file), 'no font')
}

describe('the faults of the fonts', () => {
  it('are none for the scripts of the fonts', async () => {
    expect(await findFontFaults()).toEqual([])
  })

  it('name the script whose characters no font has', () => {
    expect(fontFaultsIn({ Latin: 'Night', Tamil: 'அருங்காட்சியகம்' })).toEqual([
      { script: 'Tamil', reason: 'No font has all of its characters.' },
    ])
  })

  it('name the scripts whose font is missing or damaged', () => {
    copyWithoutFonts()
    const module = join(folder, 'src/text/font-faults-in.ts')
    const script = `import { fontFaultsIn } from ${JSON.stringify(module)}; console.log(JSON.stringify(fontFaultsIn()))`
    const output = execFileSync(process.execPath, ['--input-type=module', '--conditions=@museum/source', '-e', script])
    const faults = JSON.parse(output.toString()) as { script: string; reason: string }[]
    expect(faults.filter((fault) => fault.script === 'Thai')).toEqual([
      { script: 'Thai', reason: 'The font package @fontsource-variable/noto-serif-thai is not installed.' },
    ])
    expect(faults.filter((fault) => fault.script === 'Hebrew')).toEqual([
      { script: 'Hebrew', reason: expect.stringMatching(/^The font file .*hebrew.* cannot be read\.$/) },
    ])
    expect(faults.filter((fault) => ['Latin', 'Greek', 'Cyrillic'].includes(fault.script))).toEqual([])
  })
})
