#!/usr/bin/env node
// The program `museum`. It is loaded after the check: an older Node cannot run it, and npm only warns at the installation.
const oldest = 26

if (Number.parseInt(process.versions.node, 10) >= oldest) {
  const { runMuseum } = await import('./museum-program.ts')
  await runMuseum(process.argv.slice(2))
} else {
  console.error(`museum needs Node ${oldest} or later; this is Node ${process.versions.node}.`)
  process.exitCode = 1
}
