import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** A copy of what the build reads, so that the test changes no source of the project. */
let copy = ''
const desk = () => join(copy, 'apps/desk')
const build = (...args: readonly string[]) =>
  execFileSync(process.execPath, [join(desk(), 'build.mjs'), ...args], { encoding: 'utf8' })
const page = (folder = join(desk(), 'dist')) => readFileSync(join(folder, 'index.html'), 'utf8')

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'museum-desk-'))
  for (const path of [
    'apps/desk',
    'packages/client/src',
    'packages/languages/src',
    'pnpm-lock.yaml',
    'tsconfig.base.json',
  ])
    cpSync(join(root, path), join(copy, path), {
      recursive: true,
      filter: (each) => !/\/(node_modules|dist)(\/|$)/.test(each),
    })
  symlinkSync(join(root, 'apps/desk/node_modules'), join(desk(), 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true }))

describe('the build of the desk', () => {
  it('writes a page without inline scripts and styles, whose files have hashes in their names', () => {
    build()
    expect(page()).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
    const links = [...page().matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link!)
    expect(links.length).toBeGreaterThan(3)
    for (const link of links.filter((each) => each !== './desk.webmanifest' && !each.startsWith('data:image/')))
      expect(link).toMatch(/^\.\/assets\/[\w-]+-[\w-]{8}\.(js|css|svg|woff2)$/)
    expect(readdirSync(join(desk(), 'dist/assets')).every((name) => /-[\w-]{8}\.\w+$/.test(name))).toBe(true)
  })

  it('adds the licences of the libraries that the files contain', () => {
    const licences = readFileSync(join(desk(), 'dist/licences.md'), 'utf8')
    for (const name of ['preact', '@preact/signals', 'idb', 'EB Garamond']) expect(licences).toContain(`## ${name}`)
  })

  it('is done again when a source has changed, and only then', () => {
    const marked = '<title>Built before</title>'
    const file = join(desk(), 'dist/index.html')
    writeFileSync(file, marked)
    writeFileSync(join(desk(), 'src/a.test.ts'), '')
    build()
    expect(page()).toBe(marked)
    const source = readFileSync(join(desk(), 'index.html'), 'utf8')
    writeFileSync(join(desk(), 'index.html'), source.replace('<title>Museum', '<title>Built again'))
    build()
    expect(page()).toContain('<title>Built again</title>')
    writeFileSync(file, marked)
    writeFileSync(join(copy, 'packages/languages/src/desk/en.ts'), 'export const en = {}\n')
    build()
    expect(page()).not.toBe(marked)
    // No folder of an earlier build is left.
    expect(readdirSync(desk()).filter((name) => name.startsWith('dist'))).toEqual(['dist'])
  })

  it('writes into a given folder, always', () => {
    const folder = join(copy, 'a package/dist/desk')
    mkdirSync(join(folder, '..'), { recursive: true })
    build(folder)
    expect(page(folder)).toBe(page())
    writeFileSync(join(folder, 'index.html'), '')
    build(folder)
    expect(page(folder)).toBe(page())
  })
})
