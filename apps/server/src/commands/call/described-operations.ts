import openApi from '@museum/adapters-http/openapi.json' with { type: 'json' }

/** The part of the OpenAPI document from which the commands are made. */
type ApiDocument = Readonly<{
  servers: readonly Readonly<{ url: string }>[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>
}>

type Operation = Readonly<{
  operationId: string
  summary: string
  description: string
  parameters?: readonly Parameter[]
  requestBody?: Readonly<{ content: Readonly<Record<string, Media>> }>
}>
type Parameter = Readonly<{
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description: string
  schema: Schema
}>
type Media = Readonly<{ schema: Schema; examples?: Readonly<Record<string, Readonly<{ value: unknown }>>> }>
type Schema = Readonly<{
  $ref?: string
  type?: string | readonly string[]
  enum?: readonly string[]
  description?: string
  example?: unknown
  examples?: readonly unknown[]
  items?: Schema
  oneOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
}>

const document = openApi as ApiDocument

/** A value of a request that a flag gives. `kind` says how its text is read; a `list` has commas between its texts. */
export type Flag = Readonly<{
  name: string
  in: Parameter['in'] | 'body'
  kind: 'string' | 'number' | 'boolean' | 'list'
  /** The values that it may have, if it has no others. */
  values?: readonly string[] | undefined
  isNullable: boolean
  isRequired: boolean
  description?: string | undefined
  example?: unknown
}>

/** The name of a flag: that of a member or a parameter, or of a header in lower case. */
export const flagName = ({ name, in: where }: Flag): string => (where === 'header' ? name.toLowerCase() : name)

/** The name of a flag's value among the options. */
export const optionName = (flag: Flag): string =>
  flagName(flag).replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** An operation of the API, as a command calls it. */
export type DescribedOperation = Readonly<{
  operationId: string
  summary: string
  description: string
  method: string
  /** The path below the origin, with the names of its parameters: `/v1.1/tickets/{ticketId}`. */
  path: string
  flags: readonly Flag[]
  /** The media types of its body; none when it has no body. */
  mediaTypes: readonly string[]
  /** An example of its body, if that is JSON. */
  bodyExample: unknown
}>

const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)!]!

const typesOf = ({ type }: Schema): readonly string[] => (type === undefined ? [] : [type].flat())

/** How the text of a value of the schema is read; `undefined` for a value that is no scalar, and no list of texts. */
const kindOf = (schema: Schema): Flag['kind'] | undefined => {
  const type = typesOf(schema).find((each) => each !== 'null')
  if (schema.enum?.every((value) => value === 'true' || value === 'false')) return 'boolean'
  if (type === 'array') return schema.items && kindOf(resolved(schema.items)) === 'string' ? 'list' : undefined
  if (type === 'integer') return 'number'
  return type === 'string' || type === 'number' || type === 'boolean' ? type : undefined
}

const flagOf = (
  of: Pick<Flag, 'name' | 'in' | 'isRequired'>,
  schema: Schema,
  description?: string,
): readonly Flag[] => {
  const kind = kindOf(schema)
  if (kind === undefined) return []
  const example = schema.example ?? schema.examples?.[0] ?? schema.enum?.[0]
  const values = kind === 'boolean' ? undefined : schema.enum
  return [{ ...of, kind, values, isNullable: typesOf(schema).includes('null'), description, example }]
}

/** The members of a JSON body: for one of several kinds, those of all kinds. */
const membersOf = (schema: Schema): Readonly<Record<string, Schema>> => {
  const kinds = (schema.oneOf ?? [schema]).map(resolved)
  const merged = new Map<string, Schema>()
  for (const { properties = {} } of kinds)
    for (const [name, member] of Object.entries(properties)) {
      const before = merged.get(name)
      const values = [...(before?.enum ?? []), ...(member.enum ?? [])]
      merged.set(name, { ...before, ...member, ...(values.length > 0 && { enum: values }) })
    }
  return Object.fromEntries(merged)
}

const describe = (path: string, method: string, operation: Operation): DescribedOperation => {
  const { operationId, summary, description, parameters = [], requestBody } = operation
  const content = requestBody?.content ?? {}
  const json = content['application/json']
  const body = json && resolved(json.schema)
  const bodyFlags = Object.entries(body ? membersOf(body) : {}).flatMap(([name, member]) =>
    flagOf({ name, in: 'body', isRequired: false }, resolved(member), member.description),
  )
  return {
    operationId,
    summary,
    // The further paragraphs name roles, which a command needs not.
    description: description.split('\n\n')[0]!,
    method: method.toUpperCase(),
    path: document.servers[0]!.url + path,
    flags: [
      ...parameters
        // A command has no earlier response.
        .filter(({ name }) => name !== 'If-None-Match')
        .flatMap(({ name, in: where, required = false, schema, description: text }) =>
          flagOf({ name, in: where, isRequired: required }, schema, text),
        ),
      ...bodyFlags,
    ],
    mediaTypes: json === undefined ? Object.keys(content) : ['application/json'],
    bodyExample:
      Object.values(json?.examples ?? {})[0]?.value ??
      body?.example ??
      Object.fromEntries(bodyFlags.map(({ name, example }) => [name, example])),
  }
}

/** The operations of the API in the order of the OpenAPI document. */
export const describedOperations: readonly DescribedOperation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => describe(path, method, operation)),
)
