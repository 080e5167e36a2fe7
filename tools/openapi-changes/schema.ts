/** The parts of JSON Schema that the document uses. */
export type Schema = Readonly<{
  $ref?: string
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  oneOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  discriminator?: Readonly<{ propertyName: string; mapping: Readonly<Record<string, string>> }>
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: boolean | Schema
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

/** The components of a document, to which its parts refer. */
export type Components = Readonly<Record<string, Readonly<Record<string, object>>>>

/** The part itself, or the component to which it refers. */
export const resolve = <Part extends object>(part: Part, components: Components): Part => {
  if (!('$ref' in part)) return part
  const [kind = '', name = ''] = String(part.$ref).replace('#/components/', '').split('/')
  const component = components[kind]?.[name]
  if (component === undefined) throw new Error(`There is no component ${String(part.$ref)}.`)
  return resolve(component as Part, components)
}
