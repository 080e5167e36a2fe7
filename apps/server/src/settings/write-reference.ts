import { readFileSync, writeFileSync } from 'node:fs'
import { settingsTable } from './describe-settings.ts'

// Writes the table of the settings into the reference.
const file = new URL('../../../../docs/reference.md', import.meta.url)
const [before, after] = readFileSync(file, 'utf8').split(/^\| name .*\n(?:\|.*\n)+/m)
writeFileSync(file, `${before}${settingsTable()}\n${after}`)
