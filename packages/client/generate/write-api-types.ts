import { readFile, writeFile } from 'node:fs/promises'
import { apiTypes } from './api-types.ts'

// Writes the committed types of the client; with --check, fails when they are not those of the OpenAPI document.
const read = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../adapters-http/${name}`, import.meta.url), 'utf8'))
const folder = new URL('../src/generated/', import.meta.url)
const files = await apiTypes(await read('openapi.json'), await read('operation-kinds.json'))
for (const [name, text] of Object.entries(files)) {
  const file = new URL(name, folder)
  if (!process.argv.includes('--check')) await writeFile(file, text)
  else if ((await readFile(file, 'utf8')) !== text) {
    console.error(`packages/client/src/generated/${name} is not what the OpenAPI document says: run pnpm client:types`)
    process.exitCode = 1
  }
}
