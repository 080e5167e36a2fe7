import { readFile, writeFile } from 'node:fs/promises'
import { apiTypes } from './api-types.ts'

// Writes the committed types of the client; with --check, fails when they are not those of the OpenAPI document.
const document = new URL('../../adapters-http/openapi.json', import.meta.url)
const folder = new URL('../src/generated/', import.meta.url)
const files = await apiTypes(JSON.parse(await readFile(document, 'utf8')))
for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, folder)
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readFile(file, 'utf8')) !== text) {
    console.error(`packages/client/src/generated/${name} is not what the OpenAPI document says: run pnpm client:types`)
    process.exitCode = 1
  }
}
