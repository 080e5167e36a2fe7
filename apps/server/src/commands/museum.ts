#!/usr/bin/env node
// The program `museum`.
import { runMuseum } from './run-museum.ts'

await runMuseum(process.argv.slice(2))
