import { type Components, type Schema, resolve } from './schema.ts'
import { valuesBeyond } from './values-beyond.ts'

type Content = Readonly<Record<string, Readonly<{ schema?: Schema }>>>
type Header = Readonly<{ required?: boolean; schema?: Schema }>
type Response = Readonly<{ headers?: Readonly<Record<string, Header>>; content?: Content }>
type Parameter = Readonly<{ in: string; name: string; required?: boolean; schema: Schema }>
type Operation = Readonly<{
  operationId?: string
  security?: unknown
  parameters?: readonly Parameter[]
  requestBody?: Readonly<{ required?: boolean; content: Content }>
  responses: Readonly<Record<string, Response>>
}>
/** The parts of an OpenAPI document that are compared. */
export type Document = Readonly<{
  servers: readonly Readonly<{ url: string }>[]
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  components: Components
}>

/**
 * The changes in the document `after` that break a client of the document `before`: removed operations, parameters and
 * members, requests that are no longer valid, and responses that the client does not expect. Later versions may add
 * operations, optional parameters, members of responses, error statuses, and headers.
 */
export const breakingChanges = (before: Document, after: Document): readonly string[] => [
  ...(before.servers[0]?.url === after.servers[0]?.url ? [] : [`the server is ${after.servers[0]?.url}`]),
  ...Object.keys(before.components['schemas'] ?? {})
    .filter((name) => after.components['schemas']?.[name] === undefined)
    .map((name) => `the schema ${name} is gone`),
  ...Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`
      const now = after.paths[path]?.[method]
      if (now === undefined) return [`${name} is gone`]
      const sides = [
        { ...operation, components: before.components },
        { ...now, components: after.components },
      ] as const
      return [...changesOfCall(...sides), ...changesOfRequest(...sides), ...changesOfResponses(...sides)].map(
        (change) => `${name} ${change}`,
      )
    }),
  ),
]

type Side = Operation & Readonly<{ components: Components }>

const changesOfCall = (before: Side, after: Side) => [
  ...(before.operationId === after.operationId ? [] : [`has the operationId ${after.operationId}`]),
  ...(JSON.stringify(before.security) === JSON.stringify(after.security) ? [] : ['has another security']),
]

const changesOfRequest = (before: Side, after: Side): readonly string[] => {
  const parameterKey = (parameter: Parameter) => `${parameter.in} parameter ${parameter.name}`
  const [old, now] = [before, after].map(
    ({ parameters = [] }) => new Map(parameters.map((each) => [parameterKey(each), each])),
  )
  return [
    ...[...old!].flatMap(([key, { required = false, schema }]) => {
      const parameter = now!.get(key)
      if (parameter === undefined) return [`${key} is gone`]
      const refused = refusedValues({ ...before, schema }, { ...after, schema: parameter.schema }, key)
      return parameter.required === true && !required ? [`${key} is required`].concat(refused) : refused
    }),
    ...[...now!].flatMap(([key, { required }]) =>
      required === true && !old!.has(key) ? [`${key} is new and required`] : [],
    ),
    ...changesOfBody(before, after),
  ]
}

const changesOfBody = (before: Side, after: Side): readonly string[] => {
  const [old, now] = [before.requestBody, after.requestBody]
  if (now?.required === true && old?.required !== true) return ['requires a body']
  return Object.entries(old?.content ?? {}).flatMap(([type, { schema }]) => {
    const media = now?.content[type]
    if (media === undefined) return [`reads no ${type}`]
    if (schema === undefined || media.schema === undefined) return []
    return refusedValues({ ...before, schema }, { ...after, schema: media.schema }, `body ${type}`)
  })
}

const changesOfResponses = (before: Side, after: Side): readonly string[] => [
  ...Object.keys(after.responses)
    .filter((status) => status < '400' && before.responses[status] === undefined)
    .map((status) => `has the new response ${status}`),
  ...Object.entries(before.responses).flatMap(([status, response]) => {
    if (after.responses[status] === undefined) return status < '400' ? [`has no response ${status}`] : []
    const old = resolve(response, before.components)
    const now = resolve(after.responses[status], after.components)
    return [...changesOfHeaders(old, now, before, after), ...changesOfContent(old, now, before, after)].map(
      (change) => `response ${status} ${change}`,
    )
  }),
]

const changesOfHeaders = (old: Response, now: Response, before: Side, after: Side) =>
  Object.entries(old.headers ?? {}).flatMap(([name, reference]) => {
    const header = resolve(reference, before.components)
    const present = now.headers?.[name] && resolve(now.headers[name], after.components)
    if (present === undefined) return [`has no header ${name}`]
    const values = newValues(
      { ...before, schema: header.schema ?? {} },
      { ...after, schema: present.schema ?? {} },
      `header ${name}`,
    )
    return header.required === true && present.required !== true
      ? [`header ${name} may be absent`].concat(values)
      : values
  })

const changesOfContent = (old: Response, now: Response, before: Side, after: Side) => [
  ...Object.keys(now.content ?? {})
    .filter((type) => old.content?.[type] === undefined)
    .map((type) => `may be ${type}`),
  ...Object.entries(old.content ?? {}).flatMap(([type, { schema = {} }]) => {
    const media = now.content?.[type]
    if (media === undefined) return [`is no ${type}`]
    return newValues({ ...before, schema }, { ...after, schema: media.schema ?? {} }, `body ${type}`)
  }),
]

type SchemaSide = Readonly<{ schema: Schema; components: Components }>

/** The values that are no longer valid in requests, and the members that are no longer described. */
const refusedValues = (before: SchemaSide, after: SchemaSide, place: string) => [
  ...valuesBeyond(before, after, '').map((difference) => `refuses in ${place}${difference}`),
  ...removedMembers(before, after, place),
]
/** The values in responses that a client did not have to expect, and the members that are no longer described. */
const newValues = (before: SchemaSide, after: SchemaSide, place: string) => [
  ...valuesBeyond(after, before, '').map((difference) => `has in ${place}${difference}`),
  ...removedMembers(before, after, place),
]

const removedMembers = (before: SchemaSide, after: SchemaSide, place: string): readonly string[] => {
  const now = membersOf(after)
  return [...membersOf(before)].filter((member) => !now.has(member)).map((member) => `${place}${member} is gone`)
}

/** The places of the members that a schema describes, in all of its alternatives. */
const membersOf = (
  { schema, components }: SchemaSide,
  place = '',
  parents: readonly Schema[] = [],
): ReadonlySet<string> => {
  const { properties = {}, items, oneOf = [], anyOf = [] } = resolve(schema, components)
  if (parents.includes(schema)) return new Set()
  const within = (each: Schema, at: string) => [...membersOf({ schema: each, components }, at, [...parents, schema])]
  return new Set([
    ...Object.keys(properties).map((name) => `${place}/${name}`),
    ...Object.entries(properties).flatMap(([name, each]) => within(each, `${place}/${name}`)),
    ...(items === undefined ? [] : within(items, `${place}[]`)),
    ...[...oneOf, ...anyOf].flatMap((each) => within(each, place)),
  ])
}
