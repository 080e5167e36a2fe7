import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type NodeVersion, folderOfNode, installedFromRegistry } from './packages/installed-runtime.ts'
import { packedPackages, tarballsOf } from './packages/packed-packages.ts'

const run = promisify(execFile)
const rules = ['@museum/domain', '@museum/application', '@museum/testing']
const service = [
  ...rules,
  '@museum/adapters-access',
  '@museum/adapters-http',
  '@museum/adapters-imaging',
  '@museum/adapters-persistence',
  '@museum/adapters-signing',
]
/** The source of each program, by its name. */
const sources: Readonly<Record<string, URL>> = {
  rules: new URL('../packages/application/test/child-scripts/installed-rules.ts', import.meta.url),
  service: new URL('../apps/server/test/child-scripts/installed-service.ts', import.meta.url),
}
/** What each program prints. */
const printed: Readonly<Record<string, unknown>> = {
  rules: { ticketType: 'event', image: true, past: 'validation-failed' },
  service: {
    migrations: true,
    tables: true,
    sale: 201,
    image: [200, 'image/png'],
    page: 200,
    quietZone: true,
  },
}
/** Compilers and the ways to resolve modules. */
const compilers = ['5.9.3', '7.0.2'].flatMap((version) =>
  (['nodenext', 'bundler'] as const).map((resolution) => [version, resolution] as const),
)

describe.each<readonly [NodeVersion, readonly string[], readonly string[]]>([
  [20, rules, ['rules']],
  [22, service, ['rules', 'service']],
  [24, service, ['rules', 'service']],
  [26, [...service, '@museum/adapters-system'], ['rules', 'service']],
])('the packed packages in an empty npm project on Node %i', (version, names, programs) => {
  let project = ''
  let env: NodeJS.ProcessEnv = {}
  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), `museum-node-${version}-`))
    // The program `npm` runs on the first `node` in the PATH.
    env = { ...process.env, PATH: `${await folderOfNode(version)}${delimiter}${process.env['PATH']}` }
    await writeFile(join(project, 'package.json'), '{ "type": "module" }')
    for (const program of programs) await copyFile(sources[program]!, join(project, `${program}.ts`))
    const tarballs = tarballsOf(await packedPackages(), ...names)
    const args = ['--no-audit', '--no-fund', '--engine-strict', `@types/node@${version}`]
    await run('npm', ['install', ...args, ...tarballs], { cwd: project, env })
  }, 600_000)
  afterAll(() => rm(project, { recursive: true, force: true }))

  it.each(compilers)(
    'compile and run, with TypeScript %s and moduleResolution %s',
    async (typescript, resolution) => {
      const output = join(project, `${typescript}-${resolution}`)
      await mkdir(output)
      const options = ['--strict', '--exactOptionalPropertyTypes', '--verbatimModuleSyntax', '--target', 'es2023']
      const modules = [
        '--module',
        resolution === 'nodenext' ? 'nodenext' : 'preserve',
        '--moduleResolution',
        resolution,
      ]
      const files = programs.map((program) => `${program}.ts`)
      const compiler = join(await installedFromRegistry(`typescript@${typescript}`), 'node_modules/typescript/bin/tsc')
      const types = ['--types', 'node', '--skipLibCheck', 'false']
      await run(process.execPath, [compiler, ...options, ...modules, ...types, '--outDir', output, ...files], {
        cwd: project,
      }).catch(({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(`${stdout}${stderr}`)
      })
      for (const program of programs) {
        const { stdout } = await run('node', [join(output, `${program}.js`), `sqlite:${output}/museum.sqlite`], {
          cwd: project,
          env,
        })
        expect(JSON.parse(stdout)).toEqual(printed[program])
      }
    },
    600_000,
  )
})
