import { writeFileSync } from 'node:fs'
import { museumApi } from '../museum-api.ts'

// Rewrites the committed copy of the OpenAPI document. Its diff is the review of the interface.
const api = museumApi({} as never, {} as never)
const document: unknown = await (await api.request('/openapi.json')).json()
writeFileSync(new URL('../../openapi.json', import.meta.url), `${JSON.stringify(document, null, 2)}\n`)
