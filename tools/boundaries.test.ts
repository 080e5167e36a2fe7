import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'

const root = fileURLToPath(new URL('..', import.meta.url))
const [domain, application, http, server] = [
  'packages/domain/src',
  'packages/application/src',
  'packages/adapters-http/src',
  'apps/server/src',
]

/** A sound little tree of the project's shape. */
const sound = {
  [`${domain}/ticket.ts`]: 'export const ticket = 1',
  [`${application}/buy.ts`]: `export { ticket } from '../../domain/src/ticket.ts'`,
  [`${http}/route.ts`]: `export { ticket } from '../../application/src/buy.ts'`,
  'packages/adapters-persistence/src/rows.ts': 'export const rows = 1',
  [`${server}/composition/compose.ts`]: `import 'inversify'\nexport { ticket } from '../../../../packages/adapters-http/src/route.ts'`,
  'node_modules/inversify/index.js': '',
  'node_modules/inversify/package.json': '{ "name": "inversify", "main": "index.js" }',
}

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'museum-boundaries-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const broken = (planted: Record<string, string> = {}) => {
  for (const [path, text] of Object.entries({ ...sound, ...planted })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', 'packages', 'apps']
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' })
  if (!stdout) throw new Error(stderr)
  const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } }
  return [...new Set(summary.violations.map(({ rule }) => rule.name))]
}

describe('the boundaries', () => {
  it('hold in a sound tree', () => {
    expect(broken()).toEqual([])
  })

  it.each([
    ['the domain stands alone', `${domain}/a.ts`, `import '../../application/src/buy.ts'`],
    ['the domain stands alone', `${domain}/a.ts`, `import 'node:fs'`],
    ['the domain stands alone', `${domain}/a.ts`, `import type { Container } from 'inversify'`],
    ['the application knows only the domain', `${application}/a.ts`, `import '../../adapters-http/src/route.ts'`],
    ['the application knows only the domain', `${application}/a.ts`, `import type { Stats } from 'node:fs'`],
    ['adapters never meet', `${http}/a.ts`, `import type { rows } from '../../adapters-persistence/src/rows.ts'`],
    ['adapters never meet', `${http}/a.ts`, `import '../../../apps/server/src/composition/compose.ts'`],
    ['only the server composes', `${http}/a.ts`, `import 'inversify'`],
    ['only the server composes', `${server}/main.ts`, `import 'inversify'`],
    ['no cycles', `${domain}/ticket.ts`, `import type { a } from './a.ts'\nexport const ticket = 1`],
  ])('%s: seen to bite in %s', (rule, path, text) => {
    const cycle = { [`${domain}/a.ts`]: `import { ticket } from './ticket.ts'\nexport const a = ticket` }
    expect(broken({ ...(rule === 'no cycles' && cycle), [path]: text })).toContain(rule)
  })
})
