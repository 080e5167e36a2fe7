import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'

const root = fileURLToPath(new URL('..', import.meta.url))
const documents = globSync(['*.md', '{apps,deploy,docs,examples,packages,quality,tools}/**/*.md'], {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
})

const proseIn = (path: string) => readFileSync(join(root, path), 'utf8').replaceAll(/^```[^]*?^```$/gm, '')

/** The anchors of the headings, as GitHub makes them, and the explicit anchors. */
const anchorsIn = (path: string) => [
  ...[...proseIn(path).matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  ),
  ...[...proseIn(path).matchAll(/<a id="(.*?)">/g)].map(([, id]) => id!),
]

/** The links to files of the repository. */
const linksIn = (path: string) =>
  [...proseIn(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!).filter((link) => !/^\w+:/.test(link))

/** The links whose file or heading does not exist. */
const brokenLinksIn = (path: string) =>
  linksIn(path).filter((link) => {
    const [file, anchor] = link.split('#')
    const target = file === '' ? path : relative(root, join(root, dirname(path), file!))
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsIn(target).includes(anchor))
  })

describe('the documents', () => {
  it('have links to files and headings that exist', () => {
    const broken = documents.map((path) => [path, brokenLinksIn(path)]).filter(([, links]) => links!.length > 0)
    expect(broken).toEqual([])
  })

  it('have a guide, a runbook and a reference that begin with links to each other, and are in README.md', () => {
    const beginning = (path: string) => proseIn(path).split('\n## ')[0]
    const pages = ['operate.md', 'runbook.md', 'reference.md']
    for (const page of pages)
      for (const other of pages.filter((each) => each !== page))
        expect(`${page}: ${beginning(`docs/${page}`)}`).toContain(`(${other}`)
    const linked = [...pages, 'install.md', 'box-office.md'].map((page) => `docs/${page}`)
    expect(linksIn('README.md')).toEqual(expect.arrayContaining(linked))
  })
})
