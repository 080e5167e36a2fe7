import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from '@jest/globals'

const root = fileURLToPath(new URL('..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { boundaries: string } }
const configuration = join(root, 'quality/dependency-cruiser.mjs')
const { default: boundaries } = (await import(configuration)) as { default: { forbidden: readonly { name: string }[] } }

const packageNames = [
  'domain',
  'application',
  'testing',
  'languages',
  'client',
  'concurrency',
  'database',
  'adapters-http',
  'adapters-persistence',
  'adapters-access',
  'adapters-payment',
]

/** The files, by path, of a small workspace that has the structure of the project and breaks no rule. */
const workspace: Record<string, string> = {
  ...Object.fromEntries(
    packageNames.map((name) => [
      `packages/${name}/package.json`,
      JSON.stringify({ name: `@museum/${name}`, exports: { '.': './src/index.ts', './*': './src/*/index.ts' } }),
    ]),
  ),
  'packages/domain/src/index.ts': `export { ticket } from './ticket.ts'`,
  'packages/domain/src/ticket.ts': 'export const ticket = 1',
  'packages/domain/src/ticket.test.ts': `import 'node:fs'\nimport '@museum/testing/examples'`,
  'packages/application/src/index.ts': `export { ticket } from '@museum/domain'\nimport '@museum/concurrency'`,
  'packages/application/src/index.test.ts': `import '@museum/testing'`,
  'packages/testing/src/index.ts': `import './examples/index.ts'\nimport '@museum/application'`,
  'packages/testing/src/index.test.ts': `import 'node:fs'`,
  'packages/testing/src/contracts/index.ts': `import '../examples/index.ts'`,
  'packages/testing/src/examples/index.ts': `export { ticket as aTicket } from '@museum/domain'`,
  'packages/languages/src/index.ts': `export { en } from './en.ts'`,
  'packages/languages/src/en.ts': 'export const en = 1',
  'packages/languages/src/en.test.ts': `import 'node:fs'`,
  'packages/adapters-http/src/index.ts': `import '@museum/application'\nimport '@museum/languages'\nimport 'node:fs'`,
  'packages/concurrency/src/index.ts': 'export const queue = 1',
  'packages/database/src/index.ts': `import 'node:fs'\nimport '@museum/concurrency'`,
  'packages/adapters-persistence/src/index.ts': `import '@museum/application'\nimport '@museum/database'`,
  'packages/adapters-persistence/src/index.test.ts': `import '../test/databases.ts'\nimport '@museum/testing/contracts'`,
  'packages/adapters-persistence/test/databases.ts': `import '../src/index.ts'\nimport '../../../tools/database/start.ts'`,
  'packages/adapters-access/src/index.ts': `import '@museum/application'`,
  'packages/adapters-payment/src/index.ts': `import '@museum/application'\nimport 'stripe'`,
  'packages/adapters-payment/test/fake-stripe.ts': `import 'stripe'`,
  'apps/server/src/main.ts': `import './composition/compose.ts'`,
  'apps/server/src/composition/compose.ts': `import 'inversify'\nimport '@museum/adapters-http'\nimport '@museum/adapters-access'`,
  'apps/server/src/startup/serve.ts': `import type { a } from '../observability/metrics/a-metric.ts'\nawait import('../observability/metrics/a-metric.ts')`,
  'apps/server/src/observability/metrics/a-metric.ts': `import '@prometheus-io/client'\nexport type a = 1`,
  'apps/server/src/observability/open-observability.ts': `import './tracing/tracing.ts'\nawait import('./tracing/start-tracing.ts')`,
  'apps/server/src/observability/tracing/start-tracing.ts': `import '@opentelemetry/api'\nexport type a = 1`,
  'apps/server/src/observability/tracing/tracing.ts': `import type { a } from './start-tracing.ts'`,
  'apps/desk/src/main.tsx': `import 'preact'\nimport '@museum/client'\nimport '@museum/languages'`,
  'apps/desk/test/desk.browser.test.ts': `import '../../server/test/a-server.ts'`,
  'packages/client/src/index.ts': 'export const client = 1',
  'apps/server/test/a-server.ts': `import '../src/main.ts'`,
  'apps/server/test/a-payment.ts': `import '../../../packages/adapters-payment/test/fake-stripe.ts'`,
  'tools/database/start.ts': `import 'node:fs'`,
  'tools/database/stop.ts': `import './start.ts'`,
  'quality/bench/main.ts': `import '../../tools/database/start.ts'\nimport '@museum/testing/examples'`,
  'examples/gate/gate.mjs': `import './decide.mjs'\nimport 'node:fs'`,
  'examples/gate/decide.mjs': 'export const decide = 1',
  'examples/kiosk/kiosk.mjs': `import '@museum/domain'\nimport 'expected'`,
  'examples/gate/test/gate.test.ts': `import '../gate.mjs'\nimport '../../../apps/server/test/a-server.ts'`,
  'deploy/files.test.ts': `import '../apps/server/src/main.ts'\nimport 'node:fs'`,
  'quality/torture/main.ts': `import '../../tools/database/start.ts'\nimport '@museum/adapters-persistence'`,
  ...Object.fromEntries(
    ['inversify', 'preact', 'stripe', '@prometheus-io/client', '@opentelemetry/api', 'expected'].flatMap((name) => [
      [`node_modules/${name}/index.js`, ''],
      [`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' })],
    ]),
  ),
}

type Violation = Readonly<{ rule: string; path: string }>
type Reported = Readonly<{ from: string; cycle?: readonly { name: string }[]; rule: { name: string } }>

/** Runs `pnpm boundaries` in the small workspace with these files added, and returns which file breaks which rule. */
const violationsIn = (added: Readonly<Record<string, string>> = {}): readonly Violation[] => {
  const folder = mkdtempSync(join(tmpdir(), 'museum-boundaries-'))
  try {
    mkdirSync(join(folder, 'node_modules/@museum'), { recursive: true })
    for (const name of packageNames) symlinkSync(`../../packages/${name}`, join(folder, 'node_modules/@museum', name))
    for (const [path, text] of Object.entries({ ...workspace, ...added })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const [, ...args] = scripts.boundaries.replace('quality/dependency-cruiser.mjs', configuration).split(' ')
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
    const command = [program, ...args, '--output-type', 'json']
    const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' })
    if (!stdout) throw new Error(stderr)
    const { summary } = JSON.parse(stdout) as { summary: { violations: Reported[] } }
    return summary.violations.flatMap(({ from, cycle = [], rule }) =>
      [from, ...cycle.map(({ name }) => name)].map((path) => ({ rule: rule.name, path })),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Each `a.ts` is another file. */
const violations: readonly (readonly [rule: string, path: string, text: string])[] = [
  ['the domain imports only itself', 'packages/domain/src/a.ts', `import '@museum/application'`],
  ['the domain imports only itself', 'packages/domain/src/a.ts', `import 'node:fs'`],
  ['the domain imports only itself', 'packages/domain/src/a.ts', `import type { Container } from 'inversify'`],
  [
    'the application imports only the domain and the concurrency',
    'packages/application/src/a.ts',
    `import '@museum/adapters-http'`,
  ],
  [
    'the application imports only the domain and the concurrency',
    'packages/application/src/a.ts',
    `import type { Stats } from 'node:fs'`,
  ],
  [
    'testing imports only the application, the domain and chai',
    'packages/testing/src/a.ts',
    `import '@museum/adapters-persistence'`,
  ],
  ['the concurrency imports only itself', 'packages/concurrency/src/a.ts', `import '@museum/domain'`],
  ['the concurrency imports only itself', 'packages/concurrency/src/a.ts', `import 'node:async_hooks'`],
  [
    'the database imports only the concurrency',
    'packages/database/src/a.ts',
    `import type { a } from '@museum/domain'`,
  ],
  ['the database imports only the concurrency', 'packages/database/src/a.test.ts', `import '@museum/testing'`],
  ['testing imports only the application, the domain and chai', 'packages/testing/src/a.ts', `import 'node:fs'`],
  ['the languages import only themselves', 'packages/languages/src/a.ts', `import type { Stats } from 'node:fs'`],
  ['the languages import only themselves', 'packages/languages/src/a.ts', `import '@museum/domain'`],
  [
    'only what visitors read imports the languages',
    'packages/adapters-persistence/src/a.ts',
    `import '@museum/languages'`,
  ],
  [
    'adapters import no other adapter',
    'packages/adapters-http/src/a.ts',
    `import type { a } from '@museum/adapters-persistence'`,
  ],
  ['adapters import no other adapter', 'packages/adapters-access/src/a.ts', `import '@museum/adapters-http'`],
  ['adapters import no other adapter', 'packages/adapters-http/src/a.test.ts', `import '@museum/adapters-access'`],
  [
    'the desk imports only the client, the languages and its libraries',
    'apps/desk/src/a.tsx',
    `import '@museum/domain'`,
  ],
  ['the desk imports only the client, the languages and its libraries', 'apps/desk/src/a.ts', `import 'node:fs'`],
  [
    'the desk imports only the client, the languages and its libraries',
    'apps/desk/src/a.ts',
    `import '../../server/src/main.ts'`,
  ],
  ['apps import no other app', 'apps/server/src/a.ts', `import '../../desk/src/main.tsx'`],
  ['only apps import apps', 'packages/adapters-http/src/a.ts', `import '../../../apps/server/src/main.ts'`],
  ['only apps import apps', 'packages/adapters-http/src/a.test.ts', `import '../../../apps/server/src/main.ts'`],
  ['only apps import apps', 'tools/a.ts', `import '../apps/server/src/main.ts'`],
  ['only apps import apps', 'quality/bench/a.ts', `import '../../apps/server/src/main.ts'`],
  ['only apps import apps', 'quality/torture/a.ts', `import '../../apps/server/src/main.ts'`],
  ['only apps import apps', 'examples/gate/a.mjs', `import '../../apps/server/src/main.ts'`],
  ['examples import no file outside of themselves', 'examples/gate/a.mjs', `import '../../tools/database/start.ts'`],
  ['examples import no file outside of themselves', 'examples/gate/a.mjs', `import '../kiosk/kiosk.mjs'`],
  ['the offline gate imports only Node and the client', 'examples/offline-gate/a.mjs', `import 'expected'`],
  ['the offline gate imports only Node and the client', 'examples/offline-gate/a.mjs', `import '@museum/domain'`],
  ['only the composition imports inversify', 'packages/adapters-http/src/a.ts', `import 'inversify'`],
  ['only the composition imports inversify', 'apps/server/src/main.ts', `import 'inversify'`],
  ['only the composition imports inversify', 'quality/torture/a.ts', `import 'inversify'`],
  ['only the payments import Stripe', 'packages/adapters-http/src/a.ts', `import type { Stripe } from 'stripe'`],
  ['only the payments import Stripe', 'apps/server/src/composition/a.ts', `import 'stripe'`],
  [
    'only the metrics import the client of Prometheus',
    'packages/adapters-http/src/a.ts',
    `import type { Counter } from '@prometheus-io/client'`,
  ],
  ['only the metrics import the client of Prometheus', 'apps/server/src/a.ts', `import '@prometheus-io/client'`],
  ['the metrics are imported dynamically', 'apps/server/src/a.ts', `import './observability/metrics/a-metric.ts'`],
  ['only the tracing imports OpenTelemetry', 'packages/adapters-http/src/a.ts', `import '@opentelemetry/api'`],
  ['only the tracing imports OpenTelemetry', 'apps/server/src/a.ts', `import type { a } from '@opentelemetry/api'`],
  ['the tracing is imported dynamically', 'apps/server/src/a.ts', `import './observability/tracing/start-tracing.ts'`],
  [
    'what is loaded without traces imports no OpenTelemetry',
    'apps/server/src/observability/tracing/tracing.ts',
    `import '@opentelemetry/api'`,
  ],
  [
    'what is loaded without traces imports no OpenTelemetry',
    'apps/server/src/observability/tracing/tracing.ts',
    `import './start-tracing.ts'`,
  ],
  ['shipped code imports no test code', 'packages/adapters-http/src/a.ts', `import '@museum/testing/examples'`],
  ['shipped code imports no test code', 'packages/adapters-http/src/a.ts', `import '@museum/testing/contracts'`],
  ['shipped code imports no test code', 'apps/server/src/a.ts', `import '@museum/testing'`],
  ['shipped code imports no test code', 'packages/domain/src/a.ts', `import './ticket.test.ts'`],
  ['shipped code imports no test code', 'packages/adapters-persistence/src/a.ts', `import '../test/databases.ts'`],
  ['shipped code imports no tools', 'packages/adapters-http/src/a.ts', `import '../../../tools/database/start.ts'`],
  ['shipped code imports no tools', 'apps/server/src/a.ts', `import '../../../tools/database/start.ts'`],
  ['tools import no package', 'tools/a.ts', `import '@museum/domain'`],
  ['tools import no package', 'tools/a.test.ts', `import '../packages/domain/src/index.ts'`],
  [
    'bench, torture and examples are imported by nothing else',
    'packages/adapters-http/src/a.test.ts',
    `import '../../../quality/bench/main.ts'`,
  ],
  ['bench, torture and examples are imported by nothing else', 'tools/a.ts', `import '../quality/torture/main.ts'`],
  ['bench, torture and examples are imported by nothing else', 'quality/bench/a.ts', `import '../torture/main.ts'`],
  ['bench, torture and examples are imported by nothing else', 'quality/torture/a.ts', `import '../bench/main.ts'`],
  [
    'bench, torture and examples are imported by nothing else',
    'apps/server/src/a.ts',
    `import '../../../examples/gate/gate.mjs'`,
  ],
  ['packages are imported by name', 'examples/gate/test/a.ts', `import '../../../packages/domain/src/ticket.ts'`],
  ['packages are imported by name', 'quality/bench/a.ts', `import '../../packages/domain/src/ticket.ts'`],
  [
    'packages are imported by name',
    'quality/torture/a.ts',
    `import type { ticket } from '../../packages/domain/src/ticket.ts'`,
  ],
  ['packages are imported by name', 'packages/application/src/a.ts', `import '../../domain/src/ticket.ts'`],
  ['packages are imported by name', 'quality/torture/a.ts', `import '../../packages/adapters-payment/src/index.ts'`],
  ['packages are imported by name', 'apps/server/src/a.test.ts', `import '../../../packages/domain/src/index.ts'`],
  ['no cycles', 'packages/domain/src/ticket.ts', `import type { a } from './index.ts'\nexport const ticket = 1`],
  ['no cycles', 'tools/database/start.ts', `import './stop.ts'`],
]

const planted = violations.map(([rule, path, text], n) => [rule, path.replace('/a.', `/a-${n}.`), text] as const)

describe('pnpm boundaries', () => {
  it('reports nothing in a workspace that keeps every rule', () => {
    expect(violationsIn()).toEqual([])
  })

  describe('in a workspace that breaks every rule,', () => {
    let reported: readonly Violation[]
    beforeAll(() => {
      reported = violationsIn(Object.fromEntries(planted.map(([, path, text]) => [path, text])))
    })

    it.each(planted)('reports "%s" when %s has: %s', (rule, path) => {
      expect(reported).toContainEqual({ rule, path })
    })
  })

  it('has a test for every rule', () => {
    const tested = new Set(violations.map(([rule]) => rule))
    expect(boundaries.forbidden.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([])
  })
})
