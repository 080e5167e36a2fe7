import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { type Schema, document } from './openapi.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 5 })
formats.default(ajv)
// Not the format of ajv-formats, which rejects international addresses that the service accepts: the pattern is enough.
ajv.addFormat('email', true)
ajv.addSchema({ ...document, $id: 'openapi' })

const compiled = new Map<Schema, ValidateFunction>()

/** Why a value does not conform to a schema of the document, each reason with its place. */
export const faultsBySchema = (schema: Schema, value: unknown): readonly string[] => {
  const validate = compiled.get(schema) ?? ajv.compile(absolute(schema))
  compiled.set(schema, validate)
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const absolute = (schema: Schema) => JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object
