// `pnpm run packages:check`: packs all packages, and checks with publint and "are the types wrong" how they are resolved.
import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { filterProblems } from '@arethetypeswrong/core/problems'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packedPackages } from './packed-packages.ts'

const faults: string[] = []
for (const { name, tarball } of (await packedPackages()).values()) {
  const data = readFileSync(tarball)
  const { messages, pkg } = await publint({ pack: { tarball: Uint8Array.from(data).buffer }, strict: true })
  for (const message of messages) faults.push(`${name}: publint: ${formatMessage(message, pkg, { color: false })}`)

  // The server exports nothing: it is only a program.
  if (pkg['exports'] === undefined) continue
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(data)))
  if (result.types === false) {
    faults.push(`${name}: arethetypeswrong: no types`)
    continue
  }
  // The profile `esm-only` of its command line.
  const problems = (['node16-esm', 'bundler'] as const).flatMap((resolutionKind) =>
    filterProblems(result, { resolutionKind }),
  )
  for (const problem of new Set(problems)) faults.push(`${name}: arethetypeswrong: ${JSON.stringify(problem)}`)
}
for (const fault of faults) console.error(fault)
console.log(faults.length === 0 ? 'The packages resolve.' : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1
