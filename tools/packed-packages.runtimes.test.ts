import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type PackedPackages, packedPackages, tarballsOf } from './packages/packed-packages.ts'
import { workspacePackages } from './packages/workspace-packages.ts'

const names = workspacePackages().map(({ manifest }) => manifest.name)
let packages: PackedPackages
let folder = ''

beforeAll(async () => {
  packages = await packedPackages()
  folder = mkdtempSync(join(tmpdir(), 'museum-packages-'))
  for (const [name, { tarball }] of packages) {
    const unpacked = join(folder, name)
    mkdirSync(unpacked, { recursive: true })
    execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1'])
  }
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The files of a packed package. */
const filesOf = (name: string): readonly string[] =>
  execFileSync('find', ['.', '-type', 'f'], { cwd: join(folder, name), encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((path) => path.slice(2))
    .toSorted()

const read = (name: string, path: string) => readFileSync(join(folder, name, path), 'utf8')

it('packs every package of the workspace that is not private', () => {
  expect([...packages.keys()]).toEqual(names)
  expect(names).toEqual(expect.arrayContaining(['@museum/domain', '@museum/application', '@museum/server']))
})

it('has one version for all packages, which changes in all of them at once', () => {
  const settings = readFileSync(new URL('../pnpm-workspace.yaml', import.meta.url), 'utf8')
  const fixed = [...settings.slice(settings.indexOf('  fixed:')).matchAll(/^ +(?:- )+'?(@museum\/[\w-]+)/gm)]
  expect(fixed.map(([, name]) => name)).toEqual(names)
  const versionOf = (name: string) => (JSON.parse(read(name, 'package.json')) as { version: string }).version
  expect(new Set(names.map(versionOf)).size).toBe(1)
})

it('finds the packages that a package depends on', () => {
  expect(tarballsOf(packages, '@museum/application', '@museum/domain')).toEqual([
    packages.get('@museum/application')!.tarball,
    packages.get('@museum/concurrency')!.tarball,
    packages.get('@museum/domain')!.tarball,
  ])
  const ofServer = tarballsOf(packages, '@museum/server')
  expect(ofServer).toContain(packages.get('@museum/domain')!.tarball)
  expect(ofServer).not.toContain(packages.get('@museum/client')!.tarball)
  expect(new Set(ofServer).size).toBe(ofServer.length)
  expect(() => tarballsOf(packages, '@museum/none')).toThrow('@museum/none')
})

describe.each(names)('the packed package %s', (name) => {
  it('has exact versions in place of the protocols of the workspace', () => {
    expect(read(name, 'package.json')).not.toMatch(/"(workspace|catalog):/)
  })

  it('has a readme, a changelog and a licence', () => {
    expect(filesOf(name)).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE']))
  })

  it('says on which Node it runs', () => {
    const { engines } = JSON.parse(read(name, 'package.json')) as { engines?: { node?: string } }
    expect(engines?.node).toMatch(/^>=\d+\.\d+\.\d+$/)
  })

  it('accepts its peers from the version that the workspace tests with', () => {
    const { peerDependencies = {}, devDependencies = {} } = JSON.parse(read(name, 'package.json')) as {
      peerDependencies?: Record<string, string>
      devDependencies?: Record<string, string>
    }
    const tested = Object.keys(peerDependencies).map((peer) => [peer, `^${devDependencies[peer]}`])
    expect(peerDependencies).toEqual(Object.fromEntries(tested))
  })

  it('has no test and no file of the build', () => {
    expect(filesOf(name).filter((path) => /\.test\.|test-support|tsbuildinfo|^test\//.test(path))).toEqual([])
  })

  it('has every file that its package.json names', () => {
    const { exports, bin } = JSON.parse(read(name, 'package.json')) as { exports?: unknown; bin?: unknown }
    const named = [...JSON.stringify([exports, bin]).matchAll(/"(\.\/[^"*]+\.[^"]+)"/g)].map(([, path = '']) => path)
    expect(named).not.toEqual([])
    expect(named.filter((path) => !existsSync(join(folder, name, path)))).toEqual([])
  })

  it('has the sources that its maps name', () => {
    const maps = filesOf(name).filter((path) => path.endsWith('.map'))
    expect(maps).not.toEqual([])
    const missing = maps.flatMap((map) => {
      const { sources, sourcesContent } = JSON.parse(read(name, map)) as {
        sources: string[]
        sourcesContent?: string[]
      }
      if (sourcesContent) return []
      return sources.map((source) => join(dirname(map), source)).filter((path) => !existsSync(join(folder, name, path)))
    })
    expect(missing).toEqual([])
  })
})

it('has the built desk in the package of the server, and the licences of what it contains', () => {
  const page = read('@museum/server', 'dist/desk/index.html')
  const loaded = [...page.matchAll(/"\.\/(assets\/[^"]+)"/g)].map(([, path]) => `dist/desk/${path}`)
  expect(loaded.length).toBeGreaterThan(3)
  const files = filesOf('@museum/server')
  expect(files).toEqual(expect.arrayContaining([...loaded, 'dist/desk/licences.md']))
  expect(files).not.toContain('dist/desk/.sources')
})

it('installs into an empty npm project', () => {
  const project = join(folder, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(project, 'main.js'),
    `import { aMuseum } from '@museum/testing'
    import { anOrder } from '@museum/testing/examples'
    const ticket = await aMuseum().buyMuseumTickets(anOrder())
    console.log(ticket.ticketType)`,
  )
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...tarballsOf(packages, '@museum/testing')], {
    cwd: project,
    stdio: 'pipe',
  })
  expect(execFileSync('node', ['main.js'], { cwd: project, encoding: 'utf8' })).toBe('general\n')
})
