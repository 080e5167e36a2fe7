import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { commandNameOf } from './command-name.ts'

describe('the name of the program in help texts and messages', () => {
  const npx = '/home/user/.npm/_npx/0390bb19e1c6af29/node_modules/pnpm/pnpm'
  const pnpm = { npm_config_user_agent: 'pnpm/12.30.1 npm/? node/? linux x64' }

  it.each([
    ['when installed', {}, true, 'museum'],
    ['when installed and run by pnpm', pnpm, true, 'museum'],
    ['in a clone that is run by npx', { ...pnpm, npm_execpath: npx }, false, 'npx --yes pnpm@12.30.1 museum'],
    ['in a clone that is run by an installed pnpm', { ...pnpm, npm_execpath: '/usr/bin/pnpm' }, false, 'pnpm museum'],
  ])('is the one that the user types %s', (_when, environment, isInstalled, name) => {
    expect(commandNameOf(environment, isInstalled)).toBe(name)
  })

  it('in a clone that is run without pnpm, has the version of pnpm that the README names', () => {
    const name = commandNameOf({}, false)
    expect(name).toMatch(/^npx --yes pnpm@[\d.]+ museum$/)
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
    expect(readme).toContain(name.replace(/ museum$/, ''))
  })
})
