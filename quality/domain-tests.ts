// All tests of the domain as one file, for Stryker: they load the domain once for each mutant, not once for each file.
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const domain = fileURLToPath(new URL('../packages/domain/src/', import.meta.url))
for (const file of globSync('**/*.test.ts', { cwd: domain })) await import(domain + file)
