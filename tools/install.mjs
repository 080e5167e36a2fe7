/**
 * Installs what `pnpm start` builds and runs, or with the argument `test` what the tests run, unless it is installed, and
 * builds the desk, unless it is built. The server needs less than half of what its tests need. It runs on Node 20 or later: it
 * installs the project's own Node.
 */
import { execFileSync, execSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'

/** pnpm writes it after each installation. */
const stateFile = 'node_modules/.pnpm-workspace-state-v1.json'
const state = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : undefined
const isCurrent = state !== undefined && statSync('pnpm-lock.yaml').mtimeMs <= state.lastValidatedTimestamp
const hasAll = state?.filteredInstall === false
const needsAll = process.argv[2] === 'test'

if (!isCurrent || (needsAll && !hasAll)) {
  // The age of what the lockfile has is checked when it is written, and by `.ci/run`: here it would take a minute.
  const serverOnly =
    "--prod --filter museum --filter '@museum/server...' --filter '@museum/desk...' --config.minimumReleaseAge=0"
  const scope = needsAll || hasAll ? '' : serverOnly
  execSync(`npx --yes pnpm@12.21.0 install --frozen-lockfile ${scope}`, { stdio: 'inherit' })
}
// In a process of its own, so that the Node that was just installed runs it.
execFileSync('node', ['apps/desk/build.mjs'], { stdio: 'inherit' })
