/**
 * Writes docs/licences.md, the licences of what ships, from the output of `pnpm licenses list --json` on standard input:
 *
 *     pnpm licences:write            # writes the document
 *     pnpm licences:write --check    # writes nothing, and exits with 1 when the document is out of date
 *
 * Both exit with 1, and write nothing, when a licence is not allowed or a package has no licence text.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { json } from 'node:stream/consumers'
import { licenceFaults } from './licence-faults.ts'
import { licencesDocument } from './licences-document.ts'
import { type LicenceReport, shippedPackages } from './shipped-packages.ts'

const main = async () => {
  const packages = shippedPackages((await json(process.stdin)) as LicenceReport)
  const faults = licenceFaults(packages)
  const path = new URL('../../docs/licences.md', import.meta.url)
  const document = licencesDocument(packages)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  if (!process.argv.includes('--check')) writeFileSync(path, document)
  else if (readFileSync(path, 'utf8') !== document)
    throw new Error('docs/licences.md is out of date: run pnpm licences:write.')
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
