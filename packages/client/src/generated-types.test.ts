import { describe, expect, it } from '@jest/globals'
import { apiTypes } from '../generate/api-types.ts'

describe('the generated types of the client', () => {
  it('do not require a member of a request that has a default', async () => {
    const properties = { name: { type: 'string' }, places: { type: 'number', default: 1 } }
    const schemas = {
      KnownProblemType: { enum: ['/problems/not-found'] },
      Draft: { type: 'object', properties, required: ['name'] },
    }
    const document = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas } }
    const { 'openapi.ts': types } = await apiTypes(document, {})
    expect(types).toContain('readonly name: string;')
    expect(types).toContain('readonly places?: number;')
  })
})
