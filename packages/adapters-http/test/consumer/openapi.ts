import { readFileSync } from 'node:fs'

/** The parts of JSON Schema that the document uses. */
export type Schema = Readonly<{
  $ref?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  oneOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  format?: string
  pattern?: string
  multipleOf?: number
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}>
type Content = Readonly<Record<string, Readonly<{ schema: Schema }>>>
type Header = Readonly<{ required?: boolean; schema: Schema }>
export type Parameter = Readonly<{ name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }>
export type Operation = Readonly<{
  method: string
  path: string
  operationId: string
  parameters?: readonly Parameter[]
  requestBody?: Readonly<{ required: boolean; content: Content }>
  responses: Readonly<Record<string, Readonly<{ headers?: Readonly<Record<string, Header>>; content?: Content }>>>
}>

/** The document, as a client reads it. */
export const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>
  components: Readonly<Record<string, Readonly<Record<string, object>>>>
}>

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => Object.assign({ method, path }, operation)),
)

/** The part itself, or the component to which it refers. */
export const resolve = <Part extends object>(part: Part): Part => {
  if (!('$ref' in part)) return part
  const [, , kind = '', name = ''] = String(part.$ref).split('/')
  return resolve(document.components[kind]![name] as Part)
}
