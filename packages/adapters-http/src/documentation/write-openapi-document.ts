import { writeFileSync } from 'node:fs'
import { allOperations } from '../operations.ts'
import { openApiDocument } from './openapi-document.ts'

// Writes the committed copy of the OpenAPI document. Its diff shows what a change does to the interface.
const document = openApiDocument(allOperations, '/v1.1')
writeFileSync(new URL('../../openapi.json', import.meta.url), `${JSON.stringify(document, null, 2)}\n`)
