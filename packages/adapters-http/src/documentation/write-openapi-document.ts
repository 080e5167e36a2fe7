import { writeFileSync } from 'node:fs'
import { allOperations } from '../operations.ts'
import { openApiDocument } from './openapi-document.ts'

// Writes the committed copies of the OpenAPI document, whose diff shows what a change does to the interface, and of the kinds of
// the operations, from which the client is made too.
const document = openApiDocument(allOperations, '/v1.1')
writeFileSync(new URL('../../openapi.json', import.meta.url), `${JSON.stringify(document, null, 2)}\n`)

const kinds = Object.fromEntries(allOperations.map(({ route }) => [route.operationId, route.kind]))
writeFileSync(new URL('../../operation-kinds.json', import.meta.url), `${JSON.stringify(kinds, null, 2)}\n`)
