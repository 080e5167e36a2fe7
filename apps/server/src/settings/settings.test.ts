import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { settingsHelp, settingsTable } from './describe-settings.ts'

describe('the table of the settings', () => {
  it('is the one in docs/reference.md, which `pnpm run settings` writes', () => {
    const reference = readFileSync(new URL('../../../../docs/reference.md', import.meta.url), 'utf8')
    expect(reference.split('\n').filter((line) => line.startsWith('| `MUSEUM_') || line.startsWith('| name '))).toEqual(
      settingsTable()
        .split('\n')
        .filter((line) => !line.startsWith('| -')),
    )
  })
})

describe('the help of the settings', () => {
  const lines = settingsHelp().split('\n')

  it('has defaults as a shell reads them, and meanings without Markdown, in at most 80 columns', () => {
    expect(lines.slice(0, 4)).toEqual([
      'Settings: environment variables, here with their defaults.',
      '  MUSEUM_HOST=127.0.0.1',
      '      The address that the server listens on; no effect with an inherited',
      '      socket.',
    ])
    expect(lines).toContain("  MUSEUM_NAME='The Museum'")
    expect(lines.filter((line) => line.length > 80 || /[`\]]\(|`/.test(line))).toEqual([])
  })

  it('says which file may have a secret, and which other setting is needed', () => {
    const start = lines.indexOf('  MUSEUM_SMTP_URL')
    const end = lines.indexOf('  MUSEUM_MAIL_FROM')
    expect(
      lines
        .slice(start, end)
        .map((line) => line.trim())
        .join(' '),
    ).toMatch(/ Needs MUSEUM_MAIL_FROM\. Or MUSEUM_SMTP_URL_FILE names a file with it\.$/)
  })
})
