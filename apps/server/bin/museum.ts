#!/usr/bin/env -S node --conditions=@museum/source
// The program `museum` in a clone: runs the sources. An installed package runs `dist/commands/museum.js`.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)))
await import('../src/commands/museum.ts')
